// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/MissingPage.h"

#include <algorithm>

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/gui/Paths.h"
#include "app/gui/RunNames.h"
#include "widgets/panels/NotesPanel.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// "timeline.gap: dismissed, the fan was replaced".
QString decisionText(const FindingDecision& said)
{
    QStringList parts;
    if (said.mark == FindingMark::Accepted)
        parts << MissingPage::tr("accepted");
    if (said.mark == FindingMark::Dismissed)
        parts << MissingPage::tr("dismissed");
    for (const std::string& text : {said.reason, said.annotation})
        if (!text.empty())
            parts << format::text(text);
    return format::text(said.finding) + u": "_s + parts.join(u", "_s);
}

QStringList notesOf(const Notes& notes)
{
    QStringList lines;
    const auto at = [](const ViewRef& view) {
        const QString place = placeText(view);
        return place.isEmpty() ? place : u" ("_s + place + u')';
    };
    for (const Note& note : notes.notes)
        lines << format::text(note.text) + at(note.at);
    for (const FindingDecision& said : notes.decisions)
        lines << decisionText(said);
    for (const Bookmark& one : notes.bookmarks)
        lines << MissingPage::tr("Bookmark: %1").arg(format::text(one.name)) + at(one.at);
    for (const ContinuedLayer& one : notes.continued)
        lines << MissingPage::tr("Went on past %1: %2").arg(words::of(one.layer), format::text(one.reason));
    return lines;
}

}  // namespace

MissingPage::MissingPage(QWidget* parent) : QWidget(parent)
{
    const int line = fontMetrics().height();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(line * 4, line * 3, line * 4, line * 2);
    column->setSpacing(line);
    m_title = new QLabel(this);
    m_title->setFont(scaled(font(), 1.5, QFont::Bold));
    m_title->setWordWrap(true);
    m_inputs = new QLabel(this);
    m_inputs->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (QLabel* label : {m_title, m_inputs})
        label->setTextFormat(Qt::PlainText);
    m_inputs->setWordWrap(true);
    m_search = new QPushButton(tr("Search in folder\u2026"), this);
    m_search->setProperty("accent", true);
    m_search->setToolTip(tr("Finds them by their content, also under another name"));
    m_others = new QPushButton(tr("Choose the runs by hand\u2026"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_search);
    buttons->addWidget(m_others);
    buttons->addStretch(1);
    m_notes = new QPlainTextEdit(this);
    m_notes->setReadOnly(true);
    m_notes->setAccessibleName(tr("What people wrote"));
    column->addWidget(m_title);
    column->addWidget(m_inputs);
    column->addLayout(buttons);
    column->addWidget(sectionLabel(tr("What people wrote"), this));
    column->addWidget(m_notes, 1);
    connect(m_search, &QPushButton::clicked, this, &MissingPage::searchRequested);
    connect(m_others, &QPushButton::clicked, this, &MissingPage::othersRequested);
}

void MissingPage::setFound(const FoundInvestigation& found)
{
    m_found = found;
    const SavedInvestigation& saved = found.saved;
    const QString file = QFileInfo(found.origin.file).fileName();
    const QString name = file.isEmpty() ? pairName(toTexts(saved.baseline), toTexts(saved.current)) : file;
    m_title->setText(tr("Inputs of %1 are missing").arg(format::text(name.toStdString())));
    QStringList lines;
    for (const Side side : {Side::Baseline, Side::Current})
        for (const std::filesystem::path& path : side == Side::Baseline ? saved.baseline : saved.current) {
            const bool missing = std::find(found.missing.begin(), found.missing.end(), path) != found.missing.end();
            lines << (missing ? tr("%1: %2 is not there, and nothing near it has the same content")
                              : tr("%1: %2 is there"))
                         .arg(words::of(side), format::text(path.string()));
        }
    m_inputs->setText(lines.join(u'\n'));
    const QStringList written = notesOf(saved.notes);
    m_notes->setPlainText(written.isEmpty() ? tr("Nothing") : written.join(u'\n'));
    m_search->setFocus();
}

QString MissingPage::inputsText() const
{
    return m_inputs->text();
}

QString MissingPage::notesText() const
{
    return m_notes->toPlainText();
}

}  // namespace headwater

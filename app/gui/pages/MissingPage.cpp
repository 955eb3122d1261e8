// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/MissingPage.h"

#include <algorithm>

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include "app/gui/InputChanges.h"
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

QStringList inputLines(Side side, const std::filesystem::path& path, const FoundInvestigation& found)
{
    const auto line = [&](const QString& said) {
        return QStringList{said.arg(words::of(side), format::text(path.string()))};
    };
    if (std::ranges::find(found.missing, path) != found.missing.end())
        return line(MissingPage::tr("%1: %2 is not there, and nothing near it has the same content"));
    const auto changed = std::ranges::find(found.changed, path, &ChangedInput::input);
    if (changed != found.changed.end())
        return line(MissingPage::tr("%1: %2 is not what it was:")) + changeLines(*changed);
    return line(MissingPage::tr("%1: %2 is there"));
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
    m_lead = new QLabel(this);
    m_lead->setWordWrap(true);
    m_lead->setProperty("tone", u"muted"_s);
    m_inputs = new QLabel(this);
    m_inputs->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (QLabel* label : {m_title, m_lead, m_inputs})
        label->setTextFormat(Qt::PlainText);
    m_inputs->setWordWrap(true);
    m_use = new QPushButton(tr("Use what is there now"), this);
    m_use->setProperty("accent", true);
    m_use->setToolTip(tr("Judges the files as they are; the notes stay, and are about the earlier ones"));
    m_search = new QPushButton(tr("Search in folder\u2026"), this);
    m_search->setToolTip(tr("Finds them by their content, also under another name"));
    m_others = new QPushButton(tr("Choose the runs by hand\u2026"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_use);
    buttons->addWidget(m_search);
    buttons->addWidget(m_others);
    buttons->addStretch(1);
    m_notes = new QPlainTextEdit(this);
    m_notes->setReadOnly(true);
    m_notes->setAccessibleName(tr("What people wrote"));
    column->addWidget(m_title);
    column->addWidget(m_lead);
    column->addWidget(m_inputs);
    column->addLayout(buttons);
    column->addWidget(sectionLabel(tr("What people wrote"), this));
    column->addWidget(m_notes, 1);
    connect(m_use, &QPushButton::clicked, this, &MissingPage::useRequested);
    connect(m_search, &QPushButton::clicked, this, &MissingPage::searchRequested);
    connect(m_others, &QPushButton::clicked, this, &MissingPage::othersRequested);
}

void MissingPage::setFound(const FoundInvestigation& found)
{
    const QString searched = found.file == m_found.file ? m_searched : QString();
    m_searched.clear();
    m_found = found;
    const SavedInvestigation& saved = found.saved;
    const QString file = QFileInfo(found.origin.file).fileName();
    const QString name = file.isEmpty() ? pairName(toTexts(saved.baseline), toTexts(saved.current)) : file;
    const bool missing = !found.missing.empty();
    m_title->setText((missing ? tr("Inputs of %1 are missing") : tr("Inputs of %1 have changed since it was saved"))
                         .arg(format::text(name.toStdString())));
    m_lead->setText(missing
                        ? tr("Say where they lie now. What people wrote stays with the investigation.")
                        : tr("What people wrote is about the earlier files. Use what is there now, or say where the "
                             "earlier files lie; the notes stay either way."));
    if (!searched.isEmpty())
        m_lead->setText(tr("%1 does not have all of it: what is named below was not found there.")
                            .arg(format::text(searched.toStdString())) +
                        u'\n' + m_lead->text());
    m_use->setVisible(!missing);
    m_search->setText(missing ? tr("Search in folder\u2026") : tr("Find the earlier ones in folder\u2026"));
    m_search->setProperty("accent", missing);
    m_search->style()->polish(m_search);
    QStringList lines;
    for (const Side side : {Side::Baseline, Side::Current})
        for (const std::filesystem::path& path : side == Side::Baseline ? saved.baseline : saved.current)
            lines << inputLines(side, path, found);
    m_inputs->setText(lines.join(u'\n'));
    const QStringList written = notesOf(saved.notes);
    m_notes->setPlainText(written.isEmpty() ? tr("Nothing") : written.join(u'\n'));
    (missing ? m_search : m_use)->setFocus();
}

QString MissingPage::leadText() const
{
    return m_lead->text();
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

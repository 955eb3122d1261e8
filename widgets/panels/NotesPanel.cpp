// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/NotesPanel.h"

#include <utility>

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/panels/FindingCard.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

QString pageTitle(const std::string& page)
{
    static constexpr std::pair<const char*, const char*> kTitles[] = {
        {"overview", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Overview")},
        {"correctness", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Correctness")},
        {"resources", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Resources")},
        {"timeline", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Timeline")},
        {"bubbles", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Bubbles")},
        {"stragglers", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Stragglers")},
        {"whatif", QT_TRANSLATE_NOOP("headwater::NotesPanel", "What-if")},
        {"scale", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Scale")},
        {"report", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Report")},
        {"inputs", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Inputs")},
        {"workshop", QT_TRANSLATE_NOOP("headwater::NotesPanel", "Workshop")}};
    for (const auto& [name, title] : kTitles)
        if (page == name)
            return NotesPanel::tr(title);
    return format::text(page);
}

/// The line breaks that somebody wrote stay; what else cannot be seen is shown.
QString written(const std::string& text)
{
    QStringList lines;
    for (QString line : QString::fromStdString(text).split(u'\n')) {
        if (line.endsWith(u'\r'))
            line.chop(1);
        lines << format::text(line.toStdString());
    }
    return lines.join(u'\n');
}

}  // namespace

QString placeText(const ViewRef& view)
{
    QStringList parts;
    if (!view.stage.empty())
        parts << format::text(view.stage);
    if (view.steps)
        parts << (view.steps->first == view.steps->last
                      ? NotesPanel::tr("step %1").arg(view.steps->first)
                      : NotesPanel::tr("steps %1\u2013%2").arg(view.steps->first).arg(view.steps->last));
    if (!view.ranks.empty())
        parts << (view.ranks.size() == 1 ? NotesPanel::tr("rank %1") : NotesPanel::tr("ranks %1"))
                     .arg(format::rankList(view.ranks));
    if (view.side)
        parts << words::of(*view.side);
    if (view.time)
        // Times of traces count from wherever the profiler began: the length says more.
        parts << NotesPanel::tr("%1 long").arg(format::duration(static_cast<double>(view.time->length())));
    return parts.join(u" \u00b7 "_s);
}

NotesPanel::NotesPanel(QWidget* parent) : QWidget(parent)
{
    m_column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    m_column->setContentsMargins(line, line / 2, line, line);
    m_column->setSpacing(line / 3);
    setNotes({});
}

void NotesPanel::addEntry(Kind kind, int index, const ViewRef& at, const QString& text)
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    const QString page = pageTitle(at.page);
    const QString place = placeText(at);
    const QString where = place.isEmpty() ? page : page + u": "_s + place;
    QString first = text.section(u'\n', 0, 0);
    // An ampersand would become a mnemonic.
    auto* button = new QPushButton(
        fontMetrics().elidedText(first, Qt::ElideRight, fontMetrics().averageCharWidth() * 40).replace(u'&', u"&&"_s),
        row);
    button->setProperty("flat", true);
    button->setStyleSheet(u"text-align: left"_s);
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    button->setToolTip(format::tip(text + u'\n' + where));
    button->setAccessibleName(text);
    button->setAccessibleDescription(where);
    connect(button, &QPushButton::clicked, this, [this, at] { emit viewWanted(at); });
    auto* more = new QToolButton(row);
    more->setText(u"\u22ef"_s);
    more->setProperty("flat", true);
    more->setPopupMode(QToolButton::InstantPopup);
    more->setAccessibleName(tr("Change or remove"));
    auto* menu = new QMenu(more);
    menu->addAction(tr("&Change\u2026"), this, [this, kind, index] { emit editWanted(kind, index); });
    menu->addAction(tr("&Remove"), this, [this, kind, index] { emit removeWanted(kind, index); });
    more->setMenu(menu);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(button);
    if (!where.isEmpty()) {
        QLabel* under = wrappedLabel(where, row);
        under->setProperty("tone", u"muted"_s);
        under->setContentsMargins(fontMetrics().averageCharWidth(), 0, 0, 0);
        texts->addWidget(under);
    }
    line->addLayout(texts, 1);
    line->addWidget(more, 0, Qt::AlignTop);
    m_column->addWidget(row);
    m_entries.push_back(button);
}

void NotesPanel::setNotes(const Notes& notes)
{
    if (m_column->count() > 0 && notes.notes == m_notes.notes && notes.bookmarks == m_notes.bookmarks)
        return;
    m_notes = notes;
    m_entries.clear();
    while (QLayoutItem* item = m_column->takeAt(0)) {
        if (QWidget* old = item->widget()) {
            old->hide();
            old->deleteLater();
        }
        delete item;
    }
    m_column->addWidget(sectionLabel(tr("Notes"), this));
    if (notes.notes.empty()) {
        QLabel* hint = wrappedLabel(tr("Pin a note to what is selected: Ctrl+M"), this);
        hint->setProperty("tone", u"muted"_s);
        m_column->addWidget(hint);
    }
    for (std::size_t i = 0; i < notes.notes.size(); ++i)
        addEntry(Kind::Note, static_cast<int>(i), notes.notes[i].at, written(notes.notes[i].text));
    if (!notes.bookmarks.empty())
        m_column->addWidget(sectionLabel(tr("Bookmarks"), this));
    for (std::size_t i = 0; i < notes.bookmarks.size(); ++i)
        addEntry(Kind::Bookmark, static_cast<int>(i), notes.bookmarks[i].at, format::text(notes.bookmarks[i].name));
}

}  // namespace headwater

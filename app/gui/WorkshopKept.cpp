// SPDX-License-Identifier: GPL-3.0-or-later
// What the workshop keeps of a case that somebody leaves, and how they go on with it.
#include <algorithm>

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include "app/gui/SheetKeeper.h"
#include "app/gui/WorkshopDesk.h"
#include "app/gui/pages/WorkshopPage.h"
#include "widgets/workshop/CasePanel.h"
#include "widgets/workshop/ExerciseView.h"

namespace headwater {

void WorkshopDesk::makeKeepers()
{
    m_keeper = new SheetKeeper(
        [this] {
            std::optional<workshop::KeptSheet> sheet;
            if (m_panel->isBegun()) {
                sheet = m_panel->kept();
                sheet->open = m_active;
            }
            return sheet;
        },
        this);
    ExerciseView* exercise = m_page->exercise();
    m_exerciseKeeper = new SheetKeeper([exercise] { return std::optional(exercise->kept()); }, this);
    connect(m_panel, &CasePanel::changed, m_keeper, &SheetKeeper::touch);
    connect(m_panel, &CasePanel::stepChanged, m_keeper, &SheetKeeper::keepNow);
    connect(exercise, &ExerciseView::changed, m_exerciseKeeper, &SheetKeeper::touch);
    for (const SheetKeeper* keeper : {m_keeper, m_exerciseKeeper})
        connect(keeper, &SheetKeeper::failed, this, &WorkshopDesk::failed);
    if (const auto kept = SheetKeeper::kept(m_library->exerciseSeal()))
        exercise->goOnWith(*kept);
    m_page->setKept([this](const QString& id) { return keptText(id); });
}

void WorkshopDesk::keepNow()
{
    m_keeper->keepNow();
    m_exerciseKeeper->keepNow();
}

void WorkshopDesk::take(const QString& id)
{
    if (const workshop::CaseSpec* spec = m_library->find(id.toStdString()))
        open(*spec, SheetKeeper::kept(spec->seal));
}

QString WorkshopDesk::unfinished() const
{
    QString latest;
    QDateTime when;
    for (const workshop::CaseSpec& spec : m_library->cases) {
        const QFileInfo file(SheetKeeper::fileOf(spec.seal));
        if (!file.exists() || (when.isValid() && file.lastModified() < when))
            continue;
        const auto kept = SheetKeeper::kept(spec.seal);
        if (!kept || kept->revealed || !kept->open)
            continue;
        latest = QString::fromStdString(spec.id);
        when = file.lastModified();
    }
    return latest;
}

/// How far somebody is with a case; empty where they have not begun.
QString WorkshopDesk::keptText(const QString& id) const
{
    const workshop::CaseSpec* spec = m_library->find(id.toStdString());
    const auto kept = spec != nullptr ? SheetKeeper::kept(spec->seal) : std::nullopt;
    const auto opened = kept ? workshop::openCase(*spec, m_library->questions) : tl::unexpected(Error{});
    if (!opened)
        return {};
    const QString when =
        QLocale().toString(QFileInfo(SheetKeeper::fileOf(spec->seal)).lastModified(), QLocale::ShortFormat);
    if (kept->revealed)
        return tr("You took this case to its end; your answers and ticks of %1 are kept.").arg(when);
    if (kept->step == "alert")
        return tr("You began this case on %1: your prediction is kept.").arg(when);
    const auto asked = std::ranges::find(opened->questions, kept->step, &workshop::Question::node);
    if (asked == opened->questions.end())
        return tr("You were at the conclusion on %1; your answers are kept.").arg(when);
    return tr("You were at question %1 of %2 on %3; your answers are kept.")
        .arg(asked - opened->questions.begin() + 1)
        .arg(opened->questions.size())
        .arg(when);
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QKeyEvent>

#include "widgets/timeline/TimelineText.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/timeline/TimelineWalk.h"

// The keys of TimelineView.

namespace headwater {

namespace {

constexpr double kZoomStep = 0.75;
constexpr double kPanStep = 0.15;

}  // namespace

double TimelineView::zoomFraction() const
{
    const QRectF& plot = timelineLayout().plot;
    return m_mouse && plot.contains(*m_mouse) ? (m_mouse->x() - plot.left()) / plot.width() : 0.5;
}

bool TimelineView::moveWindow(int key)
{
    switch (key) {
    case Qt::Key_W:
    case Qt::Key_Plus: zoom(m_state, *m_data, kZoomStep, zoomFraction()); break;
    case Qt::Key_S:
    case Qt::Key_Minus: zoom(m_state, *m_data, 1 / kZoomStep, zoomFraction()); break;
    case Qt::Key_A: pan(m_state, *m_data, -kPanStep); break;
    case Qt::Key_D: pan(m_state, *m_data, kPanStep); break;
    case Qt::Key_Home: showEverything(m_state, *m_data); break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        m_state.scroll += timelineLayout().plot.height() * (key == Qt::Key_PageUp ? -0.8 : 0.8);
        break;
    default: return false;
    }
    changed();
    return true;
}

bool TimelineView::moveSelection(int key)
{
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down: moveRow(key == Qt::Key_Up ? -1 : 1); return true;
    case Qt::Key_Left:
    case Qt::Key_Right: moveSlice(key == Qt::Key_Right); return true;
    case Qt::Key_F: frameSelection(); return true;
    case Qt::Key_Escape:
        if (!m_state.selected)
            return false;
        choose(std::nullopt);
        return true;
    default: return false;
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (!m_data || !plain) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (moveWindow(event->key()) || moveSelection(event->key()))
        return;
    const auto rows = allRows();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_row < rows.size() && rows[m_row].kind == TimelineRow::Kind::Rank)
            setExpanded(rows[m_row].side, rows[m_row].rank,
                        !m_state.expanded.contains({rows[m_row].side, rows[m_row].rank}));
        return;
    case Qt::Key_Slash: emit searchWanted(); return;
    case Qt::Key_N: goToHit(!event->modifiers().testFlag(Qt::ShiftModifier)); return;
    default: QWidget::keyPressEvent(event);
    }
}

void TimelineView::moveRow(int by)
{
    const auto rows = allRows();
    auto to = static_cast<std::ptrdiff_t>(m_row) + by;
    while (to >= 0 && to < std::ssize(rows) && rows[static_cast<std::size_t>(to)].kind == TimelineRow::Kind::Header)
        to += by;
    if (to < 0 || to >= std::ssize(rows))
        return;
    // The same place of the other row, so that rows can be compared.
    std::optional<double> time;
    if (m_state.selected)
        time = static_cast<double>(timeOf(*m_data, *m_state.selected).start -
                                   originOf(*m_data, m_state, m_state.selected->side, m_state.selected->rank));
    m_row = static_cast<std::size_t>(to);
    const TimelineRow& row = rows[m_row];
    bringRowIntoSight(m_row);
    announceRow(this, currentRow());
    if (!time)
        return;
    const Ns there = originOf(*m_data, m_state, row.side, row.rank) + static_cast<Ns>(*time);
    if (const auto pick = pickNear(*m_data, m_state, row, there)) {
        choose(pick);
        bringIntoSight(*pick);
    }
}

void TimelineView::moveSlice(bool forward)
{
    const auto rows = allRows();
    if (m_row >= rows.size() || rows[m_row].kind == TimelineRow::Kind::Header)
        return;
    const TimelineRow& row = rows[m_row];
    std::optional<TimelinePick> pick;
    if (m_state.selected && shows(*m_data, row, *m_state.selected)) {
        pick = neighbour(*m_data, m_state, row, timeOf(*m_data, *m_state.selected).start, forward);
    } else {
        const double middle = m_state.start + m_state.length / 2;
        pick =
            pickNear(*m_data, m_state, row, originOf(*m_data, m_state, row.side, row.rank) + static_cast<Ns>(middle));
    }
    if (!pick)
        return;
    choose(pick);
    bringIntoSight(*pick);
}

void TimelineView::frameSelection()
{
    if (m_state.selected)
        framePick(*m_state.selected);
    else
        showAll();
}

void TimelineView::framePick(const TimelinePick& pick)
{
    if (!m_data)
        return;
    choose(pick);
    frameTime(pick.side, pick.rank, timeOf(*m_data, pick));
    bringIntoSight(pick);
}

void TimelineView::frameTime(Side side, std::size_t rank, Interval time)
{
    if (!m_data || rank >= m_data->run(side).ranks.size())
        return;
    const Ns origin = originOf(*m_data, m_state, side, rank);
    frame(m_state, *m_data, static_cast<double>(time.start - origin), static_cast<double>(time.end - origin));
    changed();
}

void TimelineView::bringIntoSight(const TimelinePick& pick)
{
    const Interval time = timeOf(*m_data, pick);
    const Ns origin = originOf(*m_data, m_state, pick.side, pick.rank);
    const auto from = static_cast<double>(time.start - origin);
    const auto to = static_cast<double>(time.end - origin);
    if (to < m_state.start || from > m_state.start + m_state.length)
        pan(m_state, *m_data, ((from + to) / 2 - m_state.start) / m_state.length - 0.5);
    const auto rows = allRows();
    if (m_row >= rows.size() || !shows(*m_data, rows[m_row], pick)) {
        const auto row =
            std::ranges::find_if(rows, [&](const TimelineRow& each) { return shows(*m_data, each, pick); });
        if (row != rows.end())
            m_row = row->index;
    }
    bringRowIntoSight(m_row);
}

void TimelineView::showRank(Side side, std::size_t rank)
{
    if (!m_data)
        return;
    for (const TimelineRow& row : allRows())
        if (row.kind == TimelineRow::Kind::Rank && row.side == side && row.rank == rank) {
            bringRowIntoSight(row.index);
            return;
        }
}

void TimelineView::bringRowIntoSight(std::size_t index)
{
    const auto rows = allRows();
    if (index < rows.size()) {
        const double height = timelineLayout().plot.height();
        const QRectF& box = rows[index].box;
        m_state.scroll = std::min(m_state.scroll, box.top());
        m_state.scroll = std::max(m_state.scroll, box.bottom() - height);
    }
    changed();
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QMouseEvent>
#include <QWheelEvent>

#include "widgets/timeline/TimelineText.h"
#include "widgets/timeline/TimelineView.h"

// The mouse of TimelineView.

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr double kClickReach = 4;  ///< px that the mouse may move in a click

}  // namespace

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = m_dragged = event->position();
    m_dragging = false;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    m_mouse = event->position();
    if (!m_data)
        return;
    if (!m_pressed) {
        hover(pickAt(*m_data, timelineLayout(), event->position()));
        return;
    }
    if (!m_dragging && (event->position() - *m_pressed).manhattanLength() <= kClickReach)
        return;
    m_dragging = true;
    setCursor(Qt::ClosedHandCursor);
    const QPointF moved = event->position() - m_dragged;
    m_dragged = event->position();
    pan(m_state, *m_data, -moved.x() / timelineLayout().plot.width());
    scrollTo(m_state.scroll - moved.y());
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return;
    m_pressed.reset();
    unsetCursor();
    if (!m_dragging && m_data)
        click(event->position());
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_data)
        if (const auto pick = pickAt(*m_data, timelineLayout(), event->position()))
            framePick(*pick);
}

void TimelineView::click(QPointF point)
{
    const TimelineLayout& layout = timelineLayout();
    const TimelineRow* row = rowAt(layout, point);
    if (row != nullptr)
        m_row = row->index;
    if (row != nullptr && row->kind == TimelineRow::Kind::Rank && point.x() < layout.plot.left()) {
        setExpanded(row->side, row->rank, !m_state.expanded.contains({row->side, row->rank}));
        return;
    }
    choose(pickAt(*m_data, layout, point));
}

void TimelineView::hover(const std::optional<TimelinePick>& pick)
{
    if (pick == m_state.hovered)
        return;
    m_state.hovered = pick;
    setCursor(pick ? Qt::PointingHandCursor : Qt::ArrowCursor);
    QString text = pick ? describe(*m_data, *pick) : QString();
    emit hoverChanged(text.replace(u'\n', u" \u00b7 "_s));
    update();
}

void TimelineView::leaveEvent(QEvent*)
{
    m_mouse.reset();
    hover(std::nullopt);
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    if (!m_data)
        return;
    const QPointF turned = event->pixelDelta().isNull()
                               ? QPointF(event->angleDelta()) / 120 * fontMetrics().height() * 3
                               : QPointF(event->pixelDelta());
    const double plot = timelineLayout().plot.width();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const double fraction = (event->position().x() - timelineLayout().plot.left()) / plot;
        zoom(m_state, *m_data, std::pow(2, -turned.y() / (fontMetrics().height() * 9)), std::clamp(fraction, 0.0, 1.0));
        changed();
    } else if (event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(turned.x()) > std::abs(turned.y())) {
        const double by = std::abs(turned.x()) > std::abs(turned.y()) ? turned.x() : turned.y();
        pan(m_state, *m_data, -by / plot);
        changed();
    } else {
        scrollTo(m_state.scroll - turned.y());
    }
    event->accept();
}

}  // namespace headwater

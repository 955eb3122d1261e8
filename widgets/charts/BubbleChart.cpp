// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/BubbleChart.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

#include "widgets/charts/CauseSwatch.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/charts/Marks.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

BubbleChart::BubbleChart(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("Times without compute, rank by time"));
}

void BubbleChart::setData(BubbleChartData data)
{
    m_data = std::move(data);
    m_view = {};
    m_cursor = -1;
    setAccessibleDescription(
        m_data.isEmpty() ? m_data.empty
                         : format::counted(static_cast<int>(m_data.bubbles.size()), tr("1 bubble"), tr("%1 bubbles")));
    update();
}

void BubbleChart::setSelected(const std::vector<int>& ranks)
{
    m_selected = ranks;
    update();
}

void BubbleChart::setView(const BubbleView& view)
{
    m_view = clamped(m_data, view, chartLayout().lanesShown);
    update();
}

BubbleLayout BubbleChart::chartLayout() const
{
    return layOutBubbles(m_data, m_view, area(), QFontMetricsF(font()));
}

void BubbleChart::paintLanes(QPainter& painter, const BubbleLayout& layout) const
{
    const Palette& p = paletteOf(this);
    const QFont plain = painter.font();
    const double line = painter.fontMetrics().height();
    painter.save();
    painter.setClipRect(layout.names.united(layout.plot), Qt::IntersectClip);
    const auto first = static_cast<std::size_t>(layout.view.lane);
    for (std::size_t i = first; i < m_data.lanes.size() && layout.yOf(static_cast<double>(i)) < layout.plot.bottom();
         ++i) {
        const BubbleChartData::Lane& lane = m_data.lanes[i];
        const double top = layout.yOf(static_cast<double>(i));
        const bool chosen = std::ranges::binary_search(m_selected, lane.rank);
        if (chosen)
            painter.fillRect(
                QRectF(layout.names.left(), top, layout.plot.right() - layout.names.left(), layout.laneHeight),
                p.selection);
        painter.setPen(QPen(p.grid, 1));
        painter.drawLine(QPointF(layout.plot.left(), top + layout.laneHeight / 2),
                         QPointF(layout.plot.right(), top + layout.laneHeight / 2));
        const QRectF box(layout.names.left(), top, layout.names.width() - line * 0.5, layout.laneHeight);
        marks::point(painter, QPointF(box.left() + line * 0.5, box.center().y()), line * 0.5, lane.side,
                     p.side(lane.side));
        painter.setFont(chosen ? scaled(plain, 1, QFont::Bold) : plain);
        painter.setPen(chosen ? p.text : p.muted);
        const QRectF text = box.adjusted(line * 1.1, 0, 0, 0);
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight,
                         painter.fontMetrics().elidedText(lane.name, Qt::ElideMiddle, static_cast<int>(text.width())));
    }
    painter.restore();
    painter.setFont(plain);
    painter.setPen(p.muted);
    const auto from = static_cast<int>(std::ceil(layout.view.time / layout.axis.step - 1e-9));
    for (int tick = from; layout.axis.step * tick <= layout.view.time + layout.view.length + 1; ++tick) {
        const double x = layout.xOf(layout.axis.step * tick);
        drawTabular(painter, QRectF(x - line * 4, layout.below.top(), line * 8, line),
                    Qt::AlignHCenter | Qt::AlignVCenter, layout.axis.label(tick));
    }
    const QRectF foot(layout.names.left(), layout.below.top() + line * 1.1, layout.plot.right() - layout.names.left(),
                      line * 1.2);
    const QString caption = tr("since each rank's first step, %1 \u00b7 area = duration, largest %2")
                                .arg(layout.axis.unit.symbol, format::duration(m_data.longest));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, caption);
    // The causes in sight, as many as fit beside it.
    double x = foot.left();
    const double end = foot.right() - painter.fontMetrics().horizontalAdvance(caption) - line;
    for (const BubbleCause cause : layout.causes) {
        const QString word = cause::label(cause);
        const double width = line * 1.6 + painter.fontMetrics().horizontalAdvance(word);
        if (x + width > end)
            break;
        paintSwatch(painter, QRectF(x, foot.center().y() - line * 0.35, line * 1.2, line * 0.7), cause, p);
        painter.setPen(p.muted);
        painter.drawText(QRectF(x + line * 1.5, foot.top(), width, foot.height()), Qt::AlignVCenter | Qt::AlignLeft,
                         word);
        x += width + line;
    }
}

void BubbleChart::paintSpots(QPainter& painter, const BubbleLayout& layout) const
{
    const Palette& p = paletteOf(this);
    constexpr double kPatterned = 5;
    for (const BubbleLayout::Spot& spot : layout.spots) {
        const BubbleCause cause = m_data.bubbles[spot.bubble].cause;
        if (spot.radius >= kPatterned) {
            paintDisc(painter, spot.centre, spot.radius, cause, p);
            continue;
        }
        painter.setPen(spot.radius > 2 ? QPen(p.card, 1) : QPen(Qt::NoPen));
        painter.setBrush(p.causes[static_cast<std::size_t>(cause)]);
        painter.drawEllipse(spot.centre, spot.radius, spot.radius);
    }
    // Above all bubbles: a small one may lie where a large one has its label.
    for (const BubbleLayout::Label& label : layout.labels) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(p.card);
        painter.drawRoundedRect(label.box, 3, 3);
        painter.setPen(p.text);
        painter.drawText(label.box, Qt::AlignCenter, cause::label(m_data.bubbles[label.bubble].cause));
    }
    for (const BubbleLayout::Spot& spot : layout.spots)
        if (static_cast<int>(spot.bubble) == m_cursor) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(showsFocus() ? p.first : p.text, 2));
            painter.drawEllipse(spot.centre, spot.radius + 3, spot.radius + 3);
        }
}

void BubbleChart::paint(QPainter& painter, const QRectF& area) const
{
    const Palette& p = paletteOf(this);
    if (m_data.isEmpty())
        return paintEmpty(painter, area, m_data.empty, p.muted);
    const BubbleLayout layout = layOutBubbles(m_data, m_view, area, QFontMetricsF(painter.font()));
    paintLanes(painter, layout);
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-4, -layout.laneHeight * 0.13, 4, layout.laneHeight * 0.13),
                        Qt::IntersectClip);
    paintSpots(painter, layout);
    painter.restore();
    if (layout.lanesShown < static_cast<double>(m_data.lanes.size())) {
        const auto lanes = static_cast<double>(m_data.lanes.size());
        painter.fillRect(QRectF(layout.plot.right() + 6,
                                layout.plot.top() + layout.plot.height() * layout.view.lane / lanes, 4,
                                std::max(8.0, layout.plot.height() * layout.lanesShown / lanes)),
                         p.muted);
    }
}

QString BubbleChart::describe(const BubbleChartData::Bubble& bubble) const
{
    const BubbleChartData::Lane& lane = m_data.lanes[bubble.lane];
    const QString head =
        tr("%1 %2, %3 without compute: %4")
            .arg(words::of(lane.side), lane.name, format::duration(bubble.length), cause::word(bubble.cause));
    return m_describe ? head + u'\n' + m_describe(bubble) : head;
}

QString BubbleChart::tipAt(QPointF point) const
{
    const BubbleLayout layout = chartLayout();
    if (const int at = bubbleAt(layout, point); at >= 0) {
        const BubbleChartData::Bubble& bubble = m_data.bubbles[static_cast<std::size_t>(at)];
        return describe(bubble) + u"\n\n"_s + cause::explain(bubble.cause);
    }
    if (!layout.names.contains(point))
        return {};
    const auto lane = static_cast<std::size_t>(layout.view.lane + (point.y() - layout.plot.top()) / layout.laneHeight);
    if (lane >= m_data.lanes.size())
        return {};
    const QString& note = m_data.lanes[lane].note;
    return words::of(m_data.lanes[lane].side) + u' ' + m_data.lanes[lane].name + (note.isEmpty() ? note : u'\n' + note);
}

void BubbleChart::moveTo(int bubble)
{
    if (bubble < 0)
        return;
    m_cursor = bubble;
    const BubbleChartData::Bubble& at = m_data.bubbles[static_cast<std::size_t>(bubble)];
    const BubbleLayout layout = chartLayout();
    BubbleView view = layout.view;
    const double middle = at.start + at.length / 2;
    if (middle < view.time || middle > view.time + view.length)
        view.time = middle - view.length / 2;
    const auto lane = static_cast<double>(at.lane);
    view.lane = std::clamp(view.lane, lane + 1 - layout.lanesShown, lane);
    setView(view);
    announceRow(this, currentRow());
}

/// The next bubble in the lane, or the one nearest in time in another lane that has any.
int BubbleChart::neighbour(int lanes, int along) const
{
    if (m_cursor < 0)
        return m_data.bubbles.empty() ? -1 : 0;  // the longest
    const BubbleChartData::Bubble& now = m_data.bubbles[static_cast<std::size_t>(m_cursor)];
    int best = -1;
    double bestAway = INFINITY;
    for (std::size_t i = 0; i < m_data.bubbles.size(); ++i) {
        const BubbleChartData::Bubble& other = m_data.bubbles[i];
        const double moved = other.start - now.start;
        const double laneMoved = (static_cast<double>(other.lane) - static_cast<double>(now.lane)) * lanes;
        if (lanes == 0 ? (other.lane != now.lane || moved * along <= 0) : laneMoved <= 0)
            continue;
        const double away = lanes == 0 ? std::abs(moved) : laneMoved * m_data.span * 2 + std::abs(moved);
        if (away < bestAway) {
            bestAway = away;
            best = static_cast<int>(i);
        }
    }
    return best;
}

void BubbleChart::zoom(double factor, double at)
{
    const BubbleLayout layout = chartLayout();
    BubbleView view = layout.view;
    view.length = layout.view.length / factor;
    view = clamped(m_data, view, layout.lanesShown);
    view.time = at - (at - layout.view.time) * view.length / layout.view.length;
    setView(view);
}

void BubbleChart::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_pressedView = chartLayout().view;
    m_dragging = false;
}

void BubbleChart::mouseMoveEvent(QMouseEvent* event)
{
    const BubbleLayout layout = chartLayout();
    if (!(event->buttons() & Qt::LeftButton)) {
        setCursor(bubbleAt(layout, event->position()) < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
        return;
    }
    constexpr double kMoved = 4;
    const QPointF moved = event->position() - m_pressed;
    m_dragging |= moved.manhattanLength() >= kMoved;
    if (!m_dragging || m_data.isEmpty())
        return;
    BubbleView view = m_pressedView;
    view.time -= layout.timeAt(moved.x()) - layout.timeAt(0);
    view.lane -= moved.y() / layout.laneHeight;
    setView(view);
}

void BubbleChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_dragging)
        return;
    const int at = bubbleAt(chartLayout(), event->position());
    if (at < 0)
        return;
    m_cursor = at;
    update();
    emit bubbleActivated(at);
}

void BubbleChart::wheelEvent(QWheelEvent* event)
{
    const BubbleLayout layout = chartLayout();
    const double notches = (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
    const BubbleView before = layout.view;
    if (m_data.isEmpty())
        return event->ignore();
    constexpr double kPerNotch = 1.25;
    BubbleView view = before;
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(std::pow(kPerNotch, notches), layout.timeAt(event->position().x()));
    } else {
        if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().y() == 0)
            view.time -= notches * view.length * 0.15;
        else
            view.lane -= notches * 2;
        setView(view);
    }
    event->setAccepted(m_view != before);
}

void BubbleChart::keyPressEvent(QKeyEvent* event)
{
    constexpr double kPerKey = 1.5;
    const BubbleView view = chartLayout().view;
    const double middle =
        m_cursor < 0 ? view.time + view.length / 2 : m_data.bubbles[static_cast<std::size_t>(m_cursor)].start;
    switch (event->key()) {
    case Qt::Key_Left: return moveTo(neighbour(0, -1));
    case Qt::Key_Right: return moveTo(neighbour(0, 1));
    case Qt::Key_Up: return moveTo(neighbour(-1, 0));
    case Qt::Key_Down: return moveTo(neighbour(1, 0));
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kPerKey, middle);
    case Qt::Key_Minus: return zoom(1 / kPerKey, middle);
    case Qt::Key_0: return setView({});
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor >= 0)
            emit bubbleActivated(m_cursor);
        return;
    default: Chart::keyPressEvent(event);
    }
}

std::vector<int> BubbleChart::rowBubbles() const
{
    constexpr std::size_t kMost = 100;
    std::vector<int> rows;
    for (const BubbleLayout::Spot& spot : chartLayout().spots)
        if (rows.size() < kMost || static_cast<int>(spot.bubble) == m_cursor)
            rows.push_back(static_cast<int>(spot.bubble));
    std::ranges::sort(rows, {}, [this](int i) {
        const BubbleChartData::Bubble& bubble = m_data.bubbles[static_cast<std::size_t>(i)];
        return std::pair(bubble.lane, bubble.start);
    });
    return rows;
}

std::vector<AccessibleRow> BubbleChart::accessibleRows() const
{
    const BubbleLayout layout = chartLayout();
    std::vector<AccessibleRow> rows;
    for (const int i : rowBubbles()) {
        const auto spot = std::ranges::find(layout.spots, static_cast<std::size_t>(i), &BubbleLayout::Spot::bubble);
        const BubbleChartData::Bubble& bubble = m_data.bubbles[static_cast<std::size_t>(i)];
        const QPointF half(spot->radius, spot->radius);
        rows.push_back({words::of(m_data.lanes[bubble.lane].side) + u' ' + m_data.lanes[bubble.lane].name,
                        format::duration(bubble.length) + u", "_s + cause::word(bubble.cause), describe(bubble),
                        QRectF(spot->centre - half, spot->centre + half)});
    }
    return rows;
}

int BubbleChart::currentRow() const
{
    const std::vector<int> rows = rowBubbles();
    const auto found = std::ranges::find(rows, m_cursor);
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

void BubbleChart::chooseRow(int row)
{
    const std::vector<int> rows = rowBubbles();
    if (row < 0 || row >= static_cast<int>(rows.size()))
        return;
    m_cursor = rows[static_cast<std::size_t>(row)];
    update();
    emit bubbleActivated(m_cursor);
}

QString BubbleChart::table() const
{
    QList<QStringList> rows = {{tr("run"), tr("rank"), tr("start (ns)"), tr("duration (ns)"), tr("cause")}};
    for (const BubbleChartData::Bubble& bubble : m_data.bubbles)
        rows.push_back({words::of(m_data.lanes[bubble.lane].side), QString::number(m_data.lanes[bubble.lane].rank),
                        QString::number(bubble.start, 'f', 0), QString::number(bubble.length, 'f', 0),
                        cause::word(bubble.cause)});
    return tableText(rows);
}

QSize BubbleChart::sizeHint() const
{
    const int lanes = std::clamp(static_cast<int>(m_data.lanes.size()), 4, 16);
    return {fontMetrics().averageCharWidth() * 100, fontMetrics().height() * (2 * lanes + 4)};
}

QSize BubbleChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 12};
}

}  // namespace headwater

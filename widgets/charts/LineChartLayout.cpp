// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LineChartLayout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headwater {

namespace {

struct Extent {
    double lo = std::numeric_limits<double>::infinity();
    double hi = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        if (!std::isfinite(value))
            return;
        lo = std::min(lo, value);
        hi = std::max(hi, value);
    }
};

/// Points in columns of one pixel, of which the smallest and the largest are kept in their order.
class Thinner {
public:
    explicit Thinner(LineTrace& out) : m_out(out) {}

    void add(const LineTrace::Point& point)
    {
        const double column = std::floor(point.at.x());
        if (m_any && (column != m_column || point.afterGap))
            flush();
        if (!m_any)
            m_low = m_high = point;
        m_column = column;
        m_any = true;
        if (point.at.y() > m_low.at.y())
            m_low = point;
        if (point.at.y() < m_high.at.y())
            m_high = point;
    }
    void flush()
    {
        if (!m_any)
            return;
        m_any = false;
        const bool lowFirst = m_low.index <= m_high.index;
        LineTrace::Point first = lowFirst ? m_low : m_high;
        LineTrace::Point second = lowFirst ? m_high : m_low;
        const bool gap = first.afterGap || second.afterGap || m_gap;
        m_gap = false;
        first.afterGap = gap;
        m_out.points.push_back(first);
        if (second.index == first.index)
            return;
        second.afterGap = false;
        m_out.points.push_back(second);
    }
    /// What comes next is not joined to what was.
    void breakLine()
    {
        flush();
        m_gap = true;
    }

private:
    LineTrace& m_out;
    LineTrace::Point m_low, m_high;
    double m_column = 0;
    bool m_any = false;
    bool m_gap = false;
};

LineTrace traceOf(const LineSeries& series, const LineChartLayout& layout)
{
    LineTrace trace;
    Thinner thinner(trace);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!std::isfinite(series.y[i]))
            thinner.breakLine();
        else
            thinner.add({{layout.xOf(series.x[i]), layout.yOf(series.y[i])}, i, false});
    }
    thinner.flush();
    for (const double x : series.notFinite)
        trace.notFinite.emplace_back(layout.xOf(x), layout.plot.bottom());
    return trace;
}

Extent extentX(const LineChartData& data)
{
    Extent out;
    for (const LineSeries& series : data.series) {
        for (const double x : series.x)
            out.add(x);
        for (const double x : series.notFinite)
            out.add(x);
    }
    return out;
}

Extent extentY(const LineChartData& data)
{
    Extent out;
    for (const LineSeries& series : data.series)
        for (const double y : series.y)
            out.add(y);
    if (data.band) {
        out.add(data.band->lo);
        out.add(data.band->hi);
    }
    if (data.fromZero)
        out.add(0);
    return out;
}

double widestLabel(const ValueAxis& axis, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (int i = 0; i < axis.ticks(); ++i)
        widest = std::max(widest, metrics.horizontalAdvance(axis.label(i) + QLatin1Char(' ') + axis.unit.symbol));
    return widest;
}

QRectF markBox(const LineMark& mark, const LineChartLayout& layout, const QFontMetricsF& metrics)
{
    const double x = layout.xOf(mark.x);
    const double line = metrics.height();
    if (mark.kind == LineMark::Kind::Event)
        return {x - line * 0.4, layout.lane.center().y() - line * 0.4, line * 0.8, line * 0.8};
    const double width = metrics.horizontalAdvance(mark.label) + line;
    // The flag hangs to the side where there is room.
    const double left = x + width <= layout.plot.right() + 1 ? x : x - width;
    return {left, layout.lane.top(), width, line * 1.15};
}

double distance(QPointF a, QPointF b)
{
    return std::hypot(a.x() - b.x(), a.y() - b.y());
}

}  // namespace

bool LineChartData::isEmpty() const
{
    return std::all_of(series.begin(), series.end(),
                       [](const LineSeries& one) { return one.x.empty() && one.notFinite.empty(); });
}

LineChartLayout layOutLines(const LineChartData& data, const QRectF& area, const QFontMetricsF& metrics)
{
    LineChartLayout layout;
    const double line = metrics.height();
    layout.head = QRectF(area.left(), area.top(), area.width(), line * 1.4);
    layout.lane =
        QRectF(area.left(), layout.head.bottom(), area.width(), data.marks.empty() ? line * 0.4 : line * 1.25);
    const double top = layout.lane.bottom();
    const double bottom = area.bottom() - line * (data.xTitle.isEmpty() ? 1.5 : 2.5);
    const double height = std::max(1.0, bottom - top);
    const Extent y = extentY(data);
    layout.y = valueAxis(y.lo, y.hi, height, line * 2, {data.unit, true, false});
    const double left = area.left() + widestLabel(layout.y, metrics) + line * 0.6;
    layout.plot = QRectF(left, top, std::max(1.0, area.right() - line * 0.6 - left), height);
    layout.lane.setLeft(left);
    const Extent x = extentX(data);
    layout.x = valueAxis(x.lo, x.hi, layout.plot.width(), line * 5, {data.steps ? "" : "s", false, data.steps});
    for (const LineSeries& series : data.series)
        layout.traces.push_back(traceOf(series, layout));
    for (const LineMark& mark : data.marks)
        layout.marks.push_back(markBox(mark, layout, metrics));
    return layout;
}

LineHit lineHitAt(const LineChartLayout& layout, QPointF point, double reach)
{
    // Marks first: they are few and small. Then what cannot be a point of a line, then the nearest point.
    for (std::size_t i = layout.marks.size(); i-- > 0;)
        if (layout.marks[i].contains(point))
            return {LineHit::What::Mark, 0, i};
    LineHit best;
    double nearest = reach;
    for (std::size_t s = 0; s < layout.traces.size(); ++s)
        for (std::size_t i = 0; i < layout.traces[s].notFinite.size(); ++i)
            if (const double d = distance(layout.traces[s].notFinite[i], point); d < nearest) {
                nearest = d;
                best = {LineHit::What::NotFinite, s, i};
            }
    for (std::size_t s = 0; s < layout.traces.size(); ++s) {
        const auto& points = layout.traces[s].points;
        auto at = std::lower_bound(points.begin(), points.end(), point.x() - reach,
                                   [](const LineTrace::Point& p, double x) { return p.at.x() < x; });
        for (; at != points.end() && at->at.x() <= point.x() + reach; ++at)
            if (const double d = distance(at->at, point); d < nearest) {
                nearest = d;
                best = {LineHit::What::Point, s, at->index};
            }
    }
    return best;
}

}  // namespace headwater

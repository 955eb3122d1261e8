// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/StageBarLayout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QtMath>

#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(StageBarChart)
};

double axisLabelWidth(double largestNs, const QFontMetricsF& metrics)
{
    const Axis axis = niceAxis(largestNs, 400, metrics.height() * 2.4);
    double widest = metrics.horizontalAdvance(axis.unit.symbol);
    for (int tick = 0; tick <= axis.ticks(); ++tick)
        widest = std::max(widest, tabularWidth(metrics, axis.label(tick)));
    return widest + metrics.height();
}

StageBarLayout::Names namesFor(double slot, const QFontMetricsF& metrics)
{
    if (slot >= metrics.averageCharWidth() * 9)
        return StageBarLayout::Names::Level;
    return slot >= metrics.height() * 0.95 ? StageBarLayout::Names::Slanted : StageBarLayout::Names::Sparse;
}

double longestName(const StageBarData& data, const QFontMetricsF& metrics)
{
    double longest = 0;
    for (const StageBar& bar : data.bars)
        longest = std::max(longest, metrics.horizontalAdvance(bar.shortName));
    return longest;
}

double turnedNameLength(const StageBarData& data, const QFontMetricsF& metrics)
{
    return std::min(longestName(data, metrics), metrics.averageCharWidth() * 15);
}

/// Height under the plot that the names need.
double nameZone(StageBarLayout& layout, const StageBarData& data, double slot, const QFontMetricsF& metrics)
{
    if (layout.names == StageBarLayout::Names::Level) {
        layout.nameLength = slot - metrics.averageCharWidth();
        return metrics.height() * 2.9;
    }
    layout.nameLength = turnedNameLength(data, metrics);
    return layout.nameLength * qSin(qDegreesToRadians(kNameSlant)) + metrics.height() * 1.2;
}

QRectF barRect(const StageBarLayout& layout, double x, double width, const std::optional<double>& value,
               const QFontMetricsF& metrics)
{
    // A missing value gets a box of fixed height: it must be seen, but must not look like a measured zero.
    const double height = value ? layout.plot.height() * layout.axis.fraction(std::max(*value, 0.0))
                                : std::min(metrics.height() * 1.5, layout.plot.height());
    return {x, layout.plot.bottom() - height, width, height};
}

StageBarLayout::Column layOutColumn(const StageBarLayout& layout, const StageBar& bar, double left, double slot,
                                    const QFontMetricsF& metrics)
{
    const QRectF& plot = layout.plot;
    StageBarLayout::Column column;
    column.band = QRectF(left, plot.top(), slot, plot.height());
    const double gap = slot > 20 ? 3 : 1;
    const double width = std::max(1.0, std::min(slot * 0.34, metrics.height() * 2.6));
    const double centre = column.band.center().x();
    column.bar[0] = barRect(layout, centre - width - gap / 2, width, bar.value[0], metrics);
    column.bar[1] = barRect(layout, centre + gap / 2, width, bar.value[1], metrics);
    const double top = plot.bottom() + metrics.height() * 0.3;
    column.name = QRectF(left, top, slot, metrics.height());
    column.delta = QRectF(left, top + metrics.height() * 1.05, slot, metrics.height());
    column.nameEnd = QPointF(centre + metrics.height() * 0.35, top + metrics.height() * 0.35);
    return column;
}

void placeFlag(StageBarLayout& layout, const StageBarData& data, const QRectF& area, const QFontMetricsF& metrics)
{
    if (data.first < 0)
        return;
    const StageBarLayout::Column& column = layout.columns[static_cast<std::size_t>(data.first)];
    const double height = metrics.height() * 1.25;
    const double width = tabularWidth(metrics, flagText(data, layout.axis.unit)) * 1.08 + height;
    const double toBar = (column.bar[0].left() - column.band.left()) * 0.6;
    layout.rule = std::max(column.band.left() + 1, column.bar[0].left() - std::max(3.0, std::min(toBar, height * 0.6)));
    // At the right edge the cloth hangs to the left of its pole.
    const double left = layout.rule + width > area.right() ? layout.rule - width : layout.rule;
    layout.flag = QRectF(std::max(left, area.left()), area.top() + 1, width, height);
}

void placeSlowest(StageBarLayout& layout, const StageBarData& data, const QRectF& area, const QFontMetricsF& metrics)
{
    if (data.slowest < 0)
        return;
    const StageBarLayout::Column& column = layout.columns[static_cast<std::size_t>(data.slowest)];
    const double top = std::min(column.bar[0].top(), column.bar[1].top());
    const double height = metrics.height() * 1.1;
    const double width = metrics.horizontalAdvance(Tr::tr("slowest")) + height;
    double left = column.band.center().x() - height / 2;
    left = std::clamp(left, layout.plot.left(), std::max(layout.plot.left(), area.right() - width));
    layout.slowest = QRectF(left, top - height - 2, width, height);
}

}  // namespace

QString flagText(const StageBarData& data, const format::Unit& unit)
{
    const double delta = data.firstDelta;
    const format::Unit shown = std::abs(delta) * 20 < unit.ns ? format::unitFor(std::abs(delta)) : unit;
    const QString text = format::number(delta / shown.ns, std::abs(delta) < 10 * shown.ns ? 2 : 1);
    const QString change =
        Tr::tr("first %1 %2").arg((delta > 0 ? QStringLiteral("+") : QString()) + text, shown.symbol);
    return data.firstRanks.isEmpty() ? change : Tr::tr("%1 on rank %2").arg(change, data.firstRanks);
}

StageBarLayout layOutStageBars(const StageBarData& data, const QRectF& area, const QFontMetricsF& metrics)
{
    StageBarLayout layout;
    const double line = metrics.height();
    const double largest = data.largest();
    const double count = std::max<double>(1, static_cast<double>(data.bars.size()));
    double left = area.left() + axisLabelWidth(largest, metrics);
    layout.names = namesFor((area.right() - left) / count, metrics);
    if (layout.names != StageBarLayout::Names::Level)  // the first name leans out to the left
        left = std::max(left, area.left() + turnedNameLength(data, metrics) * qCos(qDegreesToRadians(kNameSlant)));
    const double slot = (area.right() - left) / count;
    const double below = nameZone(layout, data, slot, metrics);
    layout.legend = QRectF(left, area.bottom() - line * 1.3, area.right() - left, line * 1.3);
    const double top = area.top() + line * 1.4 + line * 1.2;  // a row for the flag, one for "slowest"
    const double bottom = std::max(top + 1, layout.legend.top() - below);
    layout.plot = QRectF(QPointF(left, top), QPointF(std::max(left + 1, area.right()), bottom));
    layout.axis = niceAxis(largest, layout.plot.height(), line * 2.4);
    for (std::size_t i = 0; i < data.bars.size(); ++i)
        layout.columns.push_back(
            layOutColumn(layout, data.bars[i], left + slot * static_cast<double>(i), slot, metrics));
    placeFlag(layout, data, area, metrics);
    placeSlowest(layout, data, area, metrics);
    return layout;
}

int columnAt(const StageBarLayout& layout, QPointF point)
{
    if (layout.columns.empty() || point.y() >= layout.legend.top())
        return -1;
    // Flag and triangle may hang over a neighbour: what is drawn on top answers.
    if (layout.flag.contains(point) || layout.slowest.contains(point)) {
        const double x =
            layout.flag.contains(point) ? layout.rule + 1 : layout.slowest.left() + layout.slowest.height() / 2;
        return columnAt(layout, QPointF(x, layout.plot.bottom() - 1));
    }
    double x = point.x();
    if (layout.names != StageBarLayout::Names::Level) {
        // Below the plot columns lean like their names.
        const StageBarLayout::Column& any = layout.columns.front();
        if (point.y() > layout.plot.bottom())
            x += (point.y() - any.nameEnd.y()) / std::tan(qDegreesToRadians(kNameSlant)) -
                 (any.nameEnd.x() - any.band.center().x());
    }
    const double slot = layout.columns.front().band.width();
    const double at = std::floor((x - layout.plot.left()) / slot);
    if (at < 0 || at >= static_cast<double>(layout.columns.size()))
        return -1;
    return static_cast<int>(at);
}

}  // namespace headwater

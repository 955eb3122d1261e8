// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/WaterfallLayout.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("headwater::WaterfallChart", text);
}

}  // namespace

WaterfallData waterfallData(const Waterfall& fall, const std::vector<std::string>& stages)
{
    WaterfallData data;
    if (fall.empty())
        return data;
    data.baseline = fall.baseline;
    data.current = fall.current;
    double at = 0;
    for (const Waterfall::Stage& stage : fall.stages) {
        const auto known = std::find(stages.begin(), stages.end(), stage.name);
        const int position = known == stages.end() ? -1 : static_cast<int>(known - stages.begin());
        data.rows.push_back(
            {format::text(stage.name), position, at, at + stage.delta(), stage.baseline, stage.current, false});
        at += stage.delta();
    }
    data.rows.push_back({tr("step"), -1, 0, at, fall.baseline, fall.current, true});
    data.basis = tr("means over %1 and %2 steps of single ranks, because means add up")
                     .arg(format::count(fall.baselineCells), format::count(fall.currentCells));
    return data;
}

WaterfallLayout layOutWaterfall(const WaterfallData& data, const QRectF& area, const QFontMetricsF& metrics)
{
    WaterfallLayout layout;
    const double line = metrics.height();
    double lo = 0, hi = 0, nameWidth = 0, valueWidth = 0;
    for (const WaterfallData::Row& row : data.rows) {
        lo = std::min({lo, row.from, row.to});
        hi = std::max({hi, row.from, row.to});
        nameWidth = std::max(nameWidth, metrics.horizontalAdvance(row.name));
        valueWidth = std::max(valueWidth, tabularWidth(metrics, format::delta(row.delta())));
    }
    nameWidth = std::min(nameWidth + line, area.width() * 0.35);
    valueWidth += line;
    const double bottom = area.bottom() - line * 1.6;
    layout.names = QRectF(area.left(), area.top(), nameWidth, bottom - area.top());
    layout.values = QRectF(area.right() - valueWidth, area.top(), valueWidth, bottom - area.top());
    layout.plot = QRectF(layout.names.topRight(), layout.values.bottomLeft());
    // In units of seconds, so that the axis picks ns … s by itself.
    layout.axis = valueAxis(lo / 1e9, hi / 1e9, layout.plot.width(), line * 6, {"s", true, false});
    for (double* value :
         {&layout.axis.lo, &layout.axis.hi, &layout.axis.first, &layout.axis.step, &layout.axis.unit.ns})
        *value *= 1e9;
    const double height = data.rows.empty() ? 0 : layout.plot.height() / static_cast<double>(data.rows.size());
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const WaterfallData::Row& row = data.rows[i];
        const QRectF band(area.left(), area.top() + height * static_cast<double>(i), area.width(), height);
        const double left = layout.xOf(std::min(row.from, row.to));
        const double right = std::max(layout.xOf(std::max(row.from, row.to)), left + 1);
        const double thick = std::min(height * 0.62, line * 1.1);
        layout.bands.push_back(band);
        layout.bars.emplace_back(left, band.center().y() - thick / 2, right - left, thick);
    }
    return layout;
}

int waterfallRowAt(const WaterfallLayout& layout, QPointF point)
{
    for (std::size_t i = 0; i < layout.bands.size(); ++i)
        if (layout.bands[i].contains(point))
            return static_cast<int>(i);
    return -1;
}

}  // namespace headwater

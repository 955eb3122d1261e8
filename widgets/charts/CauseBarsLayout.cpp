// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CauseBarsLayout.h"

#include <algorithm>

#include "widgets/charts/Axis.h"
#include "widgets/theme/CauseStyle.h"

namespace headwater {

namespace {

double valueOf(const StepBubbles& step, Ns time, bool asShare)
{
    if (!asShare)
        return static_cast<double>(time);
    return step.duration > 0 ? static_cast<double>(time) / static_cast<double>(step.duration) : 0;
}

std::vector<CauseBarsLayout::Bar> barsOf(const std::vector<StepBubbles>& steps, std::size_t merged)
{
    std::vector<CauseBarsLayout::Bar> bars;
    for (std::size_t first = 0; first < steps.size(); first += merged) {
        CauseBarsLayout::Bar bar;
        bar.first = first;
        bar.last = std::min(first + merged, steps.size()) - 1;
        const std::vector<StepBubbles> group(steps.begin() + static_cast<std::ptrdiff_t>(first),
                                             steps.begin() + static_cast<std::ptrdiff_t>(bar.last) + 1);
        if (const auto mean = meanOf(group)) {
            bar.known = true;
            bar.mean = *mean;
        }
        bars.push_back(std::move(bar));
    }
    return bars;
}

void placeKeys(CauseBarsLayout& out, const CauseBarsData& data, const QRectF& area, const QFontMetricsF& metrics,
               double& height)
{
    const double line = metrics.height();
    double x = area.left();
    double y = 0;
    for (std::size_t c = 0; c < kBubbleCauses; ++c) {
        const auto cause = static_cast<BubbleCause>(c);
        const bool there = std::ranges::any_of(data.sides, [cause](const std::vector<StepBubbles>& steps) {
            return std::ranges::any_of(steps, [cause](const StepBubbles& s) { return s.bubbles.of(cause) > 0; });
        });
        if (!there)
            continue;
        const double wide = metrics.horizontalAdvance(cause::word(cause)) + 2;
        if (x + line + wide > area.right() && x > area.left()) {
            x = area.left();
            y += line * 1.3;
        }
        out.keys.push_back(
            {cause, QRectF(x, y + line * 0.2, line * 0.8, line * 0.8), QRectF(x + line, y, wide, line * 1.2)});
        x += line * 2.2 + wide;
    }
    height = out.keys.empty() ? 0 : y + line * 1.3;
}

double largestOf(const std::array<CauseBarsLayout::Row, 2>& rows, bool asShare)
{
    double largest = 0;
    for (const CauseBarsLayout::Row& row : rows)
        for (const CauseBarsLayout::Bar& bar : row.bars)
            largest = std::max(largest, valueOf(bar.mean, bar.mean.bubbles.total(), asShare));
    return largest;
}

/// Returns the value at the top.
double placeTicks(CauseBarsLayout& out, double largest, double height, double line, bool asShare)
{
    if (!asShare) {
        const Axis axis = niceAxis(largest, height, line * 1.8);
        out.unit = axis.unit.symbol;
        for (int tick = 0; tick <= axis.ticks(); ++tick)
            out.ticks.push_back({static_cast<double>(tick) / axis.ticks(), axis.label(tick)});
        return axis.largest;
    }
    out.unit = QStringLiteral("%");
    const double top = largest > 0.5 ? 1 : largest > 0.2 ? 0.5 : largest > 0.1 ? 0.2 : 0.1;
    for (const double part : {0.0, 0.5, 1.0})
        out.ticks.push_back({part, format::number(top * part * 100, 0)});
    return top;
}

void placeParts(CauseBarsLayout::Row& row, double top, bool asShare)
{
    const auto count = static_cast<double>(std::max<std::size_t>(row.bars.size(), 1));
    const double wide = row.plot.width() / count;
    const double gap = wide > 6 ? wide * 0.12 : wide > 3 ? 0.5 : 0;
    for (std::size_t i = 0; i < row.bars.size(); ++i) {
        CauseBarsLayout::Bar& bar = row.bars[i];
        bar.band = QRectF(row.plot.left() + wide * static_cast<double>(i), row.plot.top(), wide, row.plot.height());
        double y = row.plot.bottom();
        for (std::size_t c = 0; bar.known && c < kBubbleCauses; ++c) {
            const double high = row.plot.height() * valueOf(bar.mean, bar.mean.bubbles.byCause[c], asShare) / top;
            if (high <= 0)
                continue;
            y -= high;
            bar.parts.push_back({static_cast<BubbleCause>(c), QRectF(bar.band.left() + gap, y, wide - 2 * gap, high)});
        }
    }
}

}  // namespace

CauseBarsLayout layOutCauseBars(const CauseBarsData& data, const QRectF& area, const QFontMetricsF& metrics,
                                bool asShare)
{
    CauseBarsLayout out;
    const double line = metrics.height();
    double keyHeight = 0;
    placeKeys(out, data, area, metrics, keyHeight);
    for (CauseBarsLayout::Key& key : out.keys) {
        key.swatch.translate(0, area.bottom() - keyHeight);
        key.word.translate(0, area.bottom() - keyHeight);
    }
    const double left = area.left() + metrics.averageCharWidth() * 9;
    const double width = area.right() - left - line * 0.5;
    const std::size_t most = std::max(data.sides[0].size(), data.sides[1].size());
    constexpr double kThinnest = 3;  // px
    while (static_cast<double>(most) / static_cast<double>(out.merged) * kThinnest > width)
        ++out.merged;
    const int rows = (data.sides[0].empty() ? 0 : 1) + (data.sides[1].empty() ? 0 : 1);
    if (rows == 0)
        return out;
    out.title = QRectF(area.left(), area.bottom() - keyHeight - line * 1.3, area.right() - area.left(), line * 1.2);
    const double high = (out.title.top() - area.top() - line * 0.4) / rows - line * 1.5;
    double y = area.top();
    for (std::size_t side = 0; side < 2; ++side) {
        if (data.sides[side].empty())
            continue;
        CauseBarsLayout::Row& row = out.rows[side];
        row.name = QRectF(left, y, width, line * 1.2);
        row.plot = QRectF(left, y + line * 1.3, width, std::max(high, line));
        row.bars = barsOf(data.sides[side], out.merged);
        y = row.plot.bottom() + line * 0.4;
    }
    const double top = placeTicks(out, largestOf(out.rows, asShare), high, line, asShare);
    for (CauseBarsLayout::Row& row : out.rows)
        placeParts(row, top, asShare);
    return out;
}

CauseBarsHit barAt(const CauseBarsLayout& layout, QPointF point)
{
    for (std::size_t side = 0; side < 2; ++side) {
        const auto& bars = layout.rows[side].bars;
        for (std::size_t i = 0; i < bars.size(); ++i) {
            if (!bars[i].band.contains(point))
                continue;
            CauseBarsHit hit{static_cast<int>(side), static_cast<int>(i), -1};
            for (std::size_t part = 0; part < bars[i].parts.size(); ++part)
                if (point.y() >= bars[i].parts[part].box.top() && point.y() <= bars[i].parts[part].box.bottom())
                    hit.part = static_cast<int>(part);
            return hit;
        }
    }
    return {};
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HistogramLayout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "widgets/charts/Axis.h"

namespace headwater {

namespace {

constexpr double kLeastBar = 3;  ///< px: one rank among thousands is what is looked for

struct Range {
    double low = 0, high = 0;
};

Range rangeOf(const HistogramData& data)
{
    Range range{INFINITY, 0};
    for (const auto& side : data.sides) {
        if (side.empty())
            continue;
        range.low = std::min(range.low, side.front().value);
        range.high = std::max(range.high, side.back().value);
    }
    // A cut far beyond all values would squeeze them together.
    const double reach = range.high + (range.high - range.low) + range.high * 0.1;
    for (const HistogramData::Cut& cut : data.cuts)
        if (cut.at && *cut.at > range.high && *cut.at <= reach)
            range.high = *cut.at;
    return range;
}

void placeBins(HistogramLayout& out, const HistogramData& data, double width, std::size_t count)
{
    std::array<std::size_t, 2> next{};
    for (std::size_t b = 0; b < count; ++b) {
        HistogramLayout::Bin bin;
        bin.low = out.low + width * static_cast<double>(b);
        bin.high = out.low + width * static_cast<double>(b + 1);
        for (std::size_t side = 0; side < 2; ++side) {
            const auto& items = data.sides[side];
            bin.first[side] = next[side];
            const bool last = b + 1 == count;
            while (next[side] < items.size() && (last || items[next[side]].value < bin.high))
                ++next[side];
            bin.count[side] = next[side] - bin.first[side];
            out.most = std::max(out.most, bin.count[side]);
        }
        bin.band = QRectF(QPointF(out.xOf(bin.low), out.plot.top()), QPointF(out.xOf(bin.high), out.plot.bottom()));
        out.bins.push_back(bin);
    }
}

void placeBars(HistogramLayout& out, const HistogramData& data, const QFontMetricsF& metrics)
{
    const bool both = !data.sides[0].empty() && !data.sides[1].empty();
    const double room = out.plot.height() - metrics.height() * 3.4;
    for (HistogramLayout::Bin& bin : out.bins) {
        const double gap = std::min(1.0, bin.band.width() * 0.1);
        const double wide = (bin.band.width() - 2 * gap) / (both ? 2 : 1);
        for (std::size_t side = 0; side < 2; ++side) {
            if (bin.count[side] == 0)
                continue;
            const double high = std::max(kLeastBar, room * static_cast<double>(bin.count[side]) /
                                                        static_cast<double>(std::max<std::size_t>(out.most, 1)));
            const double x = bin.band.left() + gap + (both && side == 1 ? wide : 0);
            bin.bar[side] = QRectF(x, out.plot.bottom() - high, wide, high);
        }
    }
}

/// A label over each bar, from the right, where what is slow lies; those that would overlap stay away.
void placeLabels(HistogramLayout& out, const HistogramData& data, const QFontMetricsF& metrics)
{
    std::vector<QRectF> taken;
    for (auto bin = out.bins.rbegin(); bin != out.bins.rend(); ++bin) {
        for (const std::size_t side : {std::size_t(1), std::size_t(0)}) {
            const QRectF& bar = bin->bar[side];
            if (bar.isEmpty())
                continue;
            const double wide = metrics.horizontalAdvance(barText(data, *bin, side)) + 4;
            QRectF box(bar.center().x() - wide / 2, bar.top() - metrics.height() - 1, wide, metrics.height());
            box.moveLeft(std::clamp(box.left(), out.plot.left(), std::max(out.plot.left(), out.plot.right() - wide)));
            const bool crowded = std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); });
            const bool overBar = std::ranges::any_of(out.bins, [&](const HistogramLayout::Bin& other) {
                return std::ranges::any_of(other.bar, [&](const QRectF& b) { return b != bar && b.intersects(box); });
            });
            if (crowded || overBar)
                continue;
            bin->label[side] = box;
            taken.push_back(box);
        }
    }
}

/// Labels of the cuts in lines at the top, one below the other.
void placeLines(HistogramLayout& out, const HistogramData& data, const QFontMetricsF& metrics)
{
    double y = out.plot.top();
    for (std::size_t i = 0; i < data.cuts.size(); ++i) {
        const HistogramData::Cut& cut = data.cuts[i];
        HistogramLayout::Line line;
        line.cut = i;
        line.drawn = cut.at && *cut.at >= out.low && *cut.at <= out.high;
        const QString text = cut.at ? cut.name : cut.note;
        const double wide = metrics.horizontalAdvance(text) + metrics.height() * 0.5;
        if (line.drawn) {
            line.x = out.xOf(*cut.at);
            line.leftOfLine = line.x + wide > out.plot.right();
        }
        const double right = line.drawn ? (line.leftOfLine ? line.x : line.x + wide) : out.plot.right();
        line.label = QRectF(right - wide, y, wide, metrics.height());
        y += metrics.height() * 1.1;
        out.lines.push_back(line);
    }
}

}  // namespace

double HistogramLayout::xOf(double value) const
{
    return plot.left() + plot.width() * (value - low) / (high - low);
}

HistogramLayout layOutHistogram(const HistogramData& data, const QRectF& area, const QFontMetricsF& metrics,
                                bool fromZero)
{
    const double line = metrics.height();
    HistogramLayout out;
    out.plot = area.adjusted(line * 0.8, 0, -line * 0.8, -line * 2.6);
    out.title = QRectF(area.left(), area.bottom() - line * 1.2, area.width(), line * 1.2);
    if (data.isEmpty() || out.plot.width() < line * 4 || out.plot.height() < line * 4)
        return out;
    const Range range = rangeOf(data);
    const double perTick = metrics.averageCharWidth() * 11;
    const double base = fromZero ? 0 : range.low;
    const double span = std::max(range.high - base, std::max(range.high, 1.0) * 1e-3);
    const Axis axis = niceAxis(span * 1.02, out.plot.width(), perTick);
    out.unit = format::unitFor(range.high);
    out.unit.decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(axis.step / out.unit.ns) - 1e-9)));
    out.low = std::floor(base / axis.step) * axis.step;
    out.high = std::ceil((base + span * 1.02) / axis.step - 1e-9) * axis.step;
    const auto ticks = static_cast<std::size_t>(std::lround((out.high - out.low) / axis.step));
    for (std::size_t t = 0; t <= ticks; ++t) {
        const double value = out.low + axis.step * static_cast<double>(t);
        out.ticks.push_back({out.xOf(value), format::inUnit(value, out.unit)});
    }
    std::size_t parts = 10;
    while (parts > 1 && out.plot.width() / static_cast<double>(ticks * parts) < line * 0.8)
        parts = parts == 10 ? 5 : parts == 5 ? 2 : 1;
    placeBins(out, data, axis.step / static_cast<double>(parts), ticks * parts);
    placeBars(out, data, metrics);
    placeLines(out, data, metrics);
    placeLabels(out, data, metrics);
    return out;
}

int binAt(const HistogramLayout& layout, QPointF point)
{
    if (point.y() < layout.plot.top() || point.y() > layout.plot.bottom() + 1)
        return -1;
    for (std::size_t b = 0; b < layout.bins.size(); ++b)
        if (point.x() >= layout.bins[b].band.left() && point.x() < layout.bins[b].band.right())
            return static_cast<int>(b);
    return -1;
}

std::vector<int> idsIn(const HistogramData& data, const HistogramLayout& layout, int first, int last)
{
    std::vector<int> ids;
    for (int b = std::max(first, 0); b <= last && b < static_cast<int>(layout.bins.size()); ++b) {
        const HistogramLayout::Bin& bin = layout.bins[static_cast<std::size_t>(b)];
        for (std::size_t side = 0; side < 2; ++side)
            for (std::size_t i = 0; i < bin.count[side]; ++i)
                ids.push_back(data.sides[side][bin.first[side] + i].id);
    }
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

QString barText(const HistogramData& data, const HistogramLayout::Bin& bin, std::size_t side)
{
    if (bin.count[side] == 1)
        return QCoreApplication::translate("Histogram", "rank %1").arg(data.sides[side][bin.first[side]].id);
    return QCoreApplication::translate("Histogram", "%1 ranks").arg(format::count(bin.count[side]));
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapLayout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace headwater {

namespace {

constexpr int kShades = 255;  ///< on each side of the middle

struct Span {
    std::size_t first = 0, last = 0;  ///< last is past the end
};

/// The cells under each of `pixels` pixels.
std::vector<Span> spansOf(double from, double length, int pixels, std::size_t count)
{
    std::vector<Span> spans;
    spans.reserve(static_cast<std::size_t>(pixels));
    for (int i = 0; i < pixels; ++i) {
        const double low = from + length * i / pixels;
        const double high = from + length * (i + 1) / pixels;
        const auto first = std::min(static_cast<std::size_t>(std::max(low, 0.0)), count - 1);
        const auto last = std::min(static_cast<std::size_t>(std::max(std::ceil(high - 1e-9), 0.0)), count);
        // Larger cells than pixels: the one in the pixel's middle.
        if (high - low < 1) {
            const auto middle = std::min(static_cast<std::size_t>((low + high) / 2), count - 1);
            spans.push_back({middle, middle + 1});
        } else {
            spans.push_back({first, std::max(last, first + 1)});
        }
    }
    return spans;
}

/// The slower of two tints: a fast rank must not hide a slow one. A number beats none.
float slower(float a, float b)
{
    return std::isnan(a) || b > a ? b : a;
}

/// For each column the tint of the rows in `span` that is drawn.
void reduceRows(const HeatMapData& data, Span span, std::vector<float>& out)
{
    const std::size_t width = data.columns.size();
    std::memcpy(out.data(), &data.tint[span.first * width], width * sizeof(float));
    for (std::size_t row = span.first + 1; row < span.last; ++row) {
        const float* cells = &data.tint[row * width];
        for (std::size_t c = 0; c < width; ++c)
            out[c] = slower(out[c], cells[c]);
    }
}

std::array<QRgb, 2 * kShades + 1> shades(bool diverging, const Palette& palette)
{
    std::array<QRgb, 2 * kShades + 1> table{};
    for (int i = -kShades; i <= kShades; ++i)
        table[static_cast<std::size_t>(i + kShades)] =
            heatColour(static_cast<double>(i) / kShades, diverging, palette).rgb();
    return table;
}

}  // namespace

QColor heatColour(double tint, bool diverging, const Palette& palette)
{
    const double t = std::clamp(tint, -1.0, 1.0);
    if (!diverging)
        return mix(mix(palette.baseline, palette.page, 0.9), mix(palette.baseline, palette.text, 0.25),
                   std::max(t, 0.0));
    const QColor middle = mix(palette.neutral, palette.page, palette.dark ? 0.75 : 0.84);
    return mix(middle, t < 0 ? palette.baseline : palette.current, std::abs(t));
}

QRectF HeatMapLayout::cell(std::size_t row, std::size_t column) const
{
    const auto r = static_cast<double>(row);
    const auto c = static_cast<double>(column);
    return {QPointF(xOf(c), yOf(r)), QPointF(xOf(c + 1), yOf(r + 1))};
}

HeatMapLayout layOutHeatMap(const HeatMapData& data, const HeatMapView& view, const QRectF& area,
                            const QFontMetricsF& metrics)
{
    HeatMapLayout out;
    out.view = clamped(data, view);
    const double line = metrics.height();
    double widest = 0;
    constexpr std::size_t kLooked = 200;  // names of ranks are much alike: no need to measure ten thousand
    const std::size_t stride = std::max<std::size_t>(data.rows.size() / kLooked, 1);
    for (std::size_t r = 0; r < data.rows.size(); r += stride)
        widest = std::max(widest, metrics.horizontalAdvance(data.rows[r].name));
    if (!data.rows.empty())
        widest = std::max(widest, metrics.horizontalAdvance(data.rows.back().name));
    widest = std::max(widest, metrics.horizontalAdvance(data.columnTitle));
    const double nameWidth = std::min(widest * 1.08 + line * 1.4, area.width() * 0.35);
    constexpr double kTallest = 3.2;  // lines
    const double room = area.height() - line * 2.9;
    const double high = std::min(room, out.view.rows * line * kTallest);
    out.plot = QRectF(area.left() + nameWidth, area.top(), area.width() - nameWidth - line * 0.5, std::max(high, 1.0));
    out.names = QRectF(area.left(), area.top(), nameWidth, out.plot.height());
    out.below = QRectF(out.plot.left(), out.plot.bottom() + line * 0.15, out.plot.width(), line * 1.1);
    out.legend = QRectF(area.left(), out.below.bottom() + line * 0.2, out.plot.right() - area.left(), line * 1.1);
    return out;
}

std::pair<int, int> cellAt(const HeatMapData& data, const HeatMapLayout& layout, QPointF point)
{
    if (data.isEmpty() || point.y() < layout.plot.top() || point.y() >= layout.plot.bottom() ||
        point.x() < layout.names.left() || point.x() >= layout.plot.right())
        return {-1, -1};
    const auto row = static_cast<int>(layout.view.row + (point.y() - layout.plot.top()) / layout.rowHeight());
    if (point.x() < layout.plot.left())
        return {std::min(row, static_cast<int>(data.rows.size()) - 1), -1};
    const auto column = static_cast<int>(layout.view.column + (point.x() - layout.plot.left()) / layout.columnWidth());
    return {std::min(row, static_cast<int>(data.rows.size()) - 1),
            std::min(column, static_cast<int>(data.columns.size()) - 1)};
}

HeatMapView fullView(const HeatMapData& data)
{
    return {0, std::max(1.0, static_cast<double>(data.rows.size())), 0,
            std::max(1.0, static_cast<double>(data.columns.size()))};
}

HeatMapView clamped(const HeatMapData& data, HeatMapView view)
{
    const HeatMapView all = fullView(data);
    view.rows = std::clamp(view.rows, std::min(4.0, all.rows), all.rows);
    view.columns = std::clamp(view.columns, std::min(2.0, all.columns), all.columns);
    view.row = std::clamp(view.row, 0.0, all.rows - view.rows);
    view.column = std::clamp(view.column, 0.0, all.columns - view.columns);
    return view;
}

HeatMapView zoomed(const HeatMapData& data, const HeatMapView& view, double factor, double row, double column)
{
    HeatMapView out = view;
    out.rows = view.rows / factor;
    out.columns = view.columns / factor;
    out = clamped(data, out);  // how far it goes is known only now
    out.row = row - (row - view.row) * out.rows / view.rows;
    out.column = column - (column - view.column) * out.columns / view.columns;
    return clamped(data, out);
}

HeatMapView showing(const HeatMapData& data, HeatMapView view, int row, int column)
{
    view.row = std::clamp(view.row, row + 1 - view.rows, static_cast<double>(row));
    view.column = std::clamp(view.column, column + 1 - view.columns, static_cast<double>(column));
    return clamped(data, view);
}

QImage heatImage(const HeatMapData& data, const HeatMapView& view, QSize pixels, const Palette& palette)
{
    QImage image(pixels, QImage::Format_RGB32);
    if (data.isEmpty() || image.isNull())
        return image;
    const auto table = shades(data.diverging, palette);
    const std::vector<Span> rows = spansOf(view.row, view.rows, pixels.height(), data.rows.size());
    const std::vector<Span> columns = spansOf(view.column, view.columns, pixels.width(), data.columns.size());
    const QRgb missing = palette.page.rgb();
    const QRgb missingDot = mix(palette.neutral, palette.page, 0.4).rgb();
    std::vector<float> tints(data.columns.size());
    for (int y = 0; y < pixels.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));  // NOLINT: how Qt gives access to pixels
        const Span span = rows[static_cast<std::size_t>(y)];
        if (y > 0 && span.first == rows[static_cast<std::size_t>(y) - 1].first && span.last == span.first + 1) {
            std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(pixels.width()) * sizeof(QRgb));
            continue;
        }
        reduceRows(data, span, tints);
        for (int x = 0; x < pixels.width(); ++x) {
            const Span cells = columns[static_cast<std::size_t>(x)];
            float tint = tints[cells.first];
            for (std::size_t c = cells.first + 1; c < cells.last; ++c)
                tint = slower(tint, tints[c]);
            if (std::isnan(tint))
                line[x] = x % 4 == 0 ? missingDot : missing;
            else
                line[x] = table[static_cast<std::size_t>(kShades +
                                                         static_cast<int>(std::clamp(tint, -1.0F, 1.0F) * kShades))];
        }
    }
    return image;
}

}  // namespace headwater

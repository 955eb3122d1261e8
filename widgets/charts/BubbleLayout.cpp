// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/BubbleLayout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/theme/CauseStyle.h"

namespace headwater {

namespace {

constexpr double kLeastRadius = 1;  ///< px: smaller ones cannot be told from dust and are not drawn

/// px, of the longest bubble: inside its lane, and beside its neighbours as far as they can still be seen.
double largestRadius(const BubbleChartData& data, const BubbleLayout& layout)
{
    constexpr double kLeast = 3;
    const double room = layout.plot.width() * data.spacing / layout.view.length;
    return std::clamp(room / 2, kLeast, std::max(layout.laneHeight * 0.48, kLeast));
}

void addLabels(BubbleLayout& out, const BubbleChartData& data, const QFontMetricsF& metrics)
{
    constexpr double kApart = 3;  // px between labels
    std::array<double, kBubbleCauses> widths{};
    for (std::size_t c = 0; c < kBubbleCauses; ++c)
        widths[c] = metrics.horizontalAdvance(cause::label(static_cast<BubbleCause>(c))) + 4;
    for (const BubbleLayout::Spot& spot : out.spots) {
        if (metrics.height() > spot.radius * 2)
            break;  // those that follow are smaller
        const double wide = widths[static_cast<std::size_t>(data.bubbles[spot.bubble].cause)];
        if (wide > spot.radius * 2)
            continue;
        const QRectF box(spot.centre.x() - wide / 2, spot.centre.y() - metrics.height() / 2, wide, metrics.height());
        const QRectF room = box.adjusted(-kApart, -kApart, kApart, kApart);
        if (std::ranges::none_of(out.labels, [&](const auto& other) { return other.box.intersects(room); }))
            out.labels.push_back({spot.bubble, box});
    }
}

}  // namespace

double spacingOf(const BubbleChartData& data)
{
    constexpr double kLong = 0.25;  // of the longest: half its radius
    std::vector<std::pair<std::size_t, double>> places;
    for (const BubbleChartData::Bubble& bubble : data.bubbles)
        if (bubble.length >= data.longest * kLong)
            places.emplace_back(bubble.lane, bubble.start + bubble.length / 2);
    std::ranges::sort(places);
    std::vector<double> distances;
    for (std::size_t i = 1; i < places.size(); ++i)
        if (places[i].first == places[i - 1].first)
            distances.push_back(places[i].second - places[i - 1].second);
    if (distances.empty())
        return data.span;
    const auto low = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 5);
    std::ranges::nth_element(distances, low);
    return *low;
}

BubbleView clamped(const BubbleChartData& data, BubbleView view, double lanesShown)
{
    constexpr double kShortest = 1e3;  // ns in the whole width
    const double span = std::max(data.span, 1.0);
    view.length = view.length <= 0 ? span : std::clamp(view.length, std::min(kShortest, span), span);
    view.time = std::clamp(view.time, 0.0, span - view.length);
    view.lane = std::clamp(view.lane, 0.0, std::max(0.0, static_cast<double>(data.lanes.size()) - lanesShown));
    return view;
}

BubbleLayout layOutBubbles(const BubbleChartData& data, const BubbleView& view, const QRectF& area,
                           const QFontMetricsF& metrics)
{
    BubbleLayout out;
    const double line = metrics.height();
    double widest = 0;
    for (const BubbleChartData::Lane& lane : data.lanes)
        widest = std::max(widest, metrics.horizontalAdvance(lane.name));
    const double wide = std::min(widest * 1.05 + line * 1.6, area.width() * 0.35);
    out.plot = QRectF(area.left() + wide, area.top(), area.width() - wide - line, area.height() - line * 2.8);
    constexpr double kLeast = 1.5;  // lines
    constexpr double kMost = 4;
    const double lanes = std::max<double>(1, static_cast<double>(data.lanes.size()));
    out.laneHeight = std::clamp(out.plot.height() / lanes, line * kLeast, line * kMost);
    out.lanesShown = std::min(lanes, out.plot.height() / out.laneHeight);
    out.plot.setHeight(out.laneHeight * out.lanesShown);
    out.names = QRectF(area.left(), area.top(), wide, out.plot.height());
    out.below = QRectF(out.plot.left(), out.plot.bottom() + line * 0.2, out.plot.width(), line * 2.4);
    out.view = clamped(data, view, out.lanesShown);
    const double largest = largestRadius(data, out);
    out.inset = largest;
    out.axis = niceAxis(out.view.length, out.plot.width(), metrics.averageCharWidth() * 13);
    for (std::size_t i = 0; i < data.bubbles.size(); ++i) {
        const BubbleChartData::Bubble& bubble = data.bubbles[i];
        const double radius = largest * std::sqrt(bubble.length / std::max(data.longest, 1.0));
        const QPointF centre(out.xOf(bubble.start + bubble.length / 2),
                             out.yOf(static_cast<double>(bubble.lane) + 0.5));
        const bool seen = centre.x() >= out.plot.left() && centre.x() <= out.plot.right() &&
                          centre.y() >= out.plot.top() && centre.y() <= out.plot.bottom();
        if (!seen || radius < kLeastRadius)
            continue;
        out.spots.push_back({i, centre, radius});
        if (std::ranges::find(out.causes, bubble.cause) == out.causes.end())
            out.causes.push_back(bubble.cause);
    }
    addLabels(out, data, metrics);
    return out;
}

int bubbleAt(const BubbleLayout& layout, QPointF point)
{
    constexpr double kReach = 4;
    int found = -1;
    double nearest = kReach;
    for (const BubbleLayout::Spot& spot : layout.spots) {
        const double away = std::hypot(point.x() - spot.centre.x(), point.y() - spot.centre.y());
        const double outside = std::max(0.0, away - spot.radius);
        // Later ones lie above: inside of one nothing below it counts.
        if (outside > nearest || (outside == nearest && outside > 0))
            continue;
        nearest = outside;
        found = static_cast<int>(spot.bubble);
    }
    return found;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ScatterLayout.h"

#include <algorithm>

#include <QCoreApplication>

namespace headwater {

namespace {

constexpr std::size_t kFew = 12;

/// Bare numbers beside points would read as counts.
QString labelOf(const ScatterData::Item& item)
{
    return QCoreApplication::translate("Scatter", "rank %1").arg(item.id);
}

void placeLabels(ScatterLayout& out, const ScatterData& data, const QFontMetricsF& metrics)
{
    constexpr std::size_t kMost = 60;
    std::vector<QRectF> taken;
    const auto place = [&](std::size_t side, std::size_t item) {
        const QPointF at = out.points[side][item];
        const double wide = metrics.horizontalAdvance(labelOf(data.sides[side][item])) + 4;
        QRectF box(at.x() + out.size * 0.7, at.y() - metrics.height() / 2, wide, metrics.height());
        if (box.right() > out.plot.right())
            box.moveRight(at.x() - out.size * 0.7);
        if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
            return;
        taken.push_back(box);
        out.labels.push_back({side, item, box, labelOf(data.sides[side][item])});
    };
    for (const bool flagged : {true, false})
        for (const std::size_t side : {std::size_t(1), std::size_t(0)})
            for (std::size_t i = data.sides[side].size(); i-- > 0 && out.labels.size() < kMost;)
                if (data.sides[side][i].flag == flagged && (flagged || data.sides[side].size() <= kFew))
                    place(side, i);
}

}  // namespace

ScatterLayout layOutScatter(const ScatterData& data, const QRectF& area, const QFontMetricsF& metrics)
{
    const double line = metrics.height();
    double largestX = 0;
    double largestY = 0;
    for (const auto& side : data.sides)
        for (const ScatterData::Item& item : side) {
            largestX = std::max(largestX, item.x);
            largestY = std::max(largestY, item.y);
        }
    ScatterLayout out;
    out.y = niceAxis(largestY * 1.03, area.height() - line * 4, line * 2.4);
    double wide = 0;
    for (int tick = 0; tick <= out.y.ticks(); ++tick)
        wide = std::max(wide, metrics.horizontalAdvance(out.y.label(tick)));
    out.plot = area.adjusted(wide * 1.15 + line, line * 1.6, -line * 0.8, -line * 2.6);
    out.x = niceAxis(largestX * 1.03, out.plot.width(), metrics.averageCharWidth() * 11);
    out.yTitle = QRectF(area.left(), area.top(), area.width(), line * 1.2);
    out.xTitle = QRectF(area.left(), area.bottom() - line * 1.2, area.width(), line * 1.2);
    constexpr std::size_t kMany = 400;
    out.size = line * (data.size() > kMany ? 0.3 : 0.6);
    for (std::size_t side = 0; side < 2; ++side)
        for (const ScatterData::Item& item : data.sides[side])
            out.points[side].emplace_back(out.plot.left() + out.plot.width() * out.x.fraction(item.x),
                                          out.plot.bottom() - out.plot.height() * out.y.fraction(item.y));
    placeLabels(out, data, metrics);
    return out;
}

ScatterHit pointAt(const ScatterLayout& layout, QPointF point)
{
    ScatterHit hit;
    const double reach = std::max(layout.size, 8.0);
    double nearest = reach * reach;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < layout.points[side].size(); ++i) {
            const QPointF away = layout.points[side][i] - point;
            const double distance = QPointF::dotProduct(away, away);
            if (distance > nearest)
                continue;
            nearest = distance;
            hit = {static_cast<int>(side), i};
        }
    if (hit.side < 0)
        for (const ScatterLayout::Label& label : layout.labels)
            if (label.box.contains(point))
                return {static_cast<int>(label.side), label.item};
    return hit;
}

}  // namespace headwater

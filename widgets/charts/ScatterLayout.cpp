// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ScatterLayout.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/theme/Format.h"

namespace headwater {

namespace {

constexpr std::size_t kFew = 12;

/// Bare numbers beside points would read as counts.
QString labelOf(const ScatterData::Item& item)
{
    return QCoreApplication::translate("Scatter", "rank %1").arg(item.id);
}

/// Points one name stands for: `items` of a side that lie on one another, the last first.
struct Cluster {
    std::size_t side = 0;
    std::vector<std::size_t> items;
};

/// Flagged items stand alone, in front; of the others those that touch the first of a cluster belong to it, where they
/// are few enough to have names at all.
std::vector<Cluster> clustersOf(const ScatterLayout& out, const ScatterData& data)
{
    std::vector<Cluster> clusters;
    for (const bool flagged : {true, false})
        for (const std::size_t side : {std::size_t(1), std::size_t(0)}) {
            const std::size_t begin = clusters.size();
            for (std::size_t i = data.sides[side].size(); i-- > 0;) {
                if (data.sides[side][i].flag != flagged || (!flagged && data.sides[side].size() > kFew))
                    continue;
                const auto near = [&](const Cluster& cluster) {
                    const QPointF away = out.points[side][cluster.items.front()] - out.points[side][i];
                    return away.manhattanLength() < out.size * 2;
                };
                const auto found = std::find_if(clusters.begin() + static_cast<std::ptrdiff_t>(begin), clusters.end(),
                                                [&](const Cluster& cluster) { return !flagged && near(cluster); });
                if (found == clusters.end())
                    clusters.push_back({side, {i}});
                else
                    found->items.push_back(i);
            }
        }
    return clusters;
}

QString labelOf(const Cluster& cluster, const ScatterData& data)
{
    const auto& side = data.sides[cluster.side];
    if (cluster.items.size() == 1)
        return labelOf(side[cluster.items.front()]);
    std::vector<int> ids;
    for (const std::size_t item : cluster.items)
        ids.push_back(side[item].id);
    std::ranges::sort(ids);
    return QCoreApplication::translate("Scatter", "ranks %1").arg(format::rankList(ids));
}

void placeLabels(ScatterLayout& out, const ScatterData& data, const QFontMetricsF& metrics)
{
    constexpr std::size_t kMost = 60;
    std::vector<QRectF> taken;
    for (const Cluster& cluster : clustersOf(out, data)) {
        if (out.labels.size() >= kMost)
            return;
        const QString text = labelOf(cluster, data);
        const QPointF at = out.points[cluster.side][cluster.items.front()];
        const QSizeF size(metrics.horizontalAdvance(text) + 4, metrics.height());
        const double away = out.size * 0.7;
        // Beside the point where there is room, else above it.
        for (const QPointF corner : {QPointF(at.x() + away, at.y() - size.height() / 2),
                                     QPointF(at.x() - away - size.width(), at.y() - size.height() / 2),
                                     QPointF(at.x() - size.width() / 2, at.y() - away - size.height())}) {
            const QRectF box(corner, size);
            if (box.left() < out.plot.left() || box.right() > out.plot.right() ||
                std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
                continue;
            taken.push_back(box);
            out.labels.push_back({cluster.side, cluster.items.front(), box, text});
            break;
        }
    }
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

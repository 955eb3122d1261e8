// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/TopologyLayout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headwater {

namespace {

using Detail = TopologyLayout::Detail;
using Part = TopologyLayout::Kind;
constexpr int kDotsPerRow = 8;

/// Sizes of one degree of detail.
struct Look {
    Detail detail = Detail::Gpus;
    QSizeF cell;            ///< of a node, or of the tile that stands for a switch
    double gap = 2;         ///< between cells
    double head = 0;        ///< height of a leaf's name
    double leastBlock = 0;  ///< width that a leaf's name wants
    double aspect = 2.2;    ///< width by height of a leaf's nodes; wider than high, as pages are
    bool beside = false;    ///< a spine stands left of its leaves, not above
};

struct Pen {
    TopologyLayout& layout;
    QRectF area;
    double line = 0;
    double x = 0, y = 0;
    double rowHeight = 0;
    bool spines = false;  ///< they have names
    double label = 0;     ///< width of a spine
    double gap = 0;       ///< above a row of leaves, for the bus
    double left = 0;      ///< where rows of leaves begin
    QRectF head = {};     ///< of the spine

    /// Where a bus at this height begins: at the spine beside it, else at the line down from it.
    [[nodiscard]] double trunk(double bus) const
    {
        return bus > head.top() && bus < head.bottom() ? head.right() : area.left() + line * 0.5;
    }
};

template <class Named>
double widest(const std::vector<Named>& all, const QFontMetricsF& metrics)
{
    // Of ten thousand names those with most letters are measured.
    qsizetype longest = 0;
    for (const Named& one : all)
        longest = std::max(longest, one.name.size());
    double out = 0;
    int measured = 0;
    constexpr int kMeasured = 200;
    for (const Named& one : all)
        if (one.name.size() + 1 >= longest && measured++ < kMeasured)
            out = std::max(out, metrics.horizontalAdvance(one.name));
    return out;
}

std::vector<Look> looks(const TopologyData& data, const QFontMetricsF& metrics)
{
    const double line = metrics.height();
    const double most = metrics.averageCharWidth() * 18;
    const double name = std::min(widest(data.nodes, metrics), most);
    const double leaf = std::min(widest(data.leaves, metrics), most);
    const int dotRows = (data.gpusPerNode + kDotsPerRow - 1) / kDotsPerRow;
    const double room = line * (data.groups > 0 ? 3.1 : 2.2);  // beside a name: the mark, the group, the edges
    const double dots = line * 0.46 * std::min(data.gpusPerNode, kDotsPerRow);
    std::vector<Look> out;
    constexpr int kMostDotRows = 4;
    if (dotRows <= kMostDotRows)
        out.push_back({Detail::Gpus,
                       {std::max(name + room, dots + line), line * 1.5 + line * 0.5 * dotRows},
                       line * 0.3,
                       line * 1.3,
                       leaf + line});
    out.push_back({Detail::Names, {name + room, line * 1.35}, line * 0.25, line * 1.3, leaf + line});
    for (const double size : {1.3, 0.95, 0.7, 0.55})
        for (const double aspect : {2.2, 1.2, 0.6})
            out.push_back({Detail::Nodes,
                           {line * size, line * size},
                           std::max(1.5, line * size * 0.14),
                           line * 1.15,
                           std::min(leaf, line * 3) + line * 0.5,
                           aspect,
                           true});
    out.push_back({Detail::Leaves, {leaf + line * 5, line * 2.2}, line * 0.3, 0, 0});
    out.push_back({Detail::Leaves, {line * 2.2, line * 1.2}, line * 0.2, 0, 0, 1, true});
    out.push_back({Detail::Spines, {metrics.averageCharWidth() * 24, line * 2.2}, line * 0.3, 0, 0});
    out.push_back({Detail::Spines, {line * 2.6, line * 1.2}, line * 0.2, 0, 0});
    return out;
}

bool named(const TopologyData& data)
{
    return std::ranges::any_of(data.spines, [](const TopologyData::Spine& one) { return !one.name.isEmpty(); });
}

void newRow(Pen& pen, double left, double gap)
{
    pen.y += pen.rowHeight + gap;
    pen.x = left;
    pen.rowHeight = 0;
}

/// One leaf with its nodes, where the pen is; the pen moves on.
void placeLeaf(Pen& pen, const TopologyData& data, int leaf, const Look& look)
{
    const TopologyData::Leaf& one = data.leaves[static_cast<std::size_t>(leaf)];
    const bool tile = look.detail >= Detail::Leaves;
    const double pad = tile ? 0 : pen.line * 0.35;
    const auto count = static_cast<double>(one.nodes.size());
    const double pitchX = look.cell.width() + look.gap;
    const double pitchY = look.cell.height() + look.gap;
    const double room = std::max(1.0, std::floor((pen.area.right() - pen.left - 2 * pad + look.gap) / pitchX));
    const double wanted = std::ceil(std::sqrt(count * look.aspect * pitchY / pitchX));
    const double rows = tile ? 1 : std::ceil(count / std::clamp(wanted, 1.0, std::min(count, room)));
    const double columns = tile ? 1 : std::ceil(count / rows);  // as even as that many rows allow
    const QSizeF size(std::max(columns * pitchX - look.gap, look.leastBlock) + 2 * pad,
                      rows * pitchY - look.gap + 2 * pad + look.head);
    if (pen.x > pen.left && pen.x + size.width() > pen.area.right())
        newRow(pen, pen.left, pen.gap);
    const QRectF block(QPointF(pen.x, pen.y), size);
    if (pen.left > pen.area.left()) {
        const double bus = block.top() - pen.gap * 0.5;
        pen.layout.links.emplace_back(pen.trunk(bus), bus, block.left() + pen.line * 0.9, bus);
        pen.layout.links.emplace_back(block.left() + pen.line * 0.9, bus, block.left() + pen.line * 0.9, block.top());
    }
    if (!tile)
        pen.layout.frames.push_back(block);
    pen.layout.items.push_back(
        {Part::Leaf, leaf, tile ? block : QRectF(block.topLeft(), QSizeF(block.width(), look.head + pad * 0.5))});
    for (std::size_t i = 0; i < one.nodes.size() && !tile; ++i) {
        const auto at = static_cast<double>(i);
        const double column = std::fmod(at, columns);
        const double row = std::floor(at / columns);
        pen.layout.items.push_back(
            {Part::Node, one.nodes[i],
             QRectF(block.left() + pad + column * pitchX, block.top() + look.head + pad + row * pitchY,
                    look.cell.width(), look.cell.height())});
    }
    pen.x += size.width() + std::max(look.gap * 2, pen.line * 0.3);
    pen.rowHeight = std::max(pen.rowHeight, size.height());
}

void placeSpines(Pen& pen, const TopologyData& data, const Look& look)
{
    for (int spine = 0; spine < static_cast<int>(data.spines.size()); ++spine) {
        if (pen.x > pen.area.left() && pen.x + look.cell.width() > pen.area.right())
            newRow(pen, pen.area.left(), look.gap);
        pen.layout.items.push_back({Part::Spine, spine, QRectF(QPointF(pen.x, pen.y), look.cell)});
        pen.x += look.cell.width() + look.gap;
        pen.rowHeight = look.cell.height();
    }
}

/// A spine, where it has a name, and its leaves.
void placeBand(Pen& pen, const TopologyData& data, int spine, const Look& look)
{
    const double top = pen.y;
    if (pen.spines) {
        pen.head = QRectF(pen.area.left(), pen.y, pen.label, pen.line * 1.35);
        pen.layout.items.push_back({Part::Spine, spine, pen.head});
        pen.y = look.beside ? pen.head.center().y() + pen.gap * 0.5 : pen.head.bottom() + pen.gap;
    }
    pen.x = pen.left;
    pen.rowHeight = 0;
    for (const int leaf : data.spines[static_cast<std::size_t>(spine)].leaves)
        placeLeaf(pen, data, leaf, look);
    pen.rowHeight = std::max(pen.rowHeight, top + pen.head.height() - pen.y);
    // The line down to the last row of leaves.
    const double x = pen.area.left() + pen.line * 0.5;
    if (pen.spines && !pen.layout.links.empty() && pen.layout.links.back().y1() > pen.head.bottom())
        pen.layout.links.emplace_back(x, pen.head.bottom(), x, pen.layout.links.back().y1());
}

TopologyLayout place(const TopologyData& data, const QRectF& area, const QFontMetricsF& metrics, const Look& look)
{
    TopologyLayout layout;
    layout.detail = look.detail;
    const double line = metrics.height();
    layout.legend = QRectF(area.left(), area.bottom() - line * 1.2, area.width(), line * 1.2);
    layout.dots = QRectF(line * 0.5, line * 1.4, line * 0.46, line * 0.5);
    Pen pen{layout, area.adjusted(0, 0, 0, -line * 1.8), line, area.left(), area.top()};
    pen.spines = named(data);
    pen.gap = line * (pen.spines && !look.beside ? 0.8 : 0.5);
    pen.label = std::min(widest(data.spines, metrics) + line * 1.6, area.width() / 4);
    pen.left = area.left();
    if (pen.spines)
        pen.left += line * 1.3 + (look.beside ? pen.label : 0);
    if (look.detail == Detail::Spines)
        placeSpines(pen, data, look);
    else
        for (int spine = 0; spine < static_cast<int>(data.spines.size()); ++spine) {
            if (spine > 0)
                newRow(pen, area.left(), line * (look.beside ? 0.4 : 0.7));
            placeBand(pen, data, spine, look);
        }
    layout.used = pen.y + pen.rowHeight - area.top() + line * 1.8;
    layout.whole = pen.y + pen.rowHeight <= pen.area.bottom();
    return layout;
}

}  // namespace

TopologyLayout layOutTopology(const TopologyData& data, const QRectF& area, const QFontMetricsF& metrics)
{
    TopologyLayout layout;
    if (data.isEmpty())
        return layout;
    for (const Look& look : looks(data, metrics)) {
        // What cannot fit is not laid out: each cell needs its area.
        const double cells = look.detail < Detail::Leaves    ? static_cast<double>(data.nodes.size())
                             : look.detail == Detail::Leaves ? static_cast<double>(data.leaves.size())
                                                             : 0;
        if (cells * look.cell.width() * look.cell.height() > area.width() * area.height())
            continue;
        layout = place(data, area, metrics, look);
        if (layout.whole)
            return layout;
    }
    return layout;
}

int itemAt(const TopologyLayout& layout, QPointF point)
{
    int found = -1;
    for (std::size_t i = 0; i < layout.items.size(); ++i)
        if (layout.items[i].box.contains(point) &&
            (found < 0 || layout.items[i].kind >= layout.items[static_cast<std::size_t>(found)].kind))
            found = static_cast<int>(i);
    return found;
}

int itemBeside(const TopologyLayout& layout, int item, bool down)
{
    if (item < 0 || item >= static_cast<int>(layout.items.size()))
        return item;
    const QRectF& from = layout.items[static_cast<std::size_t>(item)].box;
    int best = item;
    double least = 0;
    for (int i = 0; i < static_cast<int>(layout.items.size()); ++i) {
        const QRectF& box = layout.items[static_cast<std::size_t>(i)].box;
        const double dy = down ? box.top() - from.bottom() : from.top() - box.bottom();
        if (i == item || dy < -1)
            continue;
        const double dx = std::max({0.0, box.left() - from.center().x(), from.center().x() - box.right()});
        const double cost = dy * 3 + dx;
        if (best == item || cost < least) {
            best = i;
            least = cost;
        }
    }
    return best;
}

std::vector<int> nodesOf(const TopologyData& data, const TopologyLayout::Item& item)
{
    const auto index = static_cast<std::size_t>(item.index);
    if (item.kind == Part::Node)
        return {item.index};
    if (item.kind == Part::Leaf)
        return data.leaves[index].nodes;
    std::vector<int> out;
    for (const int leaf : data.spines[index].leaves) {
        const auto& nodes = data.leaves[static_cast<std::size_t>(leaf)].nodes;
        out.insert(out.end(), nodes.begin(), nodes.end());
    }
    std::ranges::sort(out);
    return out;
}

QRectF gpuBox(const TopologyLayout& layout, const QRectF& node, int gpu, int gpusPerNode)
{
    const int perRow = std::min(gpusPerNode, kDotsPerRow);
    const int row = gpu / perRow;
    const double size = layout.dots.width() * 0.72;
    return {node.left() + layout.dots.left() + layout.dots.width() * (gpu % perRow),
            node.top() + layout.dots.top() + layout.dots.height() * row, size, size};
}

}  // namespace headwater

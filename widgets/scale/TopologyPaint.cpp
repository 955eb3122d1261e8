// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/TopologyPaint.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

#include "widgets/scale/ScaleViews.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(TopologyMap)
};

using scale::NodeState;
using Detail = TopologyLayout::Detail;
using Part = TopologyLayout::Kind;

/// ▲ suspected, ✓ cleared, ○ open: the shape tells it without the colour.
void mark(QPainter& painter, const QRectF& box, NodeState state, const Palette& p)
{
    painter.save();
    if (state == NodeState::Suspected) {
        QPainterPath path;
        path.moveTo(box.center().x(), box.top());
        path.lineTo(box.bottomRight());
        path.lineTo(box.bottomLeft());
        path.closeSubpath();
        painter.fillPath(path, p.current);
    } else if (state == NodeState::Cleared) {
        painter.setPen(
            QPen(p.baselineText, std::max(1.2, box.width() * 0.16), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF{QPointF(box.left(), box.center().y()),
                                       QPointF(box.left() + box.width() * 0.38, box.bottom() - box.height() * 0.12),
                                       QPointF(box.right(), box.top() + box.height() * 0.1)});
    } else {
        painter.setPen(QPen(p.muted, 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(box.adjusted(1, 1, -1, -1));
    }
    painter.restore();
}

QRectF middle(const QRectF& box, double size)
{
    return {box.center().x() - size / 2, box.center().y() - size / 2, size, size};
}

QColor fillOf(NodeState state, const Palette& p)
{
    if (state == NodeState::Suspected)
        return mix(p.card, p.current, p.dark ? 0.28 : 0.16);
    return state == NodeState::Cleared ? mix(p.card, p.baseline, p.dark ? 0.14 : 0.07) : p.card;
}

/// Groups differ by the line around their nodes.
QPen groupPen(int group, double width, const Palette& p)
{
    constexpr std::array kLines{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    return {p.first, width, kLines[static_cast<std::size_t>(group) % kLines.size()], Qt::FlatCap, Qt::MiterJoin};
}

QString elided(const QPainter& painter, const QString& text, double width)
{
    return painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(width));
}

void paintGpus(QPainter& painter, const TopologyData& data, const TopologyLayout& layout,
               const TopologyLayout::Item& item, const TopologyLook& look)
{
    const Palette& p = look.palette;
    const std::vector<int>& ranks = data.nodes[static_cast<std::size_t>(item.index)].ranks;
    for (int gpu = 0; gpu < data.gpusPerNode; ++gpu) {
        const QRectF dot = gpuBox(layout, item.box, gpu, data.gpusPerNode);
        const bool known = gpu < static_cast<int>(ranks.size());
        const bool chosen = known && std::ranges::binary_search(look.ranks, ranks[static_cast<std::size_t>(gpu)]);
        painter.setPen(QPen(chosen ? p.text : known ? p.neutral : mix(p.neutral, p.card, 0.45), 1));
        painter.setBrush(chosen ? QBrush(p.text) : known ? QBrush(mix(p.neutral, p.card, 0.35)) : QBrush(Qt::NoBrush));
        painter.drawRect(chosen ? dot.adjusted(-1, -1, 1, 1) : dot);
    }
}

void paintNode(QPainter& painter, const TopologyData& data, const TopologyLayout& layout,
               const TopologyLayout::Item& item, const TopologyLook& look)
{
    const Palette& p = look.palette;
    const TopologyData::Node& node = data.nodes[static_cast<std::size_t>(item.index)];
    const double line = QFontMetricsF(painter.font()).height();
    const bool chosen = std::ranges::binary_search(look.nodes, item.index);
    const bool small = layout.detail == Detail::Nodes;
    const double round = small ? 1.5 : 3;
    painter.setPen(QPen(p.border, 1));
    painter.setBrush(fillOf(node.state, p));
    painter.drawRoundedRect(item.box, round, round);
    if (node.group >= 0) {
        painter.setPen(groupPen(node.group, !small ? 2 : item.box.width() < line * 0.9 ? 1 : 1.6, p));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(item.box.adjusted(1, 1, -1, -1), round, round);
    }
    if (chosen) {
        painter.setPen(QPen(p.text, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(item.box.adjusted(-1.5, -1.5, 1.5, 1.5), round + 1, round + 1);
    }
    if (small)
        return mark(painter, middle(item.box, item.box.width() * 0.5), node.state, p);
    const QRectF head(item.box.left() + line * 0.4, item.box.top() + line * 0.1, item.box.width() - line * 0.8,
                      line * 1.2);
    mark(painter, middle({head.left(), head.top(), line * 0.7, head.height()}, line * 0.55), node.state, p);
    const double letter = node.group >= 0 ? line * 0.8 : 0;
    painter.setPen(p.text);
    const QRectF name = head.adjusted(line * 0.85, 0, -letter, 0);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, elided(painter, node.name, name.width()));
    if (node.group >= 0) {
        painter.setPen(p.dark ? p.first : p.text);
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, groupName(static_cast<std::size_t>(node.group)));
    }
    if (layout.detail == Detail::Gpus)
        paintGpus(painter, data, layout, item, look);
}

/// One tile for all nodes below a switch: how many are suspected, cleared, open, as a bar and as numbers.
void paintTile(QPainter& painter, const TopologyData& data, const TopologyLayout::Item& item, const QString& title,
               const TopologyLook& look)
{
    const Palette& p = look.palette;
    const double line = QFontMetricsF(painter.font()).height();
    std::array<int, 3> counts{};
    bool chosen = false;
    int group = -1;
    const std::vector<int> nodes = nodesOf(data, item);
    for (const int index : nodes) {
        const TopologyData::Node& node = data.nodes[static_cast<std::size_t>(index)];
        ++counts[static_cast<std::size_t>(node.state)];
        chosen |= std::ranges::binary_search(look.nodes, index);
        group = node.group >= 0 && group < 0 ? node.group : group;
    }
    painter.setPen(QPen(p.border, 1));
    painter.setBrush(p.card);
    painter.drawRoundedRect(item.box, 2, 2);
    double x = item.box.left() + 2;
    const double wide = item.box.width() - 4;
    for (const NodeState state : {NodeState::Suspected, NodeState::Cleared, NodeState::Open}) {
        const double part = wide * counts[static_cast<std::size_t>(state)] / static_cast<double>(nodes.size());
        const QColor ink = state == NodeState::Suspected ? p.current
                           : state == NodeState::Cleared ? mix(p.baseline, p.card, 0.3)
                                                         : p.grid;
        painter.fillRect(QRectF(x, item.box.bottom() - line * 0.32, part, line * 0.26), ink);
        x += part;
    }
    if (group >= 0 || chosen) {
        painter.setPen(chosen ? QPen(p.text, 2) : groupPen(group, 1.6, p));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(item.box.adjusted(1, 1, -1, -1), 2, 2);
    }
    const QRectF text = item.box.adjusted(line * 0.3, 0, -line * 0.3, -line * 0.35);
    const int suspected = counts[static_cast<std::size_t>(NodeState::Suspected)];
    const bool roomy = text.height() > line * 1.2;
    const double right = line * 2.2;
    const QRectF count = roomy ? QRectF(text.right() - right, text.top(), right, text.height()) : text;
    if (suspected > 0) {
        mark(painter, middle({count.left(), count.top(), line * 0.7, count.height()}, line * 0.5), NodeState::Suspected,
             p);
        painter.setPen(p.text);
        painter.drawText(count, Qt::AlignRight | Qt::AlignVCenter, QString::number(suspected));
    } else if (counts[static_cast<std::size_t>(NodeState::Cleared)] > 0) {
        mark(painter, middle(count, line * 0.5), NodeState::Cleared, p);
    }
    if (!roomy)
        return;
    painter.setPen(p.text);
    const QRectF name = text.adjusted(0, 0, -right - line * 0.3, 0);
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter, elided(painter, title, name.width()));
}

void paintSwitch(QPainter& painter, const TopologyData& data, const TopologyLayout& layout,
                 const TopologyLayout::Item& item, const TopologyLook& look)
{
    const Palette& p = look.palette;
    const double line = QFontMetricsF(painter.font()).height();
    const auto index = static_cast<std::size_t>(item.index);
    const QString& name = item.kind == Part::Spine ? data.spines[index].name : data.leaves[index].name;
    const bool tile = item.kind == Part::Spine ? layout.detail == Detail::Spines : layout.detail >= Detail::Leaves;
    if (tile)
        return paintTile(painter, data, item, name.isEmpty() ? Tr::tr("spine unknown") : name, look);
    if (item.kind == Part::Spine) {
        painter.setPen(QPen(p.border, 1.2));
        painter.setBrush(p.raised);
        painter.drawRoundedRect(item.box, line * 0.3, line * 0.3);
    }
    const bool spine = item.kind == Part::Spine;
    const double pad = line * (spine ? 0.8 : 0.4);
    painter.setPen(spine ? p.text : p.muted);
    painter.drawText(item.box.adjusted(pad, 0, -pad * 0.5, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     elided(painter, name, item.box.width() - pad * 1.5));
}

void paintLegend(QPainter& painter, const TopologyData& data, const QRectF& box, const Palette& p)
{
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    double x = box.left();
    const auto say = [&](const QString& text) {
        painter.setPen(p.muted);
        painter.drawText(QRectF(x, box.top(), box.right() - x, box.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += metrics.horizontalAdvance(text) + line * 1.2;
    };
    for (const NodeState state : {NodeState::Suspected, NodeState::Cleared, NodeState::Open}) {
        mark(painter, middle({x, box.top(), line * 0.8, box.height()}, line * 0.6), state, p);
        x += line * 1.1;
        say(stateName(state));
    }
    constexpr int kGroups = 4;
    if (data.groups > 0)
        say(Tr::tr("next experiment:"));
    for (int group = 0; group < std::min(data.groups, kGroups); ++group) {
        painter.setPen(groupPen(group, 2, p));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(middle({x, box.top(), line * 1.1, box.height()}, line * 0.75));
        x += line * 1.4;
        say(groupName(static_cast<std::size_t>(group)));
    }
    if (data.groups > kGroups)
        say(Tr::tr("and %1 more").arg(data.groups - kGroups));
}

}  // namespace

void paintTopology(QPainter& painter, const TopologyData& data, const TopologyLayout& layout, const TopologyLook& look)
{
    const Palette& p = look.palette;
    painter.setPen(QPen(p.border, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawLines(layout.links.data(), static_cast<int>(layout.links.size()));
    painter.setPen(QPen(p.border, 1));
    painter.setBrush(p.panel);
    for (const QRectF& frame : layout.frames)
        painter.drawRoundedRect(frame, 4, 4);
    painter.save();
    if (!layout.whole)
        painter.setClipRect(QRectF(layout.legend.left() - 2, 0, layout.legend.width() + 4, layout.legend.top()));
    for (const TopologyLayout::Item& item : layout.items)
        if (item.kind == Part::Node)
            paintNode(painter, data, layout, item, look);
        else
            paintSwitch(painter, data, layout, item, look);
    painter.restore();
    if (look.cursor >= 0 && look.cursor < static_cast<int>(layout.items.size())) {
        painter.setPen(QPen(p.first, 2, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(layout.items[static_cast<std::size_t>(look.cursor)].box.adjusted(-3, -3, 3, 3));
    }
    paintLegend(painter, data, layout.legend, p);
}

}  // namespace headwater

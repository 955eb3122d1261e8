// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/TopologyMap.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/charts/ChartTable.h"
#include "widgets/scale/ScaleViews.h"
#include "widgets/scale/TopologyPaint.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

using Part = TopologyLayout::Kind;
constexpr std::size_t kMostRows = 100;  ///< read out at a time

}  // namespace

TopologyMap::TopologyMap(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("Topology of the cluster"));
}

void TopologyMap::setData(TopologyData data)
{
    if (data.nodes.size() != m_data.nodes.size())
        m_cursor.reset();
    m_data = std::move(data);
    setAccessibleDescription(m_data.isEmpty() ? m_data.empty
                                              : tr("%1 nodes on %2 leaf switches under %3 spines")
                                                    .arg(m_data.nodes.size())
                                                    .arg(m_data.leaves.size())
                                                    .arg(m_data.spines.size()));
    fitHeight();
    update();
}

void TopologyMap::setSelected(const std::vector<int>& nodes, const std::vector<int>& ranks)
{
    m_selected = nodes;
    m_ranks = ranks;
    update();
}

std::vector<int> TopologyMap::selectedRanks() const
{
    std::vector<int> out;
    for (const int node : m_selected)
        for (const int rank : m_data.nodes[static_cast<std::size_t>(node)].ranks)
            if (std::ranges::binary_search(m_ranks, rank))
                out.push_back(rank);
    std::ranges::sort(out);
    return out;
}

TopologyLayout TopologyMap::chartLayout() const
{
    return layOutTopology(m_data, area(), QFontMetricsF(font()));
}

void TopologyMap::paint(QPainter& painter, const QRectF& area) const
{
    const Palette& p = paletteOf(this);
    if (m_data.isEmpty())
        return paintEmpty(painter, area, m_data.empty, p.muted);
    const TopologyLayout layout = layOutTopology(m_data, area, QFontMetricsF(painter.font()));
    paintTopology(painter, m_data, layout, {p, m_selected, m_ranks, showsFocus() ? cursorIn(layout) : -1});
}

QString TopologyMap::nameOf(const TopologyLayout::Item& item) const
{
    const auto index = static_cast<std::size_t>(item.index);
    switch (item.kind) {
    case Part::Spine:
        return m_data.spines[index].name.isEmpty() ? tr("spine unknown")
                                                   : tr("spine %1").arg(m_data.spines[index].name);
    case Part::Leaf: return tr("leaf %1").arg(m_data.leaves[index].name);
    case Part::Node: break;
    }
    return tr("node %1").arg(m_data.nodes[index].name);
}

QString TopologyMap::describe(const TopologyLayout::Item& item) const
{
    if (item.kind != Part::Node) {
        std::array<int, 3> counts{};
        const std::vector<int> nodes = nodesOf(m_data, item);
        for (const int node : nodes)
            ++counts[static_cast<std::size_t>(m_data.nodes[static_cast<std::size_t>(node)].state)];
        return tr("%1 nodes: %2 suspected, %3 cleared, %4 open")
            .arg(nodes.size())
            .arg(counts[static_cast<std::size_t>(scale::NodeState::Suspected)])
            .arg(counts[static_cast<std::size_t>(scale::NodeState::Cleared)])
            .arg(counts[static_cast<std::size_t>(scale::NodeState::Open)]);
    }
    const TopologyData::Node& node = m_data.nodes[static_cast<std::size_t>(item.index)];
    QString out = stateName(node.state);
    if (node.group >= 0)
        out += u", "_s + tr("next experiment, group %1").arg(groupName(static_cast<std::size_t>(node.group)));
    out += u", "_s +
           (node.ranks.empty() ? tr("its ranks are not known") : tr("ranks %1").arg(format::rankList(node.ranks)));
    return out;
}

QString TopologyMap::tipAt(QPointF point) const
{
    const TopologyLayout layout = chartLayout();
    const int at = itemAt(layout, point);
    if (at < 0)
        return {};
    const TopologyLayout::Item& item = layout.items[static_cast<std::size_t>(at)];
    QString out = nameOf(item) + u'\n' + describe(item);
    if (item.kind == Part::Node)
        if (const QString& results = m_data.nodes[static_cast<std::size_t>(item.index)].results; !results.isEmpty())
            out += u'\n' + results;
    return out;
}

int TopologyMap::cursorIn(const TopologyLayout& layout) const
{
    const auto here = std::ranges::find_if(layout.items, [this](const TopologyLayout::Item& item) {
        return m_cursor && item.kind == m_cursor->first && item.index == m_cursor->second;
    });
    return here == layout.items.end() ? -1 : static_cast<int>(here - layout.items.begin());
}

std::size_t TopologyMap::firstAccessible(const TopologyLayout& layout) const
{
    const std::size_t count = layout.items.size();
    if (count <= kMostRows)
        return 0;
    const auto cursor = static_cast<std::size_t>(std::max(cursorIn(layout), 0));
    return std::min(cursor - std::min(cursor, kMostRows / 2), count - kMostRows);
}

std::vector<AccessibleRow> TopologyMap::accessibleRows() const
{
    const TopologyLayout layout = chartLayout();
    std::vector<AccessibleRow> rows;
    for (std::size_t i = firstAccessible(layout); i < layout.items.size() && rows.size() < kMostRows; ++i) {
        const TopologyLayout::Item& item = layout.items[i];
        const QString results =
            item.kind == Part::Node ? m_data.nodes[static_cast<std::size_t>(item.index)].results : QString();
        rows.push_back({nameOf(item), describe(item), results, item.box});
    }
    return rows;
}

int TopologyMap::currentRow() const
{
    const TopologyLayout layout = chartLayout();
    const int cursor = cursorIn(layout);
    return cursor < 0 ? -1 : cursor - static_cast<int>(firstAccessible(layout));
}

void TopologyMap::chooseRow(int row)
{
    const TopologyLayout layout = chartLayout();
    const int item = row + static_cast<int>(firstAccessible(layout));
    if (row < 0 || item >= static_cast<int>(layout.items.size()))
        return;
    take(item, false);
}

void TopologyMap::take(int item, bool more)
{
    const TopologyLayout::Item at = chartLayout().items[static_cast<std::size_t>(item)];
    m_cursor = {at.kind, at.index};
    const std::vector<int> nodes = nodesOf(m_data, at);
    std::vector<int> next = nodes;
    if (more && std::ranges::includes(m_selected, nodes)) {
        next.clear();
        std::ranges::set_difference(m_selected, nodes, std::back_inserter(next));
    } else if (more) {
        next.clear();
        std::ranges::set_union(m_selected, nodes, std::back_inserter(next));
    }
    update();
    announceRow(this, currentRow());
    emit nodesChosen(next);
}

/// What is finer than a good part of a screen allows is drawn coarser.
void TopologyMap::fitHeight()
{
    constexpr int kLeast = 8;
    constexpr int kMost = 36;
    const int line = fontMetrics().height();
    const double needed =
        layOutTopology(m_data, QRectF(0, 0, width() - 1, kMost * line - 1), QFontMetricsF(font())).used;
    setFixedHeight(std::clamp(static_cast<int>(std::ceil(needed)) + 2, kLeast * line, kMost * line));
}

void TopologyMap::resizeEvent(QResizeEvent* event)
{
    Chart::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fitHeight();
}

void TopologyMap::changeEvent(QEvent* event)
{
    Chart::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitHeight();
}

void TopologyMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_data.isEmpty())
        return;
    const int item = itemAt(chartLayout(), event->position());
    if (item >= 0)
        take(item, event->modifiers() & Qt::ControlModifier);
    else
        emit nodesChosen({});
}

void TopologyMap::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_selected.empty())
        return emit nodesChosen({});
    const TopologyLayout layout = chartLayout();
    const int cursor = cursorIn(layout);
    const bool vertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    int item = rowAfterKey(event->key(), cursor, static_cast<int>(layout.items.size()));
    if (vertical && cursor >= 0)
        item = itemBeside(layout, cursor, event->key() == Qt::Key_Down);
    if (item < 0)
        return Chart::keyPressEvent(event);
    take(item, event->modifiers() & Qt::ShiftModifier);
}

QString TopologyMap::table() const
{
    QList<QStringList> rows = {{tr("node"), tr("leaf"), tr("spine"), tr("GPUs"), tr("ranks"), tr("state"),
                                tr("group of the next experiment"), tr("results")}};
    for (const TopologyData::Node& node : m_data.nodes) {
        const TopologyData::Leaf& leaf = m_data.leaves[static_cast<std::size_t>(node.leaf)];
        rows.push_back({node.name, leaf.name, m_data.spines[static_cast<std::size_t>(leaf.spine)].name,
                        QString::number(m_data.gpusPerNode), format::rankList(node.ranks), stateName(node.state),
                        node.group < 0 ? QString() : groupName(static_cast<std::size_t>(node.group)),
                        QString(node.results).replace(u'\n', u"; "_s)});
    }
    return tableText(rows);
}

QSize TopologyMap::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 24};
}

QSize TopologyMap::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, fontMetrics().height() * 8};
}

}  // namespace headwater

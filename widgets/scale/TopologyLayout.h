// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QFontMetricsF>
#include <QLineF>
#include <QRectF>
#include <QString>

#include "core/analysis/scale/CasePlan.h"

namespace headwater {

/// Nodes, the switches they hang on, and what is known of each.
struct TopologyData {
    struct Node {
        QString name;
        int leaf = 0;
        scale::NodeState state = scale::NodeState::Open;
        int group = -1;          ///< of the next experiment; −1: not in it
        std::vector<int> ranks;  ///< on its GPUs, in their order; empty: not known
        QString results;         ///< what experiments said of it, for the tool tip; empty: none
    };
    struct Leaf {
        QString name;
        int spine = 0;
        std::vector<int> nodes;
    };
    struct Spine {
        QString name;  ///< empty: not known
        std::vector<int> leaves;
    };
    std::vector<Node> nodes;
    std::vector<Leaf> leaves;
    std::vector<Spine> spines;
    int gpusPerNode = 8;
    int groups = 0;  ///< of the next experiment
    QString empty;   ///< what is said where there is nothing
    [[nodiscard]] bool isEmpty() const { return nodes.empty(); }
};

/// Where everything of a topology map lies; painting, hit testing and keys use it.
struct TopologyLayout {
    /// How much of a node is seen: as much as fits. From Leaves on one tile stands for all nodes below a switch.
    enum class Detail { Gpus, Names, Nodes, Leaves, Spines };
    enum class Kind { Spine, Leaf, Node };
    struct Item {
        Kind kind = Kind::Node;
        int index = 0;
        QRectF box;
    };
    Detail detail = Detail::Gpus;
    std::vector<Item> items;     ///< in reading order: a switch before what hangs on it
    std::vector<QRectF> frames;  ///< round the nodes of a leaf
    std::vector<QLineF> links;   ///< spine to leaf
    QRectF legend;
    QRectF dots;        ///< of a node's GPUs, relative to its box
    double used = 0;    ///< height that the picture needs
    bool whole = true;  ///< false: even the coarsest picture is larger than the area
};

/// The finest picture that fits into `area`.
[[nodiscard]] TopologyLayout layOutTopology(const TopologyData& data, const QRectF& area, const QFontMetricsF& metrics);

/// Index of the item at a point: a node before its leaf before its spine; −1: none.
[[nodiscard]] int itemAt(const TopologyLayout& layout, QPointF point);

/// The item that ↑ or ↓ (`down`) leads to from another: the nearest in the next row; the same where there is none.
[[nodiscard]] int itemBeside(const TopologyLayout& layout, int item, bool down);

/// Nodes below an item, ascending.
[[nodiscard]] std::vector<int> nodesOf(const TopologyData& data, const TopologyLayout::Item& item);

/// Box of one GPU of a node, relative to the widget.
[[nodiscard]] QRectF gpuBox(const TopologyLayout& layout, const QRectF& node, int gpu, int gpusPerNode);

}  // namespace headwater

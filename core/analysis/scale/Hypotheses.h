// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/run/Cluster.h"

namespace headwater::scale {

/// One fault that would explain what was seen.
struct Hypothesis {
    enum class Kind : std::uint8_t {
        Node,           ///< every group of several nodes with `a` is slow; `a` by itself may be or not (its adapter)
        Pair,           ///< every group with both `a` and `b` is slow: their link, rail, or ports
        Leaf,           ///< every group of several nodes with one on leaf `a` is slow
        Size,           ///< every group of `a` nodes is slow, none of `b`, whichever they are: software, configuration
        TwoNodes,       ///< node `a`, and node `b` by a fault of its own
        Uplink,         ///< every group with one node on leaf `a` and one on another is slow
        Link,           ///< every group with nodes on leaf `a` and on leaf `b` is slow: what joins the two
        Crossing,       ///< every group on more than one leaf is slow: all that joins leaves
        Spine,          ///< every group on more than one leaf with one under spine `a` is slow
        SpineCrossing,  ///< every group under more than one spine is slow
    };
    Kind kind = Kind::Node;
    int a = 0;  ///< node, leaf or spine (as in leavesOf), or number of nodes
    int b = 0;  ///< the other node, the other leaf, or the other number: half of `a`

    friend bool operator==(const Hypothesis&, const Hypothesis&) = default;
};

inline constexpr std::size_t kHypothesisKinds = 10;

/// Names of the leaf switches and of the spines in order of first appearance, and those of each node.
struct Leaves {
    std::vector<std::string> names;
    std::vector<int> ofNode;
    std::vector<std::string> spines;
    std::vector<int> spineOfNode;
    std::vector<NodeSet> nodes;  ///< of each leaf
};
[[nodiscard]] Leaves leavesOf(const Cluster& cluster);

/// What one group of an experiment showed against a baseline of the same size (METHODS 5.2).
enum class GroupState : std::uint8_t {
    Good,
    Bad,
    Inconclusive,  ///< the intervals leave it open: repeat
    Invalid,       ///< an invariant moved: it says nothing about the fault
};

/// A group, counted: what a hypothesis asks of it.
struct GroupView {
    GroupView(const NodeSet& group, const Leaves& leaves);

    int size = 0;
    std::vector<char> member;  ///< one a node
    std::vector<int> onLeaf;   ///< nodes, one a leaf
    std::vector<int> onSpine;  ///< nodes, one a spine
    int leaves = 0;            ///< that have a node of it
    int spines = 0;
};

/// What a group would be under a hypothesis.
enum class Prediction : std::uint8_t { Fine, Slow, Either };
[[nodiscard]] Prediction predict(const Hypothesis& hypothesis, const GroupView& group);

/// Calls `visit` with every fault that could make the whole cluster slow and groups of up to `goodGpus` GPUs not,
/// whichever they are. Faults that no group of these nodes can tell apart are named once: with one leaf its fault is
/// the size's, with two what joins them is one thing. Pairs and twos make it quadratic: 1,250 nodes have 1.5 million.
void forEachHypothesis(const Cluster& cluster, const Leaves& leaves, int goodGpus,
                       const std::function<void(const Hypothesis&)>& visit);

}  // namespace headwater::scale

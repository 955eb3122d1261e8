// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run/Cluster.h"

namespace headwater::scale {

/// One fault that would explain what was seen.
struct Hypothesis {
    enum class Kind : std::uint8_t {
        Node,  ///< every group with `a` is slow
        Pair,  ///< every group with both `a` and `b` is slow: their link, rail, or ports
        Leaf,  ///< every group of several nodes with one on leaf `a` is slow
        Size,  ///< every group of at least `a` GPUs is slow, whichever they are: software, configuration, algorithm
    };
    Kind kind = Kind::Node;
    int a = 0;  ///< node, leaf (as in leavesOf) or GPUs
    int b = 0;  ///< the other node of a pair

    friend bool operator==(const Hypothesis&, const Hypothesis&) = default;
};

/// Names of the leaf switches in order of first appearance, and the one of each node.
struct Leaves {
    std::vector<std::string> names;
    std::vector<int> ofNode;
};
[[nodiscard]] Leaves leavesOf(const Cluster& cluster);

/// What one group of an experiment showed against a baseline of the same size (METHODS 5.2).
enum class GroupState : std::uint8_t {
    Good,
    Bad,
    Inconclusive,  ///< the intervals leave it open: repeat
    Invalid,       ///< an invariant moved: it says nothing about the fault
};

/// Whether a group is slow under a hypothesis. `member` has one entry a node: whether it is in the group.
[[nodiscard]] bool isSlow(const Hypothesis& hypothesis, const Cluster& cluster, const Leaves& leaves,
                          const NodeSet& group, const std::vector<char>& member);

/// Every single fault that could make the whole cluster slow and groups of up to `goodGpus` GPUs not, whichever they
/// are. Pairs make it quadratic: 1,250 nodes have 780,000.
[[nodiscard]] std::vector<Hypothesis> allHypotheses(const Cluster& cluster, int goodGpus);

}  // namespace headwater::scale

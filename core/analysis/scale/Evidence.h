// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/analysis/scale/Hypotheses.h"

namespace headwater::scale {

struct GroupResult {
    NodeSet nodes;
    GroupState state = GroupState::Inconclusive;
    bool together = false;  ///< judged with the values of all earlier runs of the same nodes: they no longer count
};

/// What was run at one time, groups that share no node.
using ExperimentResult = std::vector<GroupResult>;

/// A group of which something is known.
struct Fact {
    NodeSet nodes;
    bool slow = false;
    int times = 1;  ///< that it was run
};

/// The groups that were good or bad, in order.
[[nodiscard]] std::vector<Fact> factsOf(std::span<const ExperimentResult> history);

/// Whether a hypothesis predicts what a fact showed.
[[nodiscard]] bool agrees(const Hypothesis& hypothesis, const GroupView& group, bool slow);

/// Whether the facts allow a fault of the size alone: it is slow in all groups of a size or in none, larger ones
/// included.
[[nodiscard]] bool mayBeSize(std::span<const Fact> facts);

/// Experiments, run at the same time, that a fault must pass before it is named: it is slow in groups as small as they
/// can be, whoever the partner, and everything else together is not. A fault of another kind than the listed ones fails
/// here instead of being taken for one of them. What the facts say already is left out (more nodes than a slow group
/// are slow, fewer than a good one are good); nothing left: proved.
[[nodiscard]] std::vector<NodeSet> unproved(const Hypothesis& hypothesis, const Leaves& leaves,
                                            std::span<const Fact> facts);

/// Every node that is in none of the groups.
[[nodiscard]] NodeSet restOf(std::span<const NodeSet> groups, std::size_t nodes);

/// Another node for a group with `node`: one that was good elsewhere and is on another leaf where there is one.
/// `taken` has one entry a node. −1: none is left.
[[nodiscard]] int partnerOf(int node, const std::vector<char>& taken, const Leaves& leaves,
                            std::span<const Fact> facts);

}  // namespace headwater::scale

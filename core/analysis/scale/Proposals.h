// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/analysis/scale/Hypotheses.h"

namespace headwater::scale {

/// How an experiment divides the nodes.
enum class Design : std::uint8_t {
    Halves,   ///< two halves, both with nodes of every leaf where possible: which half has it?
    Leaves,   ///< whole leaf switches against others: does it follow a switch?
    Pairing,  ///< both sides of what is good by itself, joined crosswise: which combination has it?
    Single,   ///< suspects apart, each with a partner known to be good: the node or the pair?
};

/// Groups of nodes that run at the same time and share no node.
struct Proposal {
    Design design = Design::Halves;
    std::vector<NodeSet> groups;
};

/// Experiments that divide the hypotheses, each group of at least two nodes where there are partners, on two leaves
/// where the cluster has two (the path between switches must stay in the experiment, METHODS 5.2).
[[nodiscard]] std::vector<Proposal> proposals(const Cluster& cluster, std::span<const Hypothesis> alive);

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/analysis/scale/Evidence.h"

namespace headwater::scale {

/// How an experiment divides the nodes.
enum class Design : std::uint8_t {
    Halves,   ///< two halves, both with nodes of every leaf where possible: which half has it?
    Leaves,   ///< whole leaf switches, or spines, against others: does it follow a switch?
    Pairing,  ///< both sides of what is good by itself, joined crosswise: which combination has it?
    Single,   ///< suspects apart, each with a partner: which of them, or only together?
    Sizes,    ///< groups of one size that share no node: is it the size, whichever they are?
    Proof,    ///< one explanation is left: slow in the smallest groups, and everything else fine without it?
};

/// Groups of nodes that run at the same time and share no node.
struct Proposal {
    Design design = Design::Halves;
    std::vector<NodeSet> groups;
};

inline constexpr std::size_t kMostGroups = 32;

/// Experiments that may divide the hypotheses. Groups have at least two nodes where there are partners, on two leaves
/// where the design allows (the path between switches must stay in the experiment, METHODS 5.2).
[[nodiscard]] std::vector<Proposal> proposals(const Leaves& leaves, std::span<const Hypothesis> alive,
                                              std::span<const Fact> facts);

/// A small experiment that divides them surely where any does, by search; nothing where no groups of these nodes can
/// tell the hypotheses apart.
[[nodiscard]] std::vector<Proposal> searched(const Leaves& leaves, std::span<const Hypothesis> alive);

}  // namespace headwater::scale

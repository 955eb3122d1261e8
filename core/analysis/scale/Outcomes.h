// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/analysis/scale/Proposals.h"

namespace headwater::scale {

/// One thing that an experiment may show, and what it would leave.
struct Outcome {
    std::vector<char> slow;        ///< by group
    double probability = 0;        ///< kinds of faults being equally likely
    std::vector<Hypothesis> left;  ///< that allow just this
};

/// Every outcome that a hypothesis allows, none slow first. At most kMostGroups groups.
[[nodiscard]] std::vector<Outcome> outcomesOf(const Cluster& cluster, std::span<const Hypothesis> alive,
                                              std::span<const NodeSet> groups);

/// Mutual information of outcome and hypothesis, bits: what an experiment is expected to tell.
[[nodiscard]] double informationOf(std::span<const Hypothesis> alive, std::span<const NodeSet> groups,
                                   const Leaves& leaves);

}  // namespace headwater::scale

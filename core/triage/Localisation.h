// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/triage/DecisionBasis.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// Ranks whose own value of a stage regressed: against their own baseline by ε and the floor, and more than the median
/// rank did, so that noise on hundreds of ranks names none. A rank without a baseline is compared with its peers alone.
[[nodiscard]] std::vector<int> ranksThatRegressed(const DecisionBasis& basis, std::size_t stage, Statistic statistic,
                                                  const Policy& policy);

/// Of `named`, where all ranks grew: those whose p50 lies above what the median rank grew to, by ε, even at the lower
/// bound of its exact interval (METHODS 1.4, alpha shared by the ranks). Ranks that differ by the chance of few steps
/// are left out; none is left where so few steps give no bound.
[[nodiscard]] std::vector<int> ranksClearlyAbove(const DecisionBasis& basis, std::size_t stage,
                                                 const std::vector<int>& named, const Policy& policy);

/// Median over the other ranks of their own current/baseline − 1; 0 where there are none.
[[nodiscard]] double growthOfOthers(const DecisionBasis& basis, std::size_t stage, Statistic statistic,
                                    const std::vector<int>& named);

/// Whether what some ranks grew by goes round: single steps far beyond what the rank has otherwise and had before, on
/// more than half of at least three ranks, none with most of them. Means and tails of few steps name some of such ranks
/// by chance; no rank is then to be named. False where a rank's typical step grew.
[[nodiscard]] bool goesRound(const DecisionBasis& basis, std::size_t stage, const Policy& policy);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/triage/ConfirmedRule.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// A stage with all its judgements drawn together.
struct StageResult {
    StageVerdict shown;      ///< the row of the verdict, `downstream` not yet set
    bool regressed = false;  ///< some statistic of some series regressed (a new stage: it is above the floor)
    Scope scope = Scope::Systemic;
    Kind kind = Kind::Shift;
    std::vector<int> ranks;
    std::optional<Judgement> proof;  ///< the judgement that says so, in the order of what the user asked for
    AcrossRanks proofAcross = AcrossRanks::Median;  ///< and the series it is of
    Statistic proofStatistic = Statistic::P50;
};

/// One result a stage (METHODS 1.3.6, 1.9): state per statistic and overall, kind, scope, cost shift, share of the
/// step's delta.
[[nodiscard]] std::vector<StageResult> stageResults(const DecisionBasis& basis, const Judgements& judgements,
                                                    const Policy& policy);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/triage/DecisionBasis.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// What the confirmed rule says of one statistic of one series (METHODS 1.3.3).
struct Judgement {
    double baseline = 0, current = 0;  ///< estimates, ns; NaN or +∞ where there is none
    Ns delta = 0;                      ///< current − baseline; 0 where one is not finite
    std::optional<double> ratio;       ///< current/baseline − 1; nothing from about zero (below the floor)
    std::optional<RatioInterval> ci;   ///< of the ratio; infinite ends where n is too small
    bool tested = false;               ///< n allows an interval: part of the Holm family
    double p = 1;                      ///< of "slower by at most ε"
    std::optional<double> pAdjusted;
    StageState state = StageState::Inconclusive;
};

/// All judgements of a stage, parallel to StageBasis::series.
struct StageJudgement {
    std::vector<std::array<Judgement, kStatistics>> bySeries;

    [[nodiscard]] const Judgement& table(Statistic statistic) const
    {
        return bySeries.front()[static_cast<std::size_t>(statistic)];
    }
};

/// How the samples may be judged at all.
enum class SampleSize {
    None,   ///< a side has no sample
    Point,  ///< one step a side: course rule only, no uncertainty
    Few,    ///< too few steps to confirm anything
    Enough,
    Identical,  ///< the same samples on both sides
};
[[nodiscard]] SampleSize sampleSizeOf(const DecisionBasis& basis, const Policy& policy);

/// max(floorNs, floorShare · baseline step p50), ns.
[[nodiscard]] Ns floorOf(const DecisionBasis& basis, const Policy& policy);

/// Steps a side needs for an interval of this statistic (METHODS 1.4, two-sided); the mean needs what the median needs.
[[nodiscard]] std::size_t stepsNeeded(Statistic statistic, double alpha);

/// Every series and statistic judged with ε of `policy`; Holm's procedure runs over all that were tested.
struct Judgements {
    std::vector<StageJudgement> stages;       ///< parallel to DecisionBasis::stages
    std::array<Judgement, kStatistics> step;  ///< not part of the family
    std::size_t family = 0;
};
[[nodiscard]] Judgements judgeAll(const DecisionBasis& basis, const Policy& policy);

}  // namespace headwater

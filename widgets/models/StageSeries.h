// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <QString>

#include "core/analysis/RunAnalysis.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// One step of one stage, all ranks taken together.
struct StepValue {
    std::int64_t step = 0;
    std::optional<double> ns;            ///< nothing: not measured
    StepStatus status = StepStatus::Ok;  ///< the worst over the ranks
    bool warmup = false;                 ///< shown, left out of the decision
    bool counted = false;                ///< a sample of the decision
};

struct StageSeries {
    std::vector<StepValue> steps;

    [[nodiscard]] std::vector<double> counted() const;  ///< values that the decision uses, in step order
};

/// Middle of the values and the order-statistic interval that holds it with 95 %; no interval below six values.
struct Centre {
    double median = 0;
    std::optional<std::array<double, 2>> interval;
};
[[nodiscard]] std::optional<Centre> centreOf(std::vector<double> values);

/// Both runs' series of one stage; sides are indexed by Side.
struct StageDetail {
    QString stage;
    std::array<StageSeries, 2> series;
    std::array<std::optional<Centre>, 2> centre;
    std::array<StageStatistics, 2> statistics;
    /// Of what each step's value is: where the verdict rests on some ranks, of those alone.
    AcrossRanks across = AcrossRanks::Median;
    std::vector<int> ranks;  ///< empty: all

    [[nodiscard]] double largest() const;
};

/// The series of the stage of this name, measured as the policy says and combined as it says, or as the stage regressed
/// where that is told of some ranks only (StageVerdict::regressedIn).
[[nodiscard]] StageDetail stageDetail(const PairAnalysis& pair, const Verdict& verdict, const std::string& stage);

}  // namespace headwater

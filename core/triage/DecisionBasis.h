// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/HostPauses.h"
#include "core/analysis/OwnTimes.h"
#include "core/analysis/RunAnalysis.h"
#include "core/analysis/correctness/Correctness.h"
#include "core/analysis/resources/ResourceReport.h"
#include "core/base/Text.h"
#include "core/run/Comparability.h"
#include "core/stats/RankTest.h"
#include "core/triage/Decide.h"
#include "core/triage/StageAlignment.h"

namespace headwater {

/// p50, mean, p95, p99, indexed by Statistic; ns. NaN: no sample; +∞: failed steps reach that far.
using Estimates = std::array<double, kStatistics>;

/// Probability of a quantile statistic; 0.5 for the mean, which has no order statistics.
[[nodiscard]] constexpr double probabilityOf(Statistic statistic)
{
    switch (statistic) {
    case Statistic::P95: return 0.95;
    case Statistic::P99: return 0.99;
    default: return 0.5;
    }
}

/// One side of a series: a value for each used step, NaN where the stage was not measured in that step.
struct StepSeries {
    std::vector<double> values;
    std::vector<double> sorted;  ///< the measured ones, upwards
    Estimates estimate{};
    [[nodiscard]] std::size_t n() const { return sorted.size(); }
    /// Mean over all used steps, ns; a step without the stage counts as none of it. 0 without steps.
    [[nodiscard]] double meanPerStep() const;
};

/// Bootstrap replicates of one statistic of one series.
struct Replicates {
    bool absolute = false;  ///< effects are Δ in ns (the baseline is zero or has no such stage), not ratios − 1
    std::vector<double> effects;  ///< sorted upwards
    double centre = 0;            ///< mean and SD of log(1 + effect), or of Δ where absolute
    double spread = 0;
};

/// A series of both sides reduced across ranks in one way, with everything judging it needs.
struct SeriesBasis {
    AcrossRanks across = AcrossRanks::Median;
    StepSeries baseline, current;
    std::array<Replicates, kStatistics> replicates;
    /// Joint replicates in drawing order, by Statistic; empty without replicates.
    std::array<std::vector<double>, kStatistics> drawnBaseline, drawnCurrent;
};

/// p50 and mean over steps of a quantity, ns; 0 where it was not measured.
struct PartEstimate {
    Ns p50 = 0;
    Ns mean = 0;
};

/// What one side knows of a stage beside the tested series.
struct StageSide {
    std::array<PartEstimate, kQuantities> parts{};    ///< median across ranks, by Quantity; Span with its waiting
    std::array<PartEstimate, kQuantities> slowest{};  ///< likewise of the rank that is slowest in each step
    std::vector<Estimates> byRank;                    ///< in the order of the cube's ranks
};

struct StageBasis {
    std::vector<SeriesBasis> series;  ///< first the one of Policy::acrossRanks, then median and max where they differ
    StageSide baseline, current;
};

/// Which steps of a side count, and why others do not.
struct StepSelection {
    std::vector<std::size_t> steps;  ///< indices into the cube, warm-up left out
    std::vector<char> usable;        ///< by rank · steps + step
    int failed = 0;                  ///< steps that failed on some rank
    int invalid = 0;                 ///< steps with an impossible duration on some rank
    int unusable = 0;                ///< steps that no rank has in full
    int withAllRanks = 0;            ///< used steps that every rank has
};

/// A run of a side and its steps that count.
struct SideRun {
    RunAnalysisPtr run;
    StepSelection selection;
    std::vector<double> times;  ///< its step times, parallel to the selected steps
    Estimates step{};           ///< of these
    Text leftOut;               ///< why it cannot be judged with the first; empty: it can
};

/// One side's material after selection.
struct SideBasis {
    StepSelection selection;
    std::vector<double> times;      ///< of the first run's steps, median across ranks, ns; parallel to its selection
    std::vector<SideRun> repeats;   ///< further runs of the side
    bool pooled = false;            ///< the steps of those that can be are in the samples, behind the first run's
    Estimates firstStep{};          ///< of the first run's own step times
    StragglerReport stragglers;     ///< that of ownTimes
    OwnTimesPtr ownTimes;           ///< never null once prepared
    std::vector<HostPause> pauses;  ///< of the used steps
    std::vector<LostStep> lost;
};

/// All that the decision reads, prepared once: a change of ε or of the statistic judges it again without reading the
/// runs again.
struct DecisionBasis {
    PairAnalysis pair;
    Policy prepared;  ///< the policy the basis was built with
    StageAlignment alignment;
    std::vector<StageBasis> stages;  ///< parallel to alignment.stages
    SeriesBasis step;                ///< step durations, median across ranks
    SideBasis baseline, current;
    Comparability comparability;
    CorrectnessReportPtr correctness;
    ResourceReportPtr resources;  ///< never null once prepared
    WaterfallPtr waterfall;
    int warmupRemoved = 0;
    bool steady = true;
    bool identical = false;                ///< every sample of one side equals the other side's
    std::size_t resamples = 0;             ///< replicates drawn; 0 where a side has fewer than two steps
    std::optional<stats::ExactNull> null;  ///< for the rank test, where n is small enough
    std::vector<Text> warnings;
};

/// Samples, replicates and tests of the stages: what judgeStages() takes. What the layers look at beside is not filled.
[[nodiscard]] Result<std::shared_ptr<DecisionBasis>> prepareStages(const PairAnalysis& pair, const Policy& policy,
                                                                   const Job& job);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/Bubbles.h"
#include "core/analysis/PeerViews.h"
#include "core/analysis/StageRanges.h"
#include "core/analysis/StageRules.h"
#include "core/analysis/Steps.h"
#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/BubbleColumns.h"
#include "core/run/Collectives.h"
#include "core/run/DeviceTimes.h"
#include "core/run/Run.h"
#include "core/run/StageCube.h"

namespace headwater {

struct StepAnalysis {
    std::int64_t step = 0;
    Interval window;
    StepStatus status = StepStatus::Ok;
    Ns pureCompute = 0;  ///< union of compute kernels inside the window
    Ns wait = 0;         ///< exposed waiting in collectives, or kMissing where no peers are there to tell
    Ns local = 0;        ///< window without that waiting, or kMissing
    /// Sync to sync (METHODS 3.2): the window without the time inside collectives that wait for all their ranks, what
    /// the rank did between them; kMissing where none is matched.
    Ns syncLocal = kMissing;
    std::uint32_t cell = 0;  ///< where its bubbles are: RankAnalysis::bubblesOf()
};

struct RankAnalysis {
    int rank = 0;
    std::string host, device, role;
    DeviceWindow deviceWindow;
    PeerViews peerViews;
    std::vector<StepAnalysis> steps;  ///< same order as RunAnalysis::cube.steps(), only those this rank has

    std::shared_ptr<const BubbleColumns> bubbleColumns;  ///< one for the ranks of a run, or null

    /// Of one of its steps; nothing where the trace has no device activity.
    [[nodiscard]] std::optional<Bubbles> bubblesOf(const StepAnalysis& step) const
    {
        return bubbleColumns ? bubbleColumns->at(step.cell) : std::nullopt;
    }
    /// Sum over the steps whose device is known (DESIGN 4, health); nothing where there is none.
    [[nodiscard]] std::optional<Bubbles> bubbles() const;
};

/// What the steps of a run of traces were partitioned with, parallel to Run::ranks; kept so that a stage can be taken
/// apart again, one level deeper.
struct PartitionBasis {
    std::vector<StepSet> steps;
    std::vector<StageRanges> ranges;     ///< stage = index into the cube's stages
    std::vector<std::vector<Ns>> waits;  ///< as PartitionInput::waits
    bool linkedOnly = false;
};

struct RunTimeline;

/// Everything `inspect` prints and `decide` needs of one run.
struct RunAnalysis {
    RunPtr run;
    std::string stageSource;  ///< "annotations", "canonical rules", "rule file X", "stage metrics", "one step"
    std::string stepSource;   ///< "ProfilerStep", "inferred from optimizer steps", "whole window" …
    StageCube cube;           ///< the last stage is kOutsideStages when the source is a trace
    std::vector<RankAnalysis> ranks;
    CollectiveSummary collectives;
    std::shared_ptr<const PartitionBasis> basis;  ///< null where the input is no trace, or its steps are not divided
    std::shared_ptr<const RunTimeline> timeline = {};  ///< with AnalysisOptions::timeline, of traces
    Problems problems;
};
using RunAnalysisPtr = std::shared_ptr<const RunAnalysis>;

/// A rank of the run, by its number; null where the run has none of it.
[[nodiscard]] const RankAnalysis* rankOf(const RunAnalysis& run, int rank);

/// All that the summary of a rank keeps, by its index in Run::ranks; null where it cannot be read any more. Called from
/// several threads.
using WholeSummary = std::function<RankSummaryPtr(std::size_t rank)>;

struct AnalysisOptions {
    StageSpec stages;
    bool linkedOnly = false;                ///< leave out activities whose launch is not in the trace
    std::optional<std::int64_t> firstStep;  ///< keep steps A:B, inclusive
    std::optional<std::int64_t> lastStep;
    bool receivesAreOwn = false;  ///< the transfer of a receive is its rank's own time: see PeerTransfers.h
    WholeSummary whole = {};      ///< where the run has but what withoutCells() left of its summaries
    bool timeline = false;        ///< keep RunAnalysis::timeline: what a replay needs and others do not
};

struct PairAnalysis {
    RunAnalysisPtr baseline;
    RunAnalysisPtr current;
    /// Run::repeats of each side, with the same stages. One that cannot be analysed has an empty cube and a problem.
    std::vector<RunAnalysisPtr> baselineRepeats = {}, currentRepeats = {};
};

/// Steps, stages and partition of one run (DESIGN section 4).
[[nodiscard]] Result<RunAnalysisPtr> analyzeRun(const RunPtr& run, const AnalysisOptions& options, const Job& job);

/// The same for two runs with one common choice of stages: `auto` takes annotations only where they cover half of the
/// steps of both. A run of logs whose stages the other lacks is compared by whole steps.
[[nodiscard]] Result<PairAnalysis> analyzePair(const RunPtr& baseline, const RunPtr& current,
                                               const AnalysisOptions& options, const Job& job);

}  // namespace headwater

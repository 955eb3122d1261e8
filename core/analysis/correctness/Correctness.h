// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/correctness/BadNumbers.h"
#include "core/analysis/correctness/KernelChange.h"
#include "core/analysis/correctness/OneVariable.h"
#include "core/analysis/correctness/PredictionBand.h"
#include "core/analysis/correctness/Reproducibility.h"
#include "core/analysis/correctness/SeriesComparison.h"
#include "core/analysis/correctness/Spikes.h"
#include "core/base/Job.h"

namespace headwater {

/// What the logs of one side say about the numbers of its run.
struct LoggedSide {
    std::size_t logs = 0;  ///< read, with or without loss
    std::size_t runs = 0;  ///< with a loss or gradient norm, by findRepeats()
    std::size_t lossSteps = 0, gradNormSteps = 0;
    std::vector<BadNumber> badNumbers;
    IterationCounts iterations;
    std::vector<Spike> spikes, lossSpikes;   ///< of the gradient norm, and of the loss by the same rule
    std::vector<std::string> sources;        ///< files of the first run
    LoggedSeries loss, gradNorm;             ///< of the first run, for whoever draws them
    std::vector<std::int64_t> skippedSteps;  ///< of the first run: steps whose line counts skipped iterations
};

/// Everything that layer 1 compares beside durations and stages.
struct CorrectnessReport {
    LoggedSide baseline, current;
    ChosenTolerance tolerance;
    std::optional<bool> sameSeed;                                     ///< nothing: unknown on a side
    std::optional<bool> deterministicBaseline, deterministicCurrent;  ///< nothing: unknown
    std::vector<SeriesComparison> series;  ///< of the quantities that both sides have, first loss, then gradient norm
    std::optional<BandVerdict> lossBand;   ///< with five or more baseline runs
    std::vector<int> kernelRanks;          ///< whose traces were compared operator by operator
    std::size_t kernelOperators = 0;       ///< operators that both sides have, on the first of them
    std::vector<KernelChange> kernels;     ///< largest share of the current run first
    std::vector<ReproducibilityItem> checklist;
    OneVariable variables;
};
using CorrectnessReportPtr = std::shared_ptr<const CorrectnessReport>;

/// METHODS 5 and 5.1 for a pair. Of several baseline runs the one with most values is compared step by step, and all
/// of them give the band. Kernels are compared on the ranks with a trace on both sides, at most 16 of them, evenly
/// spread. Returns what it has when `job` is stopped.
[[nodiscard]] CorrectnessReport compareCorrectness(const PairAnalysis& pair, const Comparability& comparability,
                                                   const CorrectnessLimits& limits, const Job& job);

}  // namespace headwater

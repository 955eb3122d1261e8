// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/Bubbles.h"
#include "core/analysis/Partition.h"
#include "core/analysis/StageRules.h"
#include "core/run/Run.h"

namespace headwater {

/// Begin of the keys of a summary's metadata that name a step at whose end the device was behind
/// (StepPartition::endsBehind) where that costs the step: "rank.behind.STEP" is the time in ns from the start of the
/// step to the first launch whose activity is not in the trace.
inline constexpr std::string_view kBehindPrefix = "rank.behind.";

/// The steps of a summarised rank. There is no thread: nothing of the host is left to ask.
[[nodiscard]] StepSet stepsOf(const RankSummary& summary);

/// The stages that a summary keeps for this choice, or null: a rule file needs the trace.
[[nodiscard]] const SummaryStages* stagesOf(const RankSummary& summary, StageMode mode);

/// Whether what is asked for is in the summaries of a run: BadUsage with the file for --linked-only and for the stages
/// of a rule file.
[[nodiscard]] Status summariesServe(const Run& run, bool linkedOnly, StageMode mode);

/// Whether the trace of a rank lies there but was not read, because what a summary keeps was known: such a rank names
/// the trace as its file. hasKept(): of any rank.
[[nodiscard]] bool isKept(const RankData& rank);
[[nodiscard]] bool hasKept(const Run& run);

/// A summary without what its steps and stages measured, a third of it: what steps, stages and collectives of a run are
/// found and matched by. The rest comes from AnalysisOptions::whole.
[[nodiscard]] RankSummary withoutCells(RankSummary summary);

/// What cannot be said of a run with summaries (taking stages apart, replaying kernels); empty where it has none but
/// kept ones, whose traces can be read any time.
[[nodiscard]] Problems summaryNotes(const Run& run);

/// Everything the waiting of the other ranks decides.
struct SummaryInput {
    const RankSummary& summary;
    const Trace& comm;  ///< its communication kernels
    const SummaryStages& stages;
    const std::vector<std::string>& stageNames;  ///< of the run
    const StepSet& steps;                        ///< those wanted
    const std::vector<Ns>& waits;                ///< per communication kernel, see CollectiveWaits::wait
};

/// The partition that partitionSteps() would give of the trace.
[[nodiscard]] std::vector<StepPartition> partitionOf(const SummaryInput& input);

/// What splitBubbles() would give of the trace.
[[nodiscard]] std::vector<Bubbles> bubblesOf(const SummaryInput& input);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/run/CollectedRun.h"

namespace headwater {

/// Analyses a run of summaries (or traces) and keeps what comes out, so that opening it again takes no matching and no
/// dividing. BadUsage for a run of stage metrics or logs, a collected one and stages of a rule file; NothingUsable
/// where a rank has a step twice; what analyzeRun() fails with. With `whole` the run's summaries need be no more than
/// withoutCells() leaves: thousands of ranks are never in memory all at once.
[[nodiscard]] Result<CollectedRunPtr> collectRun(const RunPtr& run, const StageSpec& stages, const Job& job,
                                                 const WholeSummary& whole = {});

/// The analysis that was collected, as analyzeRun() gave it. BadUsage for what a collected run cannot answer any more:
/// other stages than it has, some of its steps, --linked-only.
[[nodiscard]] Result<RunAnalysisPtr> analyzeCollected(const RunPtr& run, const AnalysisOptions& options,
                                                      StageMode wanted, const Job& job);

}  // namespace headwater

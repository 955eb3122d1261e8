// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// Whether the two have a stage in common beside what lies outside all of them.
[[nodiscard]] bool shareAStage(const StageCube& a, const StageCube& b);

/// The pair with its steps undivided, for runs that share no stage; a problem says so.
[[nodiscard]] PairAnalysis withWholeSteps(const PairAnalysis& pair);

/// The repetitions of a run, analysed with `options` (their stages already resolved). One that fails has an empty cube
/// and its error as a problem. Fewer than there are when the job is stopped.
[[nodiscard]] std::vector<RunAnalysisPtr> analyzeRepeats(const Run& run, const AnalysisOptions& options,
                                                         const Job& job);

}  // namespace headwater

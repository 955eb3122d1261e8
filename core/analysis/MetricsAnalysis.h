// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// analyzeRun() of a run whose durations were read directly (Run::metrics). NothingUsable where the options leave no
/// step.
[[nodiscard]] Result<RunAnalysisPtr> analyzeMetrics(const RunPtr& run, const AnalysisOptions& options);

}  // namespace headwater

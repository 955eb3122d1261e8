// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// The steps of each rank that the options keep, parallel to Run::ranks; none where they are not found but known: of
/// stage metrics, logs and a collected run.
[[nodiscard]] std::vector<StepSet> stepsOf(const Run& run, const AnalysisOptions& options);

/// Whether annotations cover half of the steps of every rank (DESIGN section 4, `auto`) and are no counters in names.
[[nodiscard]] bool annotationsServe(const Run& run, const std::vector<StepSet>& steps);

/// The stages that `auto` stands for; any other choice as it is.
[[nodiscard]] StageSpec resolved(const StageSpec& spec, bool annotations);

}  // namespace headwater

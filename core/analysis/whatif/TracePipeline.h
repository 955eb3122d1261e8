// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/whatif/PipelineGrid.h"
#include "core/analysis/whatif/ReplayModel.h"
#include "core/base/Result.h"

namespace headwater::whatif {

/// The replay of METHODS 4.1 for a pipeline known by its traces: sends and receives tie neighbours together, other
/// matched collectives the replicas. On a rank its own work goes on in its recorded order; a receive holds up the first
/// compute that was launched after it, a send holds up nothing, a collective what came after it as in
/// collectiveModel(). A send and its receive, and the members of a collective, end together, their transfer after the
/// last of them began. Time in communication that nothing overlaps is no work while a receive or a collective is open;
/// with sends alone the rank was idle. Stages are the pipeline's, workers its replicas, types what the device did in
/// each training stage
/// ("forward compute"), "forward-pp-comm", "backward-pp-comm" and the operation of other collectives. The ideal evens
/// out the sum of one type of work over ranks and steps (mean), and single transfers of a type (median). A step is the
/// mean over ranks, as in collectiveModel(); the first is replayed but not counted, where there are more. Errors:
/// NothingUsable (no whole step), Malformed (a cycle).
[[nodiscard]] Result<ReplayModel> tracePipelineModel(const RunAnalysis& analysis, const PipelineGrid& grid);

}  // namespace headwater::whatif

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/whatif/ReplayModel.h"
#include "core/base/Result.h"
#include "core/run/Run.h"

namespace headwater::whatif {

/// Whether every rank of the run is a timeline of scheduled operations with a place in a pipeline (ScheduleSlot).
[[nodiscard]] bool isPipelineTimeline(const Run& run);

/// The what-if study's dependency model of pipeline and data parallel training (METHODS 4.1): the first step of the
/// first replica gives the graph, all steps and replicas share it. Stages are the pipeline's ranks, workers its
/// replicas, types the operations, send and recv of a direction as one. A step begins with the first operation of any
/// worker; time between operations (launch delay) is left out. Steps whose operations differ from the graph's are
/// left out and counted in the problems. Errors: NothingUsable, Malformed (a cycle, named).
[[nodiscard]] Result<ReplayModel> pipelineModel(const Run& run);

}  // namespace headwater::whatif

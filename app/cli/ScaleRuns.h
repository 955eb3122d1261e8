// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/cli/Session.h"
#include "core/run/ScaleResults.h"

namespace headwater::cli {

/// Reads the runs that results name (ScaleSide::runs) and makes values of them: the step time of each, and as
/// invariants what its manifest tells of batch, sequence length and parallel sizes. Fails with the first run that
/// cannot be read, that has no step, or whose settings differ from the side's others.
[[nodiscard]] Status readScaleRuns(std::vector<ScaleExperiment>& experiments, Session& session);

}  // namespace headwater::cli

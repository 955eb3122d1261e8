// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Job.h"
#include "core/triage/DecisionBasis.h"

namespace headwater {

/// Fills the series, parts and per-rank statistics of every stage on both sides, stages in parallel. Leaves stages
/// undone when the job is stopped.
void fillStages(DecisionBasis& basis, const Policy& policy, const Job& job);

}  // namespace headwater

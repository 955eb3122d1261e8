// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/run/StageCube.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// Every step that some rank did not do whole, grouped by step and by what became of it, in the order of steps. A rank
/// that has steps and not this one stopped, or was not recorded: Absent. Ranks without any are Run::missingRanks().
[[nodiscard]] std::vector<LostStep> lostSteps(const StageCube& cube);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/triage/Cause.h"
#include "core/triage/Draft.h"

namespace headwater {

/// The answer for the pair, after first regressed stage and layers are known.
[[nodiscard]] Outcome outcomeOf(const Draft& draft);

/// Where the flowchart ends: "not-comparable", "need-more-data", "no-regression", "correctness", "confounded",
/// "resource-fault", "straggler", "input-pipeline", "communication", "device-compute", "host-dispatch", "unresolved".
[[nodiscard]] std::string outcomeNodeOf(const Draft& draft, const Cause& cause);

/// Steps a side that would decide the undecided stages: METHODS 1.3.9, at least twice what there is; or the least
/// number that allows any interval. 0 where more steps would not help.
[[nodiscard]] std::size_t stepsToDecide(const Draft& draft);

/// Steps a side that were compared, the smaller side.
[[nodiscard]] std::size_t stepsCompared(const Draft& draft);

}  // namespace headwater

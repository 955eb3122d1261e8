// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/triage/Cause.h"
#include "core/triage/Draft.h"

namespace headwater {

/// The answer for the pair, after first regressed stage and layers are known.
[[nodiscard]] Outcome outcomeOf(const Draft& draft);

/// Where the flowchart ends: "not-comparable", "need-more-data", "no-regression", "correctness", "confounded",
/// "resource-fault", "straggler", "input-pipeline", "communication", "device-compute", "host-dispatch", "unresolved".
[[nodiscard]] std::string outcomeNodeOf(const Draft& draft, const Cause& cause);

/// First and typical step of a side whose first step is several times as long as the others and was not left out,
/// because there are too few steps to see where a steady state starts. Nothing where that is on no side.
struct WarmUpShare {
    Ns first = 0;
    Ns typical = 0;
};
[[nodiscard]] std::optional<WarmUpShare> warmUpThatDominates(const Draft& draft);

/// Steps a side that would decide the undecided stages: METHODS 1.3.9, at least twice what there is; or the least
/// number that allows any interval. 0 where more steps would not help.
[[nodiscard]] std::size_t stepsToDecide(const Draft& draft);

/// Steps a side that were compared, the smaller side.
[[nodiscard]] std::size_t stepsCompared(const Draft& draft);

}  // namespace headwater

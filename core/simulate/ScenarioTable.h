// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/simulate/JobModel.h"
#include "core/simulate/Simulate.h"
#include "core/simulate/Truth.h"

namespace headwater {

/// A scenario as a value: its size, the job that both runs are of, and the fault of the current one.
struct Scenario {
    ScenarioInfo info;
    int ranks = 0;
    int steps = 0;
    int layers = 0;
    Truth (*inject)(JobModel& model) = nullptr;
    void (*shape)(JobModel& model) = nullptr;  ///< what makes both runs another job than the usual one; null: nothing
};

[[nodiscard]] std::span<const Scenario> scenarioTable();

}  // namespace headwater

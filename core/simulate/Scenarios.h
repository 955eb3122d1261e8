// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/Result.h"
#include "core/simulate/JobModel.h"
#include "core/simulate/Simulate.h"
#include "core/simulate/Truth.h"

namespace headwater {

/// Both sides of a scenario, ready to run, and what is true about them.
struct Experiment {
    JobModel baseline;
    JobModel current;
    Truth truth;
};

/// Models for `scenario` with the options' sizes. BadUsage for an unknown scenario or a size out of range.
[[nodiscard]] Result<Experiment> makeExperiment(std::string_view scenario, const SimulationOptions& options);

}  // namespace headwater

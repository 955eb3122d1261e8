// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Result.h"
#include "core/simulate/JobModel.h"
#include "core/simulate/Simulate.h"

namespace headwater {

/// One configuration fact that differs between the two runs.
struct TruthChange {
    std::string key, baseline, current;
};

/// The answer of a scenario, CONTRACT `headwater.truth/1`. Empty texts are null.
struct Truth {
    std::string firstRegressedStage;
    std::string scope;  ///< systemic, localised, both
    std::string kind;   ///< shift, tail, rare
    std::vector<int> ranks;
    std::string cause;  ///< "input pipeline", "device compute" …
    std::string explanation;
    std::string layer;    ///< where the fault belongs
    std::string outcome;  ///< as in a verdict
    std::vector<TruthChange> changed;
};

/// Both sides of a scenario, ready to run, and what is true about them.
struct Experiment {
    JobModel baseline;
    JobModel current;
    Truth truth;
};

/// Models for `scenario` with the options' sizes. BadUsage for an unknown scenario or a size out of range.
[[nodiscard]] Result<Experiment> makeExperiment(std::string_view scenario, const SimulationOptions& options);

/// truth.json as text.
[[nodiscard]] std::string truthJson(std::string_view scenario, std::uint64_t seed, const Truth& truth);

}  // namespace headwater

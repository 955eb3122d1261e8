// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "core/base/Job.h"
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

/// Several faults at once, each injected after the one before it; sizes that the options leave open are the largest of
/// the scenarios'. The truth names the stage that comes first in the step and the layer that is looked at first; where
/// more than one setting differs no cause can be told. Without any scenario the two sides differ by chance alone.
[[nodiscard]] Result<Experiment> makeExperiment(std::span<const std::string> scenarios,
                                                const SimulationOptions& options);

/// A number of the current run's model that is multiplied, "attention_time" by 1.6.
struct ModelChange {
    std::string number;
    double factor = 1;
};

/// What ModelChange::number may be, in a fixed order.
[[nodiscard]] std::span<const std::string_view> changeableNumbers();

/// Multiplies. Times, rates and sizes; the truth is not touched, as nobody but the author knows it. BadUsage for an
/// unknown number or a factor outside 0.01 to 100.
[[nodiscard]] Status applyChange(JobModel& model, const ModelChange& change);

/// Writes `out`/baseline, `out`/current and `out`/truth.json like simulate(); `truth` is what truth.json holds; of the
/// options those count that say how files are written.
[[nodiscard]] Status writeRuns(const Experiment& experiment, const std::string& truth, const std::filesystem::path& out,
                               const SimulationOptions& options, const Job& job);

}  // namespace headwater

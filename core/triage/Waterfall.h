// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/run/StageCube.h"
#include "core/triage/StageAlignment.h"

namespace headwater {

/// From the baseline's mean step to the current run's, stage by stage. Stages are a partition of each step (DESIGN 4),
/// so the sums are exact where medians of stages would not be: baseline + all deltas = current, up to the rounding of
/// one division.
struct Waterfall {
    struct Stage {
        std::string name;
        double baseline = 0, current = 0;  ///< ns a step, over all steps and ranks: a step without the stage has none
        [[nodiscard]] double delta() const { return current - baseline; }
    };
    double baseline = 0, current = 0;  ///< mean step, ns
    std::vector<Stage> stages;         ///< in dependency order; of steps that no stage covers, "(outside stages)" last
    std::size_t baselineCells = 0, currentCells = 0;  ///< steps × ranks that are in the means

    [[nodiscard]] bool empty() const { return baselineCells == 0 || currentCells == 0; }
};

/// Means over the whole steps (StepStatus::Ok, with a duration) among `baselineSteps` and `currentSteps`, which are
/// indices into the cubes.
[[nodiscard]] Waterfall waterfallOf(const StageCube& baseline, const std::vector<std::size_t>& baselineSteps,
                                    const StageCube& current, const std::vector<std::size_t>& currentSteps,
                                    const StageAlignment& alignment);

}  // namespace headwater

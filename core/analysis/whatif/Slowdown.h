// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/whatif/ReplayModel.h"
#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater::whatif {

/// Slowdown when the ideal run gets back the measured durations of one group alone.
struct KeySlowdown {
    std::string key;
    double slowdown = 1;  ///< below 1 is possible: the group is better than the average that the ideal is made of
};

/// What a run loses to its unevenness (METHODS 4, S and S_x; vectors of the OSDI'25 study).
struct Slowdown {
    double slowdown = 1;  ///< S = mean replayed / mean ideal step time
    double waste = 0;     ///< 1 − 1/S
    std::vector<KeySlowdown> byStage;
    std::vector<KeySlowdown> byWorker;
    std::vector<KeySlowdown> byType;
    /// Share of T − T_ideal that goes when the slowest 3 % of workers (at least one; a worker's score is the lower of
    /// its stage's and its data-parallel rank's slowdown) work as in the ideal; nothing without unevenness, or for one
    /// worker.
    std::optional<double> slowestWorkers;
    std::vector<std::string> slowest;  ///< who they are: "2", in a pipeline "1 at stage 3"
    std::optional<double> lastStage;   ///< the same for the last stage of a pipeline
    std::vector<double> ideal;         ///< step times, ns
};

/// Replays the model with averaged durations and with each group restored. Fails with Cancelled.
[[nodiscard]] Result<Slowdown> slowdownOf(const ReplayModel& model, const Job& job);

}  // namespace headwater::whatif

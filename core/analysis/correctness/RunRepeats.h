// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/correctness/LoggedSeries.h"

namespace headwater {

/// The logs of one side as runs of the job.
struct RunRepeats {
    std::vector<RunLogs> runs;  ///< the one with most values first; empty: no log has a loss or a gradient norm
    int otherRanks = 0;         ///< logs left out because a lower rank says it too
    int sameRun = 0;            ///< logs left out because they agree with another in every common step
    int otherTools = 0;         ///< logs of another framework than the longest: another view of the same job
};

/// Which of a side's logs repeat the job (METHODS 5, "several baselines"). Only logs of the lowest rank that has values
/// are taken, and of one framework. A log that shares no step with a run continues it (a resumed run); one that differs
/// from every run in a common step, by more than its printed digits, is another run.
[[nodiscard]] RunRepeats findRepeats(const std::vector<TrainingLog>& logs);

}  // namespace headwater

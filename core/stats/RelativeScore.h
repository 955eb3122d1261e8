// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string_view>
#include <vector>

namespace headwater::stats {

/// One kind of work on one rank: how long it typically takes, and its whole time (the weight).
struct WorkItem {
    double median = 0;
    double total = 0;
};
using WorkItems = std::map<std::string_view, WorkItem>;

/// How fast each rank does the work that all of them do: Σ w (best median of all ranks / own median) / Σ w, weighted by
/// the rank's own time (NVRx, METHODS 2.4). 1 is the best rank's pace; below 0.75 is what that tool flags. NaN where
/// nothing is common to all ranks.
[[nodiscard]] std::vector<double> relativeScores(const std::vector<WorkItems>& ranks);

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/CollectiveMatch.h"
#include "core/analysis/Collectives.h"
#include "core/trace/Intervals.h"

namespace headwater {

/// How long each communication kernel waited for its peers.
struct CollectiveWaits {
    /// Per rank (order of the input) and device row: ns of waiting at the start of the activity, kMissing where the
    /// activity is no collective, has no match, or has a root that need not wait.
    std::vector<std::vector<Ns>> wait;
    /// Per rank: when it was inside a matched collective that waits for all its ranks.
    std::vector<IntervalSet> synchronised;
    CollectiveSummary summary;
    Problems problems;
};

/// Splits every matched collective into waiting and transfer by METHODS 3.2 A (the shortest participant is the
/// transfer), aligns clocks by the ends of collectives and compares with method B where they allow it, charges waiting
/// to those who came late, and takes bus bandwidth from the transfers.
[[nodiscard]] CollectiveWaits collectiveWaits(const std::vector<RankSteps>& ranks, bool linkedOnly);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/Steps.h"

namespace headwater {

/// One rank as the matcher sees it.
struct RankSteps {
    int rank = 0;
    const Trace* trace = nullptr;
    const StepSet* steps = nullptr;
};

/// How long each communication kernel waited for its peers.
struct CollectiveWaits {
    /// Per rank (order of the input) and device row: ns of waiting at the start of the activity, kMissing where the
    /// activity is no collective or has no match.
    std::vector<std::vector<Ns>> wait;
    CollectiveSummary summary;
    Problems problems;
};

/// Matches communication kernels across ranks and splits each into waiting and transfer (METHODS 3.1 and 3.2, method A,
/// which needs no common clock: transfer = shortest participant, wait = the rest). Key: process group and sequence
/// number where the profiler wrote them; else the order of the kernels of one name within a step, accepted only where
/// every rank has equally many and their sizes agree. What has no match is counted, never guessed.
[[nodiscard]] CollectiveWaits matchCollectives(const std::vector<RankSteps>& ranks, bool linkedOnly);

}  // namespace headwater

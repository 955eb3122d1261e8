// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/CollectiveMatch.h"
#include "core/run/Collectives.h"
#include "core/trace/Intervals.h"

namespace headwater {

/// How long each communication kernel waited for its peers.
struct CollectiveWaits {
    /// Per rank (order of the input) and device row: ns of waiting at the start of the activity, kMissing where the
    /// activity is no collective, has no match, or has a root that need not wait.
    std::vector<std::vector<Ns>> wait;
    /// As `wait`, but a matched receive waits for all its time: until the data are there its rank is blocked by the
    /// neighbour, and what a rank receives is never its own time (METHODS 1.10: receives of a pipeline are no
    /// candidates), but for runs that analyzePair finds slow transfers in (PeerTransfers.h). This is what partition and
    /// bubbles go by; `wait`, the summary and the replay tell the transfer apart. Per rank empty where it has no such
    /// receive.
    std::vector<std::vector<Ns>> blocked;
    /// Per rank: when it was inside a matched collective that waits for all its ranks.
    std::vector<IntervalSet> synchronised;
    CollectiveSummary summary;
    Problems problems;

    /// `blocked` of a rank, or `wait` where that is the same.
    [[nodiscard]] const std::vector<Ns>& blockedOf(std::size_t rank) const
    {
        return blocked[rank].empty() ? wait[rank] : blocked[rank];
    }
};

/// `blocked` of every rank, to keep.
[[nodiscard]] std::vector<std::vector<Ns>> takeBlocked(CollectiveWaits&& waits);

/// Splits every matched collective into waiting and transfer by METHODS 3.2 A (the shortest participant is the
/// transfer) and every send and receive by splitTransfer(), aligns clocks by the ends of collectives and compares with
/// method B where they allow it, charges waiting to those who came late, and takes bus bandwidth from the transfers.
/// With `receivesAreOwn` nothing is blocked longer than it waited.
[[nodiscard]] CollectiveWaits collectiveWaits(const std::vector<RankSteps>& ranks, bool linkedOnly,
                                              bool receivesAreOwn = false);

}  // namespace headwater

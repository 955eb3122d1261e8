// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// Ranks that send to each other, and what one transfer between them takes, ns: median over the run.
struct SlowPeers {
    std::vector<int> ranks;
    Ns before = 0;
    Ns now = 0;
};

/// Groups of matched sends and receives (splitTransfer) of both runs whose typical transfer grew by more than ε and, as
/// often as a step has it, by more than `floor` ns a step; those that grew most first. Growth is the textbook's rule
/// (stats::regressedByCourse).
[[nodiscard]] std::vector<SlowPeers> slowPeerTransfers(const RunAnalysis& baseline, const RunAnalysis& current,
                                                       std::int64_t epsilonPpm, Ns floor);

/// Whether there are any by 5 % and 50 µs a step, which analyzePair asks before a policy is known: then it counts the
/// transfer of a receive as its rank's own in both runs, and only the time before it as waiting. No stage would show
/// the slow way otherwise.
[[nodiscard]] bool peersAreSlower(const PairAnalysis& pair);

}  // namespace headwater

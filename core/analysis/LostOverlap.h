// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// A stage whose communication came out from behind compute: nothing of it takes longer, less of it is hidden.
struct LostOverlap {
    std::string stage;
    Ns exposedBefore = 0;  ///< exposed transfer: median over steps and ranks, ns
    Ns exposedNow = 0;
};

/// Stages of both runs whose exposed transfer grew by more than ε and by more than `floor` ns, while their compute grew
/// on no rank (p50 over steps), nor on the slowest rank of a step (mean over steps), and the transfer of all matched
/// collectives, hidden or not, did not grow a step. Empty where a run has no matched collectives: then the whole
/// transfer is not known. Growth is the textbook's rule (stats::regressedByCourse); exposed and overlapped
/// communication as in METHODS 3.4.
[[nodiscard]] std::vector<LostOverlap> lostOverlaps(const RunAnalysis& baseline, const RunAnalysis& current,
                                                    std::int64_t epsilonPpm, Ns floor);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/base/Text.h"

namespace headwater {

/// "launched late", "garbage collection" …: what keeps the device from computing, for people.
[[nodiscard]] Text wordsFor(BubbleCause cause);

/// The cause by which a rank's time without compute exceeds its peers' most, per step.
struct BubbleExcess {
    BubbleCause cause = BubbleCause::Unresolved;
    Ns perStep = 0;  ///< mean over the rank's steps − median of the peers' means
};
/// Nothing where the rank or all of its peers have no device, or nothing is in excess. Waiting in collectives is not
/// looked at: it is the peers' doing.
[[nodiscard]] std::optional<BubbleExcess> largestExcess(const RunAnalysis& run, int rank,
                                                        const std::vector<int>& peers);

}  // namespace headwater

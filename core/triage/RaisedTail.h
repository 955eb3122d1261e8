// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// A stage whose slow steps look longer and are too few to judge.
struct RaisedTail {
    std::size_t stage = 0;  ///< index into Verdict::stages
    Statistic statistic = Statistic::P95;
    double longestBaseline = 0;  ///< ns
    double longestCurrent = 0;
    std::size_t steps = 0;   ///< of the current run that lie beyond everything in the baseline
    std::size_t needed = 0;  ///< steps a side to judge it
};

/// The first stage of which a tail statistic is raised beyond ε and the floor, could not be tested (METHODS 1.4: below
/// its minimum n it is inconclusive, never ok), and is so by more than chance: current steps lie above their median by
/// five times what the longest step of the baseline does. Where p95 can be judged and only p99 is open, more than one
/// step in a hundred has to. Nothing where a side has too few steps for any statistic.
[[nodiscard]] std::optional<RaisedTail> raisedTail(const Draft& draft);

/// "the slow steps of forward look longer (longest 22.5 ms → 66.0 ms, 1 of 27 steps)".
[[nodiscard]] Text raisedTailText(const Draft& draft, const RaisedTail& tail);

}  // namespace headwater

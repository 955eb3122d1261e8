// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/analysis/Bubbles.h"
#include "core/trace/Intervals.h"

namespace headwater {

/// The causes, and what the JSON shows inside another one: launch latency, periodic, other copies.
constexpr std::size_t kBubbleParts = kBubbleCauses + 3;

/// The time without compute of one rank by part, as disjoint intervals: what both the sums of steps and single gaps are
/// cut out of.
struct BubbleTimes {
    IntervalSet compute;                          ///< |∪ compute|
    std::array<IntervalSet, kBubbleParts> parts;  ///< disjoint; with `compute` they fill the steps

    /// What lies in a window, ns by cause. Windows that do not overlap add up exactly. O(log n + pieces in it).
    [[nodiscard]] Bubbles in(Interval window) const;
};

/// The cause that a part is shown in: itself, launch delay or dependency.
[[nodiscard]] BubbleCause causeOfPart(std::size_t part);

/// The split of METHODS 3.5 from the first step's start to the last one's end; empty without steps.
[[nodiscard]] BubbleTimes bubbleTimes(const BubbleInput& input);

}  // namespace headwater

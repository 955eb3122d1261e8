// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/trace/Intervals.h"

namespace headwater {

/// Whether `after`, which starts inside `before`, is its neighbour and not a part of it: starts and durations that were
/// rounded to ns or µs let one end up to 2 µs after the next has started. It ends later, and they share less than half
/// of either. Their boundary is where `after` starts.
[[nodiscard]] inline bool isNeighbour(Interval before, Interval after)
{
    constexpr Ns kRounded = 2'000;
    const Ns shared = before.end - after.start;
    return after.end > before.end && shared <= kRounded && 2 * shared < std::min(before.length(), after.length());
}

}  // namespace headwater

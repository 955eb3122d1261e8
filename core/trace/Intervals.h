// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// A half-open interval of time [start, end) in ns.
struct Interval {
    Ns start = 0;
    Ns end = 0;

    [[nodiscard]] Ns length() const { return end - start; }
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// A sorted list of disjoint, non-empty, non-touching intervals: the normal form every function below returns.
using IntervalSet = std::vector<Interval>;

/// Union of any intervals (any order, overlapping, empty ones dropped). O(n log n).
[[nodiscard]] IntervalSet unionOf(std::vector<Interval> intervals);
/// a ∪ b, a ∩ b and a − b of normal forms. O(|a| + |b|).
[[nodiscard]] IntervalSet unite(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet intersect(const IntervalSet& a, const IntervalSet& b);
[[nodiscard]] IntervalSet subtract(const IntervalSet& a, const IntervalSet& b);
/// The part of `set` inside `window`. O(log |set| + |result|).
[[nodiscard]] IntervalSet clip(const IntervalSet& set, Interval window);
/// Sum of lengths, ns.
[[nodiscard]] Ns totalLength(const IntervalSet& set);

}  // namespace headwater

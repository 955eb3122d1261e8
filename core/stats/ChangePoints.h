// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headwater::stats {

/// How changes of a series are looked for.
struct ChangePointRule {
    std::size_t least = 3;   ///< values on each side of a change
    double alpha = 0.05;     ///< of each split's permutation test
    int permutations = 999;  ///< p cannot fall below 1/(permutations + 1)
    std::uint64_t seed = 42;
};

struct TestedChange {
    std::size_t at = 0;  ///< index of the first value after the change
    double q = 0;        ///< energy statistic of the split within its segment
    double p = 1;        ///< share of permutations of the segment whose best split is as large
};

/// Every change of a series of finite values, in order: E-divisive (Matteson & James, arXiv 1306.4933), METHODS 1.4.
/// The best split of a segment stands when a permutation test finds it; both sides are then looked at alike. Two
/// plateaus of three values each can be told apart by 1 of 20 orders only, so six values give p ≥ 0.05 nearly always:
/// a short series has no change points rather than false ones.
[[nodiscard]] std::vector<TestedChange> changePoints(std::span<const double> series, const ChangePointRule& rule = {});

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace headwater::stats {

/// Where a series becomes steady.
struct WarmUp {
    std::size_t remove = 0;  ///< values to leave out at the start
    double objective = 0;    ///< squared standard error of the mean of the rest
    bool steady = true;      ///< false: the best cut is half of the series, so no steady state was seen
};

/// MSER (White 1997), METHODS 1.6: the cut d ≤ n/2 that makes Σ_{i ≥ d} (x_i − mean)² / (n − d)² smallest. O(n).
[[nodiscard]] WarmUp mser(std::span<const double> series);

/// The shortest cut whose objective is within two standard errors, a share 2 √(2/n), of the best (after the rule of
/// Breiman et al. 1984 for choosing the simplest of equal models). On noise alone MSER's minimum wanders and costs a
/// third of a short run now and then; a real warm-up raises the objective many times over and is cut at the same place.
/// Not steady: MSER's own minimum is at half of the series and even the shortest cut is longer than a quarter.
[[nodiscard]] WarmUp shortestWarmUp(std::span<const double> series);

/// The series with values above median + 3 robust standard deviations (1.4826 MAD, both of the second half) lowered to
/// that limit, the unbroken run of such values at the start left alone. A lone slow step later on is no warm-up:
/// without this, MSER cuts behind it and throws half of a run away.
[[nodiscard]] std::vector<double> clippedForWarmUp(std::span<const double> series);

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace headwater::stats {

/// Type-7 quantile (Hyndman & Fan 1996: h = (n − 1) p, linear between neighbours) of values sorted upwards, METHODS
/// 1.3. Unit of the values. NaN for an empty span; `p` is clamped to [0, 1].
[[nodiscard]] double quantileSorted(std::span<const double> sorted, double p);

/// The same for values in any order; copies them.
[[nodiscard]] double quantile(std::span<const double> values, double p);

/// The same where `censored` more values lie above every given one, at +∞ (METHODS 1.7: a failed step took at least as
/// long as it was watched). +∞ where the quantile falls on one of them.
[[nodiscard]] double quantileCensored(std::span<const double> sorted, std::size_t censored, double p);

[[nodiscard]] double mean(std::span<const double> values);    ///< NaN when empty
[[nodiscard]] double median(std::span<const double> values);  ///< type 7 at 0.5

/// Median that reorders its argument instead of copying it; for inner loops. NaN when empty.
[[nodiscard]] double medianInPlace(std::span<double> values);

/// p50, mean, p95, p99 and n of one sample.
struct Summary {
    double p50 = 0;
    double mean = 0;
    double p95 = 0;
    double p99 = 0;
    std::size_t n = 0;
};
[[nodiscard]] Summary summarize(std::span<const double> values);

/// A sorted copy, for the functions that want one.
[[nodiscard]] std::vector<double> sortedCopy(std::span<const double> values);

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace headwater::stats {

/// Ranks (1-based) of the two order statistics that bound a quantile. lower = 0 or upper = n + 1 mean that n is too
/// small for a finite bound on that side.
struct OrderInterval {
    std::size_t lower = 0;
    std::size_t upper = 0;
    double coverage = 0;  ///< exact, from the binomial distribution
};

/// Distribution-free interval of quantile q from n values at level 1 − alpha: the largest l with P(Bin(n, q) ≤ l − 1) ≤
/// alpha/2 and the smallest u with P(Bin(n, q) ≤ u − 1) ≥ 1 − alpha/2. METHODS 1.4 (David & Nagaraja, Order
/// Statistics).
[[nodiscard]] OrderInterval orderInterval(std::size_t n, double q, double alpha);

/// The same as values; −∞ and +∞ where a bound does not exist.
struct Bounds {
    double lo = 0;
    double hi = 0;
};
[[nodiscard]] Bounds quantileBounds(std::span<const double> sorted, double q, double alpha);

/// Fewest values for which the interval of quantile q has finite bounds, METHODS 1.4: smallest n with
/// max(q, 1 − q)^n ≤ alpha (one-sided) or alpha/2 (two-sided).
enum class Sides { One, Two };
[[nodiscard]] std::size_t minimumSamples(double q, double alpha, Sides sides);

/// P(Bin(n, q) ≤ k), by summing logarithms: no overflow for large n.
[[nodiscard]] double binomialCdf(std::ptrdiff_t k, std::size_t n, double q);

}  // namespace headwater::stats

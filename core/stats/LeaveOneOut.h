// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace headwater::stats {

/// Leave-one-out t values, METHODS 2.2: t_i = (x_i − mean of the others) / (SD of the others · √(1 + 1/(n − 1))), which
/// follows Student's t with n − 2 degrees of freedom where nothing is an outlier. 0 where fewer than three values are
/// there or all others are equal to x_i; ±∞ where the others are equal and x_i is not.
[[nodiscard]] std::vector<double> leaveOneOutT(std::span<const double> values);

/// P(T > t) of Student's t with `freedom` > 0 degrees of freedom; continued fraction of the incomplete beta function.
[[nodiscard]] double studentUpperTail(double t, double freedom);

/// t with P(T > t) = `tail`, for 0 < tail < 0.5; bisection.
[[nodiscard]] double studentUpperQuantile(double tail, double freedom);

/// The t that the largest of n leave-one-out values exceeds by chance with probability `alpha` at most (Bonferroni,
/// one-sided); +∞ for n < 3.
[[nodiscard]] double leaveOneOutCut(std::size_t n, double alpha);

}  // namespace headwater::stats

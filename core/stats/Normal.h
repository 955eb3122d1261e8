// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headwater::stats {

/// P(Z > z) of the standard normal distribution, accurate in the tail.
[[nodiscard]] double normalUpperTail(double z);

/// z with P(Z ≤ z) = p, for 0 < p < 1; ±∞ at the ends. Bisection on the complementary error function: exact to the last
/// digits of a double, and nothing here calls it in a loop.
[[nodiscard]] double normalQuantile(double p);

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace headwater::stats {

/// Modified z values 0.6745 (x − median)/MAD (Iglewicz & Hoaglin 1993), METHODS 2.2; where MAD is 0, (x − median) /
/// (1.2533 · mean absolute deviation); all 0 where that is 0 too. > 3.5 is the usual flag.
[[nodiscard]] std::vector<double> modifiedZ(std::span<const double> values);

/// Ordinary z values with the sample standard deviation (n − 1); all 0 for a constant sample.
[[nodiscard]] std::vector<double> sampleZ(std::span<const double> values);

/// Largest z that any sample of size n can have where `outliers` of its values are equal and the rest too:
/// √((n − k)(n − 1)/(k n)), for one outlier (n − 1)/√n (Shiffler 1988). Below 3 for n ≤ 10: there a 3σ rule can never
/// fire, and for a node of eight not below n = 81.
[[nodiscard]] double largestPossibleZ(std::size_t n, std::size_t outliers = 1);

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headwater::stats {

/// The modified z that the largest of n equal values exceeds by chance once in a hundred times, METHODS 2.2 (simulated
/// there; between its sizes interpolated in log n, beyond 512 the normal distribution's Bonferroni bound where that is
/// larger). The usual 3.5 is exceeded in 5 to 14 %. +∞ for n < 4.
[[nodiscard]] double modifiedZCut(std::size_t n);

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace headwater::stats {

/// Chance that any of n equal ranks is slowest in at least `times` of `steps` steps, at most n · P(Bin(steps, 1/n) ≥
/// times), METHODS 2.2. At most 1; 1 where there is no rank.
[[nodiscard]] double slowestCountP(std::size_t ranks, std::size_t steps, std::size_t times);

/// Smallest number of times for which slowestCountP is at most `alpha`; steps + 1 where none is.
[[nodiscard]] std::size_t slowestCountCut(std::size_t ranks, std::size_t steps, double alpha);

}  // namespace headwater::stats

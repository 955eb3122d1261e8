// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace headwater::stats {

/// Autocorrelations ρ_1, ρ_2 … up to the first that is not positive (initial positive sequence, after Geyer 1992);
/// empty for fewer than two values or a constant series.
[[nodiscard]] std::vector<double> positiveAutocorrelations(std::span<const double> series);

/// Integrated autocorrelation time 1 + 2 Σ ρ_k, in steps; 1 for independent values. METHODS 1.3.2.
[[nodiscard]] double autocorrelationTime(std::span<const double> series);

/// n / (1 + 2 Σ ρ_k): how many independent values the series is worth, METHODS 1.4.
[[nodiscard]] double effectiveSamples(std::span<const double> series);

}  // namespace headwater::stats

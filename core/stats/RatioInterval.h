// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>

namespace headwater::stats {

/// Interval of (current / baseline) − 1 that goes with the Hodges-Lehmann ratio: the ratios of all pairs between those
/// ranks that the exact rank test does not reject (Lehmann 1963; Mann-Whitney, METHODS 1.4). Nothing where so few values
/// cannot give that level (three against three at 95 %), for values that are not positive, or for an empty side. O(nm
/// log nm).
[[nodiscard]] std::optional<std::array<double, 2>> ratioInterval(std::span<const double> current,
                                                                 std::span<const double> baseline, double level);

}  // namespace headwater::stats

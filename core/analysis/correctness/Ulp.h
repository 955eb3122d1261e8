// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace headwater {

/// How many float32 values lie between a and b, plus one where they differ (METHODS 5): 0 for equal values, +0 and −0,
/// and two NaN; 1 for neighbours, the largest finite value and ∞ among them. Nothing where only one is NaN.
[[nodiscard]] std::optional<std::int64_t> ulpDistance(float a, float b);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace headwater {

/// How many float32 values lie between a and b, plus one where they differ (METHODS 5): 0 for equal values, +0 and −0,
/// and two NaN; 1 for neighbours, the largest finite value and ∞ among them. Nothing where only one is NaN.
[[nodiscard]] std::optional<std::int64_t> ulpDistance(float a, float b);

/// Bits of the 16-bit value nearest to `value` (ties to even); overflow gives infinity, NaN stays NaN. METHODS 5:
/// bfloat16 of 3.14159 is 0x4049, of 1.01 it is 0x3f81.
[[nodiscard]] std::uint16_t bfloat16Bits(float value);
[[nodiscard]] std::uint16_t float16Bits(float value);
/// Whether the value is one of the format: what was computed in it is kept by every wider one.
[[nodiscard]] bool isBFloat16(float value);
[[nodiscard]] bool isFloat16(float value);
/// As ulpDistance(), in steps of the 16-bit format, between the nearest values of that format.
[[nodiscard]] std::optional<std::int64_t> ulpDistanceBFloat16(float a, float b);
[[nodiscard]] std::optional<std::int64_t> ulpDistanceFloat16(float a, float b);

}  // namespace headwater

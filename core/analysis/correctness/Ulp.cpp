// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/Ulp.h"

#include <bit>
#include <cmath>
#include <cstdlib>

namespace headwater {

namespace {

/// Bits as a number that grows with the value; both zeros are 0.
std::int64_t ordered(float value)
{
    const auto bits = std::bit_cast<std::int32_t>(value);
    return bits >= 0 ? bits : -static_cast<std::int64_t>(bits & 0x7fffffff);
}

}  // namespace

std::optional<std::int64_t> ulpDistance(float a, float b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b) ? std::optional<std::int64_t>(0) : std::nullopt;
    return std::abs(ordered(a) - ordered(b));
}

}  // namespace headwater

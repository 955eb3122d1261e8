// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/Ulp.h"

#include <algorithm>
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

std::int64_t ordered16(std::uint16_t bits)
{
    return (bits & 0x8000U) == 0 ? bits : -static_cast<std::int64_t>(bits & 0x7fffU);
}

/// Right shift, rounded to nearest, ties to even.
std::uint32_t shiftRounded(std::uint32_t value, int by)
{
    if (by > 31)
        return 0;
    const std::uint32_t kept = value >> by;
    const std::uint32_t rest = value & ((1U << by) - 1);
    const std::uint32_t half = by == 0 ? 0 : 1U << (by - 1);
    const bool up = by > 0 && (rest > half || (rest == half && (kept & 1U) != 0));
    return kept + (up ? 1 : 0);
}

/// NaN against NaN is 0, against anything else nothing; other values by `distance`.
template <class Distance>
std::optional<std::int64_t> unlessNaN(float a, float b, const Distance& distance)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b) ? std::optional<std::int64_t>(0) : std::nullopt;
    return distance();
}

float fromBFloat16(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

float fromFloat16(std::uint16_t bits)
{
    constexpr int kExponentBias = 15;
    constexpr int kMantissa = 10;
    const int exponent = (bits >> kMantissa) & 0x1f;
    const int mantissa = bits & 0x3ff;
    const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
    if (exponent == 0x1f)
        return mantissa != 0 ? std::nanf("") : sign * HUGE_VALF;
    const int whole = exponent == 0 ? mantissa : mantissa + 1024;
    return sign * std::ldexp(static_cast<float>(whole), std::max(exponent, 1) - kExponentBias - kMantissa);
}

}  // namespace

std::optional<std::int64_t> ulpDistance(float a, float b)
{
    return unlessNaN(a, b, [&] { return std::abs(ordered(a) - ordered(b)); });
}

std::uint16_t bfloat16Bits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value))
        return static_cast<std::uint16_t>((bits >> 16U) | 0x40U);
    return static_cast<std::uint16_t>(shiftRounded(bits, 16));
}

std::uint16_t float16Bits(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    if (std::isnan(value))
        return static_cast<std::uint16_t>(sign | 0x7e00U);
    constexpr int kRebias = 127 - 15;
    constexpr int kDropped = 13;  // mantissa bits that float32 has more
    const int exponent = static_cast<int>((bits >> 23U) & 0xffU) - kRebias;
    const std::uint32_t mantissa = bits & 0x7fffffU;
    std::uint32_t out = 0;
    if (exponent >= 0x1f)
        out = 0x7c00U;
    else if (exponent > 0)  // a mantissa rounded up carries into the exponent, up to infinity
        out = shiftRounded((static_cast<std::uint32_t>(exponent) << 23U) | mantissa, kDropped);
    else
        out = shiftRounded(mantissa | 0x800000U, kDropped + 1 - exponent);
    return static_cast<std::uint16_t>(sign | out);
}

bool isBFloat16(float value)
{
    return std::isnan(value) || fromBFloat16(bfloat16Bits(value)) == value;
}

bool isFloat16(float value)
{
    return std::isnan(value) || fromFloat16(float16Bits(value)) == value;
}

std::optional<std::int64_t> ulpDistanceBFloat16(float a, float b)
{
    return unlessNaN(a, b, [&] { return std::abs(ordered16(bfloat16Bits(a)) - ordered16(bfloat16Bits(b))); });
}

std::optional<std::int64_t> ulpDistanceFloat16(float a, float b)
{
    return unlessNaN(a, b, [&] { return std::abs(ordered16(float16Bits(a)) - ordered16(float16Bits(b))); });
}

}  // namespace headwater

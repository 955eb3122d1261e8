// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Duration.h"

#include <cmath>

#include <fmt/format.h>

namespace headwater {

namespace {

constexpr std::string_view kMinus = "\u2212";

std::string magnitude(double value)
{
    if (value >= 100)
        return fmt::format("{:.0f}", value);
    if (value >= 10)
        return fmt::format("{:.1f}", value);
    return fmt::format("{:.2f}", value);
}

std::string withUnit(double ns)
{
    if (ns >= 1e9)
        return magnitude(ns / 1e9) + " s";
    if (ns >= 1e6)
        return magnitude(ns / 1e6) + " ms";
    if (ns >= 1e3)
        return magnitude(ns / 1e3) + " \u00b5s";
    return fmt::format("{:.0f} ns", ns);
}

}  // namespace

std::string formatDuration(Ns value)
{
    const double ns = std::abs(static_cast<double>(value));
    return (value < 0 ? std::string(kMinus) : std::string()) + withUnit(ns);
}

std::string formatDelta(Ns value)
{
    return (value > 0 ? "+" : "") + formatDuration(value);
}

std::string formatRatio(double ratio)
{
    constexpr double kFarBeyond = 999.5;  // more digits would tell nothing but how little the baseline was
    if (ratio >= kFarBeyond)
        return "over \u00d71000";
    constexpr double kFactorFrom = 9.995;  // above ten times, a factor is read more easily than a percentage
    if (ratio >= kFactorFrom)
        return fmt::format("\u00d7{:.0f}", 1 + ratio);
    const double percent = std::abs(ratio) * 100;
    if (percent < 0.05)  // below what is printed there is no direction
        return "0.0 %";
    const std::string_view sign = ratio < 0 ? kMinus : std::string_view(ratio > 0 ? "+" : "");
    return percent >= 9.95 ? fmt::format("{}{:.0f} %", sign, percent) : fmt::format("{}{:.1f} %", sign, percent);
}

}  // namespace headwater

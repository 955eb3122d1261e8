// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Quantile.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "core/stats/BracketedMedian.h"

namespace headwater::stats {

namespace {
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMany = 2'000;  // values from which on a bracket pays
}  // namespace

std::vector<double> sortedCopy(std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    return sorted;
}

double quantileCensored(std::span<const double> sorted, std::size_t censored, double p)
{
    const std::size_t n = sorted.size() + censored;
    if (n == 0)
        return kNone;
    const double h = static_cast<double>(n - 1) * std::clamp(p, 0.0, 1.0);
    const auto low = static_cast<std::size_t>(h);
    const double part = h - static_cast<double>(low);
    const auto value = [&](std::size_t i) { return i < sorted.size() ? sorted[i] : kInfinity; };
    if (part == 0 || low + 1 == n)
        return value(low);
    const double next = value(low + 1);
    return std::isinf(next) ? next : value(low) + part * (next - value(low));
}

double quantileSorted(std::span<const double> sorted, double p)
{
    return quantileCensored(sorted, 0, p);
}

double quantile(std::span<const double> values, double p)
{
    return quantileSorted(sortedCopy(values), p);
}

double mean(std::span<const double> values)
{
    if (values.empty())
        return kNone;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::span<const double> values)
{
    if (values.size() >= kMany)
        if (const std::optional<double> found = bracketedMedian(values))
            return *found;
    std::vector<double> copy(values.begin(), values.end());
    return medianInPlace(copy);
}

double medianInPlace(std::span<double> values)
{
    if (values.empty())
        return kNone;
    if (values.size() >= kMany)
        if (const std::optional<double> found = bracketedMedian(values))
            return *found;
    return selectMiddle(values, values.size() / 2, values.size() % 2 == 1);
}

Summary summarize(std::span<const double> values)
{
    const std::vector<double> sorted = sortedCopy(values);
    return {quantileSorted(sorted, 0.5), mean(values), quantileSorted(sorted, 0.95), quantileSorted(sorted, 0.99),
            values.size()};
}

}  // namespace headwater::stats

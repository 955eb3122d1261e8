// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/WarmUp.h"

#include <algorithm>
#include <cmath>

#include "core/stats/Quantile.h"

namespace headwater::stats {

namespace {

/// Squared standard error of the mean of what is left, by cut 0…n/2. Walks from the end, so that mean and sum of
/// squares (Welford) of each tail come from the one before.
std::vector<double> objectives(std::span<const double> series)
{
    const std::size_t n = series.size();
    double centre = 0;
    double squares = 0;
    std::vector<double> objective(n / 2 + 1);
    for (std::size_t count = 1; count <= n; ++count) {
        const double x = series[n - count];
        const double before = x - centre;
        centre += before / static_cast<double>(count);
        squares += before * (x - centre);
        if (n - count <= n / 2)
            objective[n - count] = squares / (static_cast<double>(count) * static_cast<double>(count));
    }
    return objective;
}

/// The first cut whose objective is at most (1 + tolerance) times the best.
std::size_t firstAtMost(const std::vector<double>& objective, double tolerance)
{
    const double limit = std::ranges::min(objective) * (1 + tolerance);
    const auto found = std::ranges::find_if(objective, [limit](double x) { return x <= limit; });
    return static_cast<std::size_t>(found - objective.begin());
}

}  // namespace

WarmUp mser(std::span<const double> series)
{
    if (series.size() < 2)
        return {};
    const std::vector<double> objective = objectives(series);
    const std::size_t cut = firstAtMost(objective, 0);
    return {cut, objective[cut], cut < series.size() / 2};
}

WarmUp shortestWarmUp(std::span<const double> series)
{
    if (series.size() < 2)
        return {};
    const std::vector<double> objective = objectives(series);
    const std::size_t cut = firstAtMost(objective, 2 * std::sqrt(2 / static_cast<double>(series.size())));
    const bool steady = firstAtMost(objective, 0) < series.size() / 2 || cut <= series.size() / 4;
    return {cut, objective[cut], steady};
}

std::vector<double> clippedForWarmUp(std::span<const double> series)
{
    std::vector<double> clipped(series.begin(), series.end());
    const std::span<const double> half = series.subspan(series.size() / 2);
    const double centre = median(half);
    std::vector<double> deviations;
    for (const double x : half)
        deviations.push_back(std::abs(x - centre));
    const double limit = centre + 3 * 1.4826 * medianInPlace(deviations);
    if (!std::isfinite(limit) || limit <= centre)
        return clipped;
    const auto settled = std::ranges::find_if(clipped, [limit](double x) { return x <= limit; });
    for (auto x = settled; x != clipped.end(); ++x)
        *x = std::min(*x, limit);
    return clipped;
}

}  // namespace headwater::stats

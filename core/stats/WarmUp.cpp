// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/WarmUp.h"

#include <algorithm>
#include <cmath>

#include "core/stats/Quantile.h"

namespace headwater::stats {

WarmUp mser(std::span<const double> series)
{
    const std::size_t n = series.size();
    WarmUp best;
    if (n < 2)
        return best;
    // Walk from the end, so that mean and sum of squares (Welford) of each tail come from the one before.
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
    best.remove = static_cast<std::size_t>(std::ranges::min_element(objective) - objective.begin());
    best.objective = objective[best.remove];
    best.steady = best.remove < n / 2;
    return best;
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
    if (std::isfinite(limit) && limit > centre)
        for (double& x : clipped)
            x = std::min(x, limit);
    return clipped;
}

}  // namespace headwater::stats

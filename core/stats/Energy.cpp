// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Energy.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headwater::stats {

namespace {

double pairsWithin(std::span<const double> x)
{
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t j = i + 1; j < x.size(); ++j)
            sum += std::abs(x[i] - x[j]);
    return sum;
}

double pairsBetween(std::span<const double> x, std::span<const double> y)
{
    double sum = 0;
    for (const double a : x)
        for (const double b : y)
            sum += std::abs(a - b);
    return sum;
}

struct Sums {
    double between = 0;
    double withinX = 0;
    double withinY = 0;
};

Energy energyOf(const Sums& sums, std::size_t sizeX, std::size_t sizeY)
{
    const auto n = static_cast<double>(sizeX);
    const auto m = static_cast<double>(sizeY);
    Energy result;
    result.e = 2 * sums.between / (n * m);
    if (sizeX > 1)
        result.e -= sums.withinX / (n * (n - 1) / 2);
    if (sizeY > 1)
        result.e -= sums.withinY / (m * (m - 1) / 2);
    result.q = n * m / (n + m) * result.e;
    return result;
}

}  // namespace

Energy energyDistance(std::span<const double> x, std::span<const double> y)
{
    if (x.empty() || y.empty())
        return {};
    return energyOf({pairsBetween(x, y), pairsWithin(x), pairsWithin(y)}, x.size(), y.size());
}

std::optional<ChangePoint> singleChangePoint(std::span<const double> series, std::size_t least)
{
    least = std::max<std::size_t>(least, 1);
    if (series.size() < 2 * least)
        return std::nullopt;
    // Moving one value from the right part to the left changes the three sums by its distances: O(n²) altogether.
    Sums sums{pairsBetween(series.first(least), series.subspan(least)), pairsWithin(series.first(least)),
              pairsWithin(series.subspan(least))};
    std::optional<ChangePoint> best;
    for (std::size_t split = least; split + least <= series.size(); ++split) {
        const double q = energyOf(sums, split, series.size() - split).q;
        if (!best || q > best->q)
            best = ChangePoint{split, q};
        const std::span<const double> moved = series.subspan(split, 1);
        const double toLeft = pairsBetween(moved, series.first(split));
        const double toRight = pairsBetween(moved, series.subspan(split + 1));
        sums.withinX += toLeft;
        sums.withinY -= toRight;
        sums.between += toRight - toLeft;
    }
    return best;
}

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Outliers.h"

#include <cmath>
#include <numbers>

#include "core/stats/Quantile.h"

namespace headwater::stats {

std::vector<double> modifiedZ(std::span<const double> values)
{
    const double centre = median(values);
    std::vector<double> deviations;
    for (const double x : values)
        deviations.push_back(std::abs(x - centre));
    const double meanDeviation = mean(deviations);
    const double mad = medianInPlace(deviations);
    double scale = 0;
    if (mad > 0)
        scale = 0.6744897501960817 / mad;  // third quartile of the standard normal distribution
    else if (meanDeviation > 0)
        scale = 1 / (std::sqrt(std::numbers::pi / 2) * meanDeviation);
    std::vector<double> z;
    for (const double x : values)
        z.push_back((x - centre) * scale);
    return z;
}

std::vector<double> sampleZ(std::span<const double> values)
{
    std::vector<double> z(values.size(), 0.0);
    const double centre = mean(values);
    double squares = 0;
    for (const double x : values)
        squares += (x - centre) * (x - centre);
    if (values.size() < 2 || !(squares > 0))
        return z;
    const double deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
    for (std::size_t i = 0; i < values.size(); ++i)
        z[i] = (values[i] - centre) / deviation;
    return z;
}

double largestPossibleZ(std::size_t n, std::size_t outliers)
{
    if (outliers == 0 || n <= outliers)
        return 0;
    const auto all = static_cast<double>(n);
    const auto few = static_cast<double>(outliers);
    return std::sqrt((all - few) * (all - 1) / (few * all));
}

}  // namespace headwater::stats

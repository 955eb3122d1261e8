// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Autocorrelation.h"

#include <numeric>

#include "core/stats/Quantile.h"

namespace headwater::stats {

std::vector<double> positiveAutocorrelations(std::span<const double> series)
{
    std::vector<double> rhos;
    const std::size_t n = series.size();
    const double centre = mean(series);
    double variance = 0;
    for (const double x : series)
        variance += (x - centre) * (x - centre);
    if (n < 2 || !(variance > 0))
        return rhos;
    for (std::size_t lag = 1; lag < n; ++lag) {
        double sum = 0;
        for (std::size_t i = 0; i + lag < n; ++i)
            sum += (series[i] - centre) * (series[i + lag] - centre);
        if (!(sum > 0))
            break;
        rhos.push_back(sum / variance);
    }
    return rhos;
}

double autocorrelationTime(std::span<const double> series)
{
    const std::vector<double> rhos = positiveAutocorrelations(series);
    return 1 + 2 * std::accumulate(rhos.begin(), rhos.end(), 0.0);
}

double effectiveSamples(std::span<const double> series)
{
    return static_cast<double>(series.size()) / autocorrelationTime(series);
}

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/Spikes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr std::size_t kTrailing = 128;
constexpr std::size_t kFewest = 10;
constexpr double kPerMad = 0.6744897501960817;  ///< normal quantile at 0.75
constexpr std::size_t kReference = 100;         ///< values whose maximum Megatron's rule multiplies
constexpr double kTenfold = 10;

double robustZ(const std::vector<double>& before, double value, double centre)
{
    std::vector<double> apart;
    apart.reserve(before.size());
    for (const double x : before)
        apart.push_back(std::abs(x - centre));
    const double mad = stats::medianInPlace(apart);
    if (mad > 0)
        return kPerMad * (value - centre) / mad;
    return value > centre ? std::numeric_limits<double>::infinity() : 0;
}

}  // namespace

std::vector<Spike> findSpikes(const LoggedSeries& series, const CorrectnessLimits& limits)
{
    std::vector<Spike> spikes;
    std::vector<double> logs;
    double reference = 0;
    for (const LoggedPoint& point : series.points) {
        const double value = point.number.value;
        if (!std::isfinite(value) || value <= 0)
            continue;
        const double x = std::log(value);
        if (logs.size() >= kFewest) {
            const std::size_t from = logs.size() > kTrailing ? logs.size() - kTrailing : 0;
            const std::vector<double> before(logs.begin() + static_cast<std::ptrdiff_t>(from), logs.end());
            const double centre = stats::median(before);
            const Spike spike{point.step, value, robustZ(before, x, centre), std::exp(x - centre),
                              value >= kTenfold * reference};
            if (spike.z > limits.spikeZ && spike.ratio > limits.spikeRatio)
                spikes.push_back(spike);
        }
        if (logs.size() < kReference)
            reference = std::max(reference, value);
        logs.push_back(x);
    }
    return spikes;
}

}  // namespace headwater

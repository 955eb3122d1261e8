// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/Spikes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr std::size_t kTrailing = 128;
constexpr double kPerMad = 0.6744897501960817;  ///< normal quantile at 0.75
constexpr std::size_t kReference = 100;         ///< values whose maximum Megatron's rule multiplies
constexpr double kTenfold = 10;

double robustZ(std::span<const double> before, double value, double centre)
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

/// SD of one value around its course.
double spreadOf(std::span<const double> values)
{
    std::vector<double> changes;
    for (std::size_t i = 1; i < values.size(); ++i)
        changes.push_back(values[i] - values[i - 1]);
    const double middle = stats::median(changes);
    for (double& change : changes)
        change = std::abs(change - middle);
    constexpr double kNormal = 1.4826;  // SD of a normal sample over its MAD
    return kNormal * stats::medianInPlace(changes) / std::sqrt(2.0);
}

/// How far a value lies from those before it.
struct Distance {
    double z = 0;
    double log = 0;  ///< of the ratio to their middle
};

/// `distance` judges the logarithm of each value from the `fewest`-th on by up to 128 before it.
template <class DistanceOf>
std::vector<Spike> spikesBy(const LoggedSeries& series, const CorrectnessLimits& limits, std::size_t fewest,
                            DistanceOf distance)
{
    std::vector<Spike> spikes;
    std::vector<double> logs;
    double reference = 0;
    for (const LoggedPoint& point : series.points) {
        const double value = point.number.value;
        if (!std::isfinite(value) || value <= 0)
            continue;
        const double x = std::log(value);
        if (logs.size() >= fewest) {
            const Distance apart = distance(std::span(logs).last(std::min(kTrailing, logs.size())), x);
            const Spike spike{point.step, value, apart.z, std::exp(apart.log), value >= kTenfold * reference};
            if (spike.z > limits.spikeZ && spike.ratio > limits.spikeRatio)
                spikes.push_back(spike);
        }
        if (logs.size() < kReference)
            reference = std::max(reference, value);
        logs.push_back(x);
    }
    return spikes;
}

}  // namespace

std::vector<Spike> findSpikes(const LoggedSeries& series, const CorrectnessLimits& limits)
{
    constexpr std::size_t kFewest = 10;
    return spikesBy(series, limits, kFewest, [](std::span<const double> before, double x) {
        const double centre = stats::median(before);
        return Distance{robustZ(before, x, centre), x - centre};
    });
}

std::vector<Spike> findLossSpikes(const LoggedSeries& series, const CorrectnessLimits& limits)
{
    constexpr std::size_t kNear = 16;
    return spikesBy(series, limits, kNear, [](std::span<const double> before, double x) {
        const double apart = x - stats::median(before.last(kNear));
        const double spread = spreadOf(before);
        const double none = apart > 0 ? std::numeric_limits<double>::infinity() : 0;
        return Distance{spread > 0 ? apart / spread : none, apart};
    });
}

}  // namespace headwater

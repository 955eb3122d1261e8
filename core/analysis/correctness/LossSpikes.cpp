// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/correctness/LossSpikes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

constexpr std::size_t kTrailing = 128;
constexpr std::size_t kNear = 16;
constexpr std::size_t kReference = 100;  ///< values whose maximum Megatron's rule multiplies
constexpr double kTenfold = 10;

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

double scoreOf(double apart, double spread)
{
    if (spread > 0)
        return apart / spread;
    return apart > 0 ? std::numeric_limits<double>::infinity() : 0;
}

}  // namespace

std::vector<Spike> findLossSpikes(const LoggedSeries& series, const CorrectnessLimits& limits)
{
    std::vector<Spike> spikes;
    std::vector<double> logs;
    double reference = 0;
    for (const LoggedPoint& point : series.points) {
        const double value = point.number.value;
        if (!std::isfinite(value) || value <= 0)
            continue;
        const double x = std::log(value);
        if (logs.size() >= kNear) {
            const std::span<const double> all(logs);
            const double centre = stats::median(all.last(kNear));
            const Spike spike{point.step, value,
                              scoreOf(x - centre, spreadOf(all.last(std::min(kTrailing, all.size())))),
                              std::exp(x - centre), value >= kTenfold * reference};
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

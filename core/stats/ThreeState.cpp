// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/ThreeState.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/stats/Normal.h"

namespace headwater::stats {

ThreeState threeState(double lo, double hi, double epsilon)
{
    if (lo > epsilon)
        return ThreeState::Regressed;
    if (hi < -epsilon)
        return ThreeState::Improved;
    return hi <= epsilon ? ThreeState::NotRegressed : ThreeState::Inconclusive;
}

FirstRange firstRange(std::span<const ThreeState> states)
{
    FirstRange range;
    for (std::size_t k = 0; k < states.size(); ++k) {
        const bool possible = states[k] == ThreeState::Regressed || states[k] == ThreeState::Inconclusive;
        if (possible && !range.earliestPossible)
            range.earliestPossible = k;
        if (states[k] == ThreeState::Regressed) {
            range.confirmed = k;
            break;
        }
    }
    return range;
}

std::size_t neededSamples(std::size_t n, double halfWidth, double epsilon)
{
    if (!(epsilon > 0) || !std::isfinite(halfWidth))
        return 0;
    const double factor = halfWidth / epsilon;
    return static_cast<std::size_t>(std::ceil(static_cast<double>(n) * factor * factor));
}

double effectiveEpsilon(double epsilon, double sigmaRun, double alpha)
{
    return std::max(epsilon, normalQuantile(1 - alpha) * std::numbers::sqrt2 * sigmaRun);
}

bool isCostShift(std::span<const double> baseline, std::span<const double> current, double epsilon)
{
    double total = 0;
    double gained = 0;
    double lost = 0;
    for (std::size_t k = 0; k < std::min(baseline.size(), current.size()); ++k) {
        total += baseline[k];
        const double delta = current[k] - baseline[k];
        (delta > 0 ? gained : lost) += std::abs(delta);
    }
    constexpr double kAgree = 0.2;
    return gained > 0 && lost > 0 && std::abs(gained - lost) <= epsilon * total &&
           std::abs(gained - lost) <= kAgree * std::max(gained, lost);
}

double pipelineBubbleShare(int p, int m)
{
    return static_cast<double>(p - 1) / (m + p - 1);
}

double pipelineBubbleRatio(int p, int m, int v)
{
    return static_cast<double>(p - 1) / (static_cast<double>(v) * m);
}

}  // namespace headwater::stats

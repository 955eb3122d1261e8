// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Bootstrap.h"

#include <algorithm>

#include "core/stats/Quantile.h"

namespace headwater::stats {

namespace {

double estimate(std::span<double> values, Estimator estimator)
{
    return estimator == Estimator::Mean ? mean(values) : medianInPlace(values);
}

double drawOne(SplitMix64& random, std::span<const double> values, const BootstrapOptions& options,
               std::vector<double>& scratch)
{
    scratch.clear();
    drawCircularBlocks(random, values.size(), options.block, [&](std::size_t i) { scratch.push_back(values[i]); });
    return estimate(scratch, options.estimator);
}

}  // namespace

BootstrapRatio bootstrapRatio(std::span<const double> current, std::span<const double> baseline,
                              const BootstrapOptions& options)
{
    std::vector<double> c(current.begin(), current.end());
    std::vector<double> b(baseline.begin(), baseline.end());
    BootstrapRatio result;
    result.ratio = estimate(c, options.estimator) / estimate(b, options.estimator);
    SplitMix64 random(options.seed);
    result.replicates.reserve(options.resamples);
    for (std::size_t r = 0; r < options.resamples; ++r) {
        const double top = drawOne(random, current, options, c);
        result.replicates.push_back(top / drawOne(random, baseline, options, b));
    }
    std::ranges::sort(result.replicates);
    result.lo = quantileSorted(result.replicates, options.alpha / 2);
    result.hi = quantileSorted(result.replicates, 1 - options.alpha / 2);
    return result;
}

double bootstrapP(std::span<const double> sortedReplicates, double threshold)
{
    const auto notAbove = std::ranges::upper_bound(sortedReplicates, threshold) - sortedReplicates.begin();
    return (1 + static_cast<double>(notAbove)) / (static_cast<double>(sortedReplicates.size()) + 1);
}

}  // namespace headwater::stats

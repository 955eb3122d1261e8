// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/FirstStability.h"

#include <algorithm>

#include "core/stats/CourseRule.h"
#include "core/stats/Quantile.h"
#include "core/stats/Random.h"

namespace headwater::stats {

namespace {

void drawSteps(SplitMix64& random, std::vector<std::size_t>& steps)
{
    for (std::size_t& step : steps)
        step = random.index(steps.size());
}

double medianOf(const std::vector<double>& series, const std::vector<std::size_t>& steps, std::vector<double>& scratch)
{
    scratch.clear();
    for (const std::size_t step : steps)
        scratch.push_back(series[step]);
    return medianInPlace(scratch);
}

}  // namespace

FirstStability firstStability(std::span<const std::vector<double>> baseline,
                              std::span<const std::vector<double>> current, double epsilon, std::size_t resamples,
                              std::uint64_t seed)
{
    const std::size_t stages = std::min(baseline.size(), current.size());
    FirstStability result{std::vector<double>(stages, 0.0), 0};
    if (stages == 0 || resamples == 0 || baseline[0].empty() || current[0].empty())
        return result;
    SplitMix64 random(seed);
    std::vector<std::size_t> currentSteps(current[0].size());
    std::vector<std::size_t> baselineSteps(baseline[0].size());
    std::vector<double> scratch;
    const double weight = 1 / static_cast<double>(resamples);
    for (std::size_t r = 0; r < resamples; ++r) {
        drawSteps(random, currentSteps);
        drawSteps(random, baselineSteps);
        std::size_t first = 0;
        while (first < stages && !regressedByCourse(medianOf(baseline[first], baselineSteps, scratch),
                                                    medianOf(current[first], currentSteps, scratch), epsilon))
            ++first;
        (first < stages ? result.share[first] : result.none) += weight;
    }
    return result;
}

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Stability.h"

#include <algorithm>

#include "core/stats/CourseRule.h"

namespace headwater {

namespace {

const SeriesBasis& seriesOf(const StageBasis& stage, AcrossRanks across)
{
    const auto found = std::ranges::find(stage.series, across, &SeriesBasis::across);
    return found == stage.series.end() ? stage.series.front() : *found;
}

}  // namespace

std::vector<StabilityBar> stabilityOf(const DecisionBasis& basis, AcrossRanks across, Statistic statistic,
                                      const Policy& policy, Ns floor)
{
    if (basis.resamples == 0 || basis.identical)
        return {};
    const auto s = static_cast<std::size_t>(statistic);
    const std::size_t stages = std::min(basis.alignment.comparable, basis.stages.size());
    std::vector<std::size_t> first(stages + 1, 0);  // the last counts "none"
    for (std::size_t r = 0; r < basis.resamples; ++r) {
        std::size_t k = 0;
        for (; k < stages; ++k) {
            const SeriesBasis& series = seriesOf(basis.stages[k], across);
            // A stage that only one run has gives NaN, which is never above anything.
            const double baseline = series.drawnBaseline[s][r];
            const double current = series.drawnCurrent[s][r];
            if (current - baseline > static_cast<double>(floor) &&
                stats::regressedByCourse(baseline, current, policy.epsilon()))
                break;
        }
        ++first[k];
    }
    std::vector<StabilityBar> bars;
    const auto share = [&](std::size_t count) {
        return static_cast<double>(count) / static_cast<double>(basis.resamples);
    };
    if (first[stages] > 0)
        bars.push_back({-1, share(first[stages])});
    for (std::size_t k = 0; k < stages; ++k)
        if (first[k] > 0)
            bars.push_back({static_cast<int>(k), share(first[k])});
    return bars;
}

}  // namespace headwater

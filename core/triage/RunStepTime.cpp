// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RunStepTime.h"

#include <algorithm>
#include <cmath>

#include "core/stats/Quantile.h"
#include "core/stats/WarmUp.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

std::optional<double> runStepTimeMs(const RunAnalysis& analysis)
{
    constexpr double kNsPerMs = 1e6;
    if (analysis.cube.empty())
        return std::nullopt;
    std::vector<double> times = stepTimes(analysis.cube, selectSteps(analysis.cube));
    std::erase_if(times, [](double ns) { return !std::isfinite(ns) || ns <= 0; });
    if (times.size() >= kFewestForWarmup) {
        const auto found = stats::shortestWarmUp(stats::clippedForWarmUp(times));
        const std::size_t cut = std::max(kLeastWarmup, found.steady ? found.remove : 0);
        times.erase(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(cut));
    }
    return times.empty() ? std::nullopt : std::optional(stats::median(times) / kNsPerMs);
}

}  // namespace headwater

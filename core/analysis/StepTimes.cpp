// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/StepTimes.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

namespace {

StepAxis axisOfTrace(const RankAnalysis& rank)
{
    StepAxis axis;
    axis.source = fmt::format("trace of rank {}", rank.rank);
    for (const StepAnalysis& step : rank.steps)
        if (step.window.length() > 0)
            axis.steps.push_back({step.step, step.window});
    std::ranges::stable_sort(axis.steps, {}, [](const StepAxis::Step& step) { return step.window.start; });
    if (!axis.steps.empty())
        axis.clock = clockOfTimes(axis.steps.front().window.start);
    return axis;
}

bool hasTrace(const Run& run, int rank)
{
    return std::ranges::any_of(run.ranks, [&](const RankData& data) { return data.rank == rank && data.trace; });
}

}  // namespace

StepAxis stepTimesOf(const RunAnalysis& analysis)
{
    if (!analysis.run)
        return {};
    StepAxis relative;
    for (const RankAnalysis& rank : analysis.ranks) {
        if (!hasTrace(*analysis.run, rank.rank))
            continue;
        StepAxis axis = axisOfTrace(rank);
        if (!axis.steps.empty() && axis.clock == ClockKind::Epoch)
            return axis;
        if (relative.steps.empty())
            relative = std::move(axis);
    }
    StepAxis longest;
    for (const TrainingLog& log : analysis.run->logs)
        if (StepAxis axis = stepAxis(log); axis.steps.size() > longest.steps.size())
            longest = std::move(axis);
    return longest.steps.empty() ? relative : longest;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Waterfall.h"

#include <algorithm>

namespace headwater {

namespace {

/// Sums over the cells of one side: whole ns, so that they add up.
struct Sums {
    std::vector<Ns> stages;  ///< by the cube's stages
    Ns step = 0;
    std::size_t cells = 0;
};

/// How long a step of a rank took; what the stages add up to where nobody recorded it.
Ns durationOf(const StageCube& cube, std::size_t rank, std::size_t step)
{
    if (const Ns recorded = cube.duration(rank, step); recorded != kMissing)
        return recorded;
    Ns sum = kMissing;
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage)
        if (const Ns span = cube.at(Quantity::Span, stage, rank, step); span != kMissing)
            sum = (sum == kMissing ? 0 : sum) + span;
    return sum;
}

Sums sumsOf(const StageCube& cube, const std::vector<std::size_t>& steps)
{
    Sums out;
    out.stages.assign(cube.stages().size(), 0);
    for (std::size_t rank = 0; rank < cube.ranks().size(); ++rank)
        for (const std::size_t step : steps) {
            const Ns duration = durationOf(cube, rank, step);
            if (cube.status(rank, step) != StepStatus::Ok || duration == kMissing)
                continue;
            out.step += duration;
            ++out.cells;
            for (std::size_t stage = 0; stage < out.stages.size(); ++stage)
                if (const Ns span = cube.at(Quantity::Span, stage, rank, step); span != kMissing)
                    out.stages[stage] += span;
        }
    return out;
}

double mean(Ns sum, const Sums& side)
{
    return side.cells == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(side.cells);
}

}  // namespace

Waterfall waterfallOf(const StageCube& baseline, const std::vector<std::size_t>& baselineSteps,
                      const StageCube& current, const std::vector<std::size_t>& currentSteps,
                      const StageAlignment& alignment)
{
    const Sums before = sumsOf(baseline, baselineSteps);
    const Sums after = sumsOf(current, currentSteps);
    Waterfall out{mean(before.step, before), mean(after.step, after), {}, before.cells, after.cells};
    if (out.empty())
        return out;
    // Stage metrics need not cover their steps: what is left has to show, or nothing would add up.
    Ns leftBefore = before.step;
    Ns leftAfter = after.step;
    for (const AlignedStage& stage : alignment.stages) {
        const Ns was = stage.baseline ? before.stages[*stage.baseline] : 0;
        const Ns is = stage.current ? after.stages[*stage.current] : 0;
        leftBefore -= was;
        leftAfter -= is;
        out.stages.push_back({stage.name, mean(was, before), mean(is, after)});
    }
    if (leftBefore == 0 && leftAfter == 0)
        return out;
    auto outside = std::ranges::find(out.stages, kOutsideStages, &Waterfall::Stage::name);
    if (outside == out.stages.end())
        outside = out.stages.insert(out.stages.end(), {std::string(kOutsideStages), 0, 0});
    outside->baseline += mean(leftBefore, before);
    outside->current += mean(leftAfter, after);
    return out;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/BubbleShares.h"

#include <algorithm>
#include <map>

namespace headwater {

namespace {

void divide(Bubbles& sum, Ns by)
{
    for (Ns& time : sum.byCause)
        time /= by;
    sum.launchLatency /= by;
    sum.periodic /= by;
    sum.otherCopies /= by;
}

}  // namespace

std::vector<StepBubbles> bubblesByStep(const RunAnalysis& run, const std::vector<std::int64_t>* only,
                                       const std::vector<int>& ranks)
{
    std::map<std::int64_t, StepBubbles> sums;
    for (const std::int64_t step : run.cube.steps())
        if (only == nullptr || std::ranges::binary_search(*only, step))
            sums[step].step = step;
    bool any = false;
    for (const RankAnalysis& rank : run.ranks) {
        if (!ranks.empty() && std::ranges::find(ranks, rank.rank) == ranks.end())
            continue;
        for (const StepAnalysis& step : rank.steps) {
            const auto found = sums.find(step.step);
            const std::optional<Bubbles> bubbles =
                found == sums.end() || step.status != StepStatus::Ok ? std::nullopt : rank.bubblesOf(step);
            if (!bubbles)
                continue;
            any = true;
            ++found->second.ranks;
            found->second.duration += step.window.length();
            found->second.bubbles += *bubbles;
        }
    }
    std::vector<StepBubbles> out;
    for (auto& [number, step] : sums) {
        if (step.ranks > 0) {
            step.duration /= step.ranks;
            divide(step.bubbles, step.ranks);
        }
        if (any)
            out.push_back(step);
    }
    return out;
}

std::optional<StepBubbles> meanOf(const std::vector<StepBubbles>& steps)
{
    StepBubbles mean;
    Ns known = 0;
    for (const StepBubbles& step : steps) {
        if (step.ranks == 0)
            continue;
        ++known;
        mean.ranks = std::max(mean.ranks, step.ranks);
        mean.duration += step.duration;
        mean.bubbles += step.bubbles;
    }
    if (known == 0)
        return std::nullopt;
    mean.duration /= known;
    divide(mean.bubbles, known);
    return mean;
}

BubbleCause largestCause(const Bubbles& bubbles)
{
    const auto largest = std::ranges::max_element(bubbles.byCause);
    return *largest > 0 ? static_cast<BubbleCause>(largest - bubbles.byCause.begin()) : BubbleCause::Unresolved;
}

}  // namespace headwater

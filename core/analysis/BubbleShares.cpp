// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/BubbleShares.h"

#include <algorithm>

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
    std::vector<StepBubbles> sums;  // ascending
    for (const std::int64_t step : run.cube.steps())
        if (only == nullptr || std::ranges::binary_search(*only, step))
            sums.emplace_back().step = step;
    std::ranges::sort(sums, {}, &StepBubbles::step);
    bool any = false;
    for (const RankAnalysis& rank : run.ranks) {
        if (!ranks.empty() && std::ranges::find(ranks, rank.rank) == ranks.end())
            continue;
        auto found = sums.begin();  // a rank's steps ascend, so the next is the one wanted but where one is missing
        for (const StepAnalysis& step : rank.steps) {
            if (found == sums.end() || found->step != step.step)
                found = std::ranges::lower_bound(sums, step.step, {}, &StepBubbles::step);
            if (found == sums.end() || found->step != step.step)
                continue;
            StepBubbles& sum = *found++;
            const std::optional<Bubbles> bubbles = step.status != StepStatus::Ok ? std::nullopt : rank.bubblesOf(step);
            if (!bubbles)
                continue;
            any = true;
            ++sum.ranks;
            sum.duration += step.window.length();
            sum.bubbles += *bubbles;
        }
    }
    if (!any)
        return {};
    for (StepBubbles& step : sums)
        if (step.ranks > 0) {
            step.duration /= step.ranks;
            divide(step.bubbles, step.ranks);
        }
    return sums;
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

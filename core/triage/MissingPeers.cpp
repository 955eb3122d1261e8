// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/MissingPeers.h"

#include <algorithm>

namespace headwater {

namespace {

bool isTraced(const RunAnalysis& run)
{
    return run.run && std::ranges::any_of(run.run->ranks, [](const RankData& rank) { return rank.trace != nullptr; });
}

/// It communicates with ranks, and none of them is there.
bool isAlone(const RunAnalysis& run)
{
    return isTraced(run) && run.cube.ranks().size() == 1 && run.collectives.matched == 0 &&
           run.collectives.unmatched > 0;
}

bool communicates(const RunAnalysis& run)
{
    return run.collectives.matched + run.collectives.unmatched > 0;
}

std::optional<Text> whyOf(const RunAnalysis& run, const Text& side)
{
    const std::vector<int> missing = untracedRanks(run);
    if (!missing.empty() && communicates(run))
        return missing.size() == 1 ? say("{} of {} has no trace in {}", ranksText(missing), run.run->worldSize, side)
                                   : say("{} of {} have no trace in {}", ranksText(missing), run.run->worldSize, side);
    if (isAlone(run))
        return say("there is the trace of one rank only in {}", side);
    return std::nullopt;
}

Text tracesOf(const RunAnalysis& run)
{
    const std::vector<int> missing = untracedRanks(run);
    return missing.empty() ? say("the other ranks") : ranksText(missing);
}

bool sameMissing(const Draft& draft)
{
    return draft.basis.pair.baseline->cube.ranks() == draft.basis.pair.current->cube.ranks() &&
           untracedRanks(*draft.basis.pair.baseline) == untracedRanks(*draft.basis.pair.current);
}

}  // namespace

std::vector<int> untracedRanks(const RunAnalysis& run)
{
    return isTraced(run) ? run.run->missingRanks() : std::vector<int>();
}

std::optional<Text> whyWaitingIsUnknown(const Draft& draft)
{
    const auto before = whyOf(*draft.basis.pair.baseline, say("the baseline"));
    const auto now = whyOf(*draft.basis.pair.current, say("the current run"));
    if (before && now)
        return sameMissing(draft) ? whyOf(*draft.basis.pair.current, say("both runs"))
                                  : std::optional(*before + say("; ") + *now);
    return now ? now : before;
}

Text addMissingTraces(const Draft& draft)
{
    const RunAnalysis& baseline = *draft.basis.pair.baseline;
    const RunAnalysis& current = *draft.basis.pair.current;
    const bool before = whyOf(baseline, Text()).has_value();
    const bool now = whyOf(current, Text()).has_value();
    if (before && now && sameMissing(draft))
        return say("Add the traces of {} to both runs: only with all ranks is waiting for a slow rank told from slow "
                   "transfer.",
                   tracesOf(current));
    if (before && now)
        return say("Add the traces of {} to the baseline and of {} to the current run: only with all ranks is waiting "
                   "for a slow rank told from slow transfer.",
                   tracesOf(baseline), tracesOf(current));
    return say("Add the trace of {} to {}: only with all ranks is waiting for a slow rank told from slow transfer.",
               tracesOf(now ? current : baseline), now ? say("the current run") : say("the baseline"));
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/BubbleFinding.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/BubbleShares.h"
#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/triage/BubbleWords.h"
#include "core/triage/MissingPeers.h"

namespace headwater {

namespace {

/// `told`: waiting is told from transfer; else all of it is in the latter, by what it may be.
Text nameOf(BubbleCause cause, bool told)
{
    return cause == BubbleCause::CommTransfer && !told ? say("communication: waiting or transfer") : wordsFor(cause);
}

/// "waiting for input +30.1 ms, launched late +2.00 ms": what grew by more than the floor, most first.
Text grown(const BubbleMeans& before, const BubbleMeans& after, Ns floor, bool told)
{
    std::vector<std::size_t> causes(kBubbleCauses);
    std::iota(causes.begin(), causes.end(), std::size_t(0));
    std::erase_if(causes, [&](std::size_t i) { return after[i] - before[i] <= floor; });
    std::ranges::stable_sort(causes, std::greater(), [&](std::size_t i) { return after[i] - before[i]; });
    Text text;
    for (const std::size_t i : causes)
        text += (text.empty() ? Text() : say(", ")) +
                say("{} {}", nameOf(static_cast<BubbleCause>(i), told), formatDelta(after[i] - before[i]));
    return text;
}

}  // namespace

std::optional<BubbleMeans> bubbleMeans(const Draft& draft, Side which, const std::vector<int>& ranks)
{
    const bool isBaseline = which == Side::Baseline;
    const SideBasis& side = isBaseline ? draft.basis.baseline : draft.basis.current;
    const RunAnalysis& run = isBaseline ? *draft.basis.pair.baseline : *draft.basis.pair.current;
    std::vector<std::int64_t> compared;
    for (const std::size_t step : side.selection.steps)
        compared.push_back(run.cube.steps()[step]);
    std::ranges::sort(compared);
    const std::optional<StepBubbles> mean = meanOf(bubblesByStep(run, &compared, ranks));
    return mean ? std::optional(mean->bubbles.byCause) : std::nullopt;
}

std::optional<Finding> bubblesFinding(const Draft& draft)
{
    const auto before = bubbleMeans(draft, Side::Baseline);
    const auto after = bubbleMeans(draft, Side::Current);
    if (!before || !after)
        return std::nullopt;
    const auto total = [](const BubbleMeans& means) { return std::accumulate(means.begin(), means.end(), Ns(0)); };
    Finding finding;
    finding.id = "timeline.bubbles";
    finding.layer = LayerId::Timeline;
    finding.provenance = Provenance::Derived;
    finding.statement = say("Time a step without compute on the device, mean over steps and ranks: {}",
                            fromTo(total(*before), total(*after)));
    const bool told = !whyWaitingIsUnknown(draft);
    const Text causes = grown(*before, *after, draft.floor, told);
    finding.statement += causes.empty() ? say("; no cause of it grew.") : say("; grown: {}.", causes);
    for (std::size_t i = 0; i < kBubbleCauses; ++i)
        if ((*before)[i] != 0 || (*after)[i] != 0)
            finding.evidence.push_back(evidenceMs(nameOf(static_cast<BubbleCause>(i), told), (*before)[i], (*after)[i],
                                                  say("gaps between compute kernels, mean over steps and ranks")));
    return finding;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/BubbleWords.h"

#include <algorithm>
#include <cmath>

#include "core/base/Text.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

/// Mean per whole step by cause, ns; empty where the rank has no device.
std::vector<double> meansOf(const RunAnalysis& run, int rank)
{
    const RankAnalysis* found = rankOf(run, rank);
    const std::optional<Bubbles> bubbles = found == nullptr ? std::nullopt : found->bubbles();
    if (!bubbles)
        return {};
    const auto steps = std::ranges::count_if(found->steps, [found](const StepAnalysis& step) {
        return (step.status == StepStatus::Ok || step.status == StepStatus::Partial) && found->bubblesOf(step);
    });
    std::vector<double> means;
    for (const Ns time : bubbles->byCause)
        means.push_back(static_cast<double>(time) / static_cast<double>(steps));
    return means;
}

}  // namespace

Text wordsFor(BubbleCause cause)
{
    switch (cause) {
    case BubbleCause::IoStarvation: return say("waiting for input");
    case BubbleCause::MemcpyH2d: return say("copy to the device");
    case BubbleCause::LaunchDelay: return say("launched late");
    case BubbleCause::Gc: return say("garbage collection");
    case BubbleCause::Allocator: return say("allocator");
    case BubbleCause::Sync: return say("host in a synchronising call");
    case BubbleCause::CommWait: return say("communication: waiting");
    case BubbleCause::CommTransfer: return say("communication: transfer");
    case BubbleCause::Dependency: return say("other device work first");
    case BubbleCause::Unresolved: return say("unresolved");
    }
    return {};
}

std::optional<BubbleExcess> largestExcess(const RunAnalysis& run, int rank, const std::vector<int>& peers)
{
    const std::vector<double> own = meansOf(run, rank);
    if (own.empty())
        return std::nullopt;
    std::vector<std::vector<double>> others(kBubbleCauses);
    for (const int peer : peers) {
        const std::vector<double> means = peer == rank ? std::vector<double>() : meansOf(run, peer);
        for (std::size_t cause = 0; cause < means.size(); ++cause)
            others[cause].push_back(means[cause]);
    }
    std::optional<BubbleExcess> largest;
    for (std::size_t i = 0; i < kBubbleCauses; ++i) {
        const auto cause = static_cast<BubbleCause>(i);
        if (others[i].empty() || cause == BubbleCause::CommWait || cause == BubbleCause::CommTransfer)
            continue;
        const auto excess = static_cast<Ns>(std::llround(own[i] - stats::medianInPlace(others[i])));
        if (excess > 0 && (!largest || excess > largest->perStep))
            largest = BubbleExcess{cause, excess};
    }
    return largest;
}

}  // namespace headwater

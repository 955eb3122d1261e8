// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Cause.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Lowered.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/triage/BubbleFinding.h"
#include "core/triage/BubbleWords.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/MissingPeers.h"

namespace headwater {

namespace {

template <std::size_t N>
bool holdsAny(std::string_view text, const std::array<std::string_view, N>& words)
{
    return std::ranges::any_of(words, [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

bool looksLikeCommunication(std::string_view stage)
{
    constexpr std::array<std::string_view, 7> kWords{"allreduce", "all_reduce", "all-reduce", "all_to_all",
                                                     "alltoall",  "nccl",       "grad sync"};
    return holdsAny(lowered(stage), kWords);
}

/// Where only slow steps grew the typical step shows nothing: means are compared.
bool isOfSlowSteps(const FirstRegressed& first)
{
    return first.kind == Kind::Tail || first.kind == Kind::Rare;
}

/// p50 over the used steps of the ranks that regressed of one part of a stage, or the mean.
Ns partOfRanks(const SideBasis& side, const StageCube& cube, Quantity quantity, std::size_t stage,
               const FirstRegressed& first)
{
    constexpr std::size_t kMostRanks = 8;
    const auto listed = std::span(first.ranks).first(std::min(first.ranks.size(), kMostRanks));
    std::vector<double> values;
    for (std::size_t r = 0; r < cube.ranks().size(); ++r) {
        if (std::ranges::find(listed, cube.ranks()[r]) == listed.end())
            continue;
        for (const std::size_t step : side.selection.steps) {
            const Ns value = cube.at(quantity, stage, r, step);
            if (value != kMissing && side.selection.usable[r * cube.steps().size() + step] != 0)
                values.push_back(static_cast<double>(value));
        }
    }
    if (values.empty())
        return 0;
    return static_cast<Ns>(std::llround(isOfSlowSteps(first) ? stats::mean(values) : stats::medianInPlace(values)));
}

/// One side's parts of the first regressed stage: of the ranks that regressed, or of the median over ranks.
StageParts partsOf(const Draft& draft, const FirstRegressed& first, Side which)
{
    const bool isBaseline = which == Side::Baseline;
    const auto k = static_cast<std::size_t>(first.index);
    const AlignedStage& row = draft.basis.alignment.stages[k];
    const std::optional<std::size_t> stage = isBaseline ? row.baseline : row.current;
    if (!stage)
        return {};
    const StageBasis& basis = draft.basis.stages[k];
    const StageSide& typical = isBaseline ? basis.baseline : basis.current;
    const SideBasis& side = isBaseline ? draft.basis.baseline : draft.basis.current;
    const RunAnalysis& run = isBaseline ? *draft.basis.pair.baseline : *draft.basis.pair.current;
    const auto part = [&](Quantity q) {
        if (!first.ranks.empty())
            return partOfRanks(side, run.cube, q, *stage, first);
        const PartEstimate& estimate = typical.parts[static_cast<std::size_t>(q)];
        return isOfSlowSteps(first) ? estimate.mean : estimate.p50;
    };
    return {part(Quantity::Compute), part(Quantity::Transfer), part(Quantity::Wait),
            part(Quantity::Memcpy),  part(Quantity::Memset),   part(Quantity::Idle)};
}

bool hasParts(const StageCube& cube)
{
    return cube.has(Quantity::Compute) || cube.has(Quantity::Idle) || cube.has(Quantity::Transfer);
}

Cause causeByName(const std::string& stage)
{
    if (looksLikeDataLoader(stage))
        return {CauseKind::Input,
                say("input (IO)"),
                say("the stage is named after data loading; the input has no device timeline to tell more"),
                {}};
    if (looksLikeCommunication(stage))
        return {CauseKind::Communication,
                say("communication"),
                say("the stage is named after communication; the input has no device timeline to tell more"),
                {}};
    return {CauseKind::Unknown, say("unknown"), say("the input has stage durations only, no device timeline"), {}};
}

/// Which cause of bubbles grew most among those that leave the device idle, by more than half of what idle time grew.
struct GrownBubble {
    BubbleCause cause = BubbleCause::Unresolved;
    Ns before = 0, after = 0;
};
std::optional<GrownBubble> grownBubble(const Draft& draft, const FirstRegressed& first, Ns idleGrowth)
{
    const auto before = bubbleMeans(draft, Side::Baseline, first.ranks);
    const auto after = bubbleMeans(draft, Side::Current, first.ranks);
    if (!before || !after)
        return std::nullopt;
    std::optional<GrownBubble> most;
    for (const BubbleCause cause : {BubbleCause::IoStarvation, BubbleCause::LaunchDelay, BubbleCause::Gc,
                                    BubbleCause::Allocator, BubbleCause::Sync}) {
        const auto i = static_cast<std::size_t>(cause);
        const GrownBubble grown{cause, (*before)[i], (*after)[i]};
        if (grown.after - grown.before > idleGrowth / 2 &&
            (!most || grown.after - grown.before > most->after - most->before))
            most = grown;
    }
    return most;
}

/// Idle time grew: the bubbles say what the device was idle for.
void explainIdle(const Draft& draft, const FirstRegressed& first, Ns growth, Cause& cause)
{
    const bool loader = looksLikeDataLoader(first.stage);
    cause.kind = loader ? CauseKind::Input : CauseKind::Idle;
    cause.answer = loader ? say("input (IO)") : say("neither: the device idles more");
    const std::optional<GrownBubble> grown = grownBubble(draft, first, growth);
    if (!grown)
        return;
    cause.bubble = grown->cause;
    cause.evidence.push_back(evidenceMs(say("{} per step", wordsFor(grown->cause)), grown->before, grown->after,
                                        say("gaps between compute kernels, mean")));
    sumsUp(cause.evidence.back(), first.ranks);
    cause.because +=
        say("; of the time without compute, {} grew {}", wordsFor(grown->cause), fromTo(grown->before, grown->after));
    if (grown->cause == BubbleCause::IoStarvation) {
        cause.kind = CauseKind::Input;
        cause.answer = say("input (IO)");
    } else if (!loader) {
        cause.answer = say("neither: {}", wordsFor(grown->cause));
    }
}

/// Communication grew: that is slow transfer or waiting for a slow rank, where the ranks to tell them apart are there.
void explainCommunication(const Draft& draft, const StageParts& before, const StageParts& after, Cause& cause)
{
    cause.kind = CauseKind::Communication;
    cause.answer = say("communication");
    const Ns transfer = after.transfer - before.transfer;
    const Ns wait = after.wait - before.wait;
    const auto why = transfer > wait ? whyWaitingIsUnknown(draft) : std::nullopt;
    if (!why)
        return;
    cause.kind = CauseKind::Unknown;
    cause.answer = say("unknown: waiting or transfer");
    cause.unknownWaiting = *why;
    cause.because += say("; whether it is waiting or transfer is unknown, because {}", *why);
}

/// What the parts say, by the largest growth.
Cause causeByParts(const Draft& draft, const FirstRegressed& first)
{
    const std::string& stage = first.stage;
    const StageParts b = partsOf(draft, first, Side::Baseline);
    const StageParts c = partsOf(draft, first, Side::Current);
    const Text over = isOfSlowSteps(first) ? say("mean over steps") : say("p50 over steps");
    const Text where =
        first.ranks.empty() ? say("median over ranks, {}", over) : say("{}, {}", ranksText(first.ranks), over);
    struct Growth {
        Text name;
        Ns baseline, current;
        [[nodiscard]] Ns delta() const { return current - baseline; }
    };
    const std::array<Growth, 4> growths{Growth{say("compute"), b.compute, c.compute},
                                        Growth{say("communication"), b.transfer + b.wait, c.transfer + c.wait},
                                        Growth{say("copies"), b.memcpy + b.memset, c.memcpy + c.memset},
                                        Growth{say("idle device"), b.idle, c.idle}};
    Cause cause;
    for (const Growth& g : growths) {
        cause.evidence.push_back(
            evidenceMs(say("{}: {}", stage, g.name), g.baseline, g.current, say("stage partition, {}", where)));
        sumsUp(cause.evidence.back(), first.ranks);
    }
    const auto most = std::ranges::max_element(growths, {}, &Growth::delta);
    constexpr Ns kLittle = 4;
    if (draft.policy.measure == Measure::Host && most->delta() < first.delta / kLittle) {
        cause.kind = CauseKind::Idle;
        cause.answer = say("neither: the host took longer");
        cause.because = say("host time in {} grew by {}, {} on the device by {}", stage, formatDelta(first.delta),
                            most->name, formatDelta(most->delta()));
        return cause;
    }
    if (most->delta() <= draft.floor) {
        cause.kind = CauseKind::Unknown;
        cause.answer = say("unknown");
        cause.because =
            say("no single part of {} grew by more than {} ({}{})", stage, formatDuration(draft.floor), where,
                first.scope == Scope::Localised && first.ranks.empty()
                    ? say("; what grew did so on another rank in each step")
                    : "");
        return cause;
    }
    const bool saysWhere = isOfSlowSteps(first) || (first.scope == Scope::Localised && first.ranks.empty());
    cause.because = say("in {} {} grew {} ({}{})", stage, most->name, fromTo(most->baseline, most->current),
                        formatDelta(most->delta()), saysWhere ? say(", {}", where) : Text());
    if (most->delta() > first.delta + draft.floor && c.transfer < b.transfer - draft.floor)
        cause.because += say("; transfer that nothing hides fell {} ({}), so that its own time grew less",
                             fromTo(b.transfer, c.transfer), formatDelta(c.transfer - b.transfer));
    switch (most - growths.begin()) {
    case 0:
        cause.kind = CauseKind::Compute;
        cause.answer = say("neither: compute grew");
        break;
    case 1: explainCommunication(draft, b, c, cause); break;
    case 2:
        cause.kind = CauseKind::Input;
        cause.answer = say("input (IO): copies grew");
        break;
    default: explainIdle(draft, first, most->delta(), cause);
    }
    return cause;
}

}  // namespace

bool looksLikeDataLoader(std::string_view stage)
{
    constexpr std::array<std::string_view, 11> kWords{"dataload",   "data_load",  "data load",     "data-load",
                                                      "load_batch", "next_batch", "get_batch",     "load batch",
                                                      "next batch", "fetch",      "input pipeline"};
    return holdsAny(lowered(stage), kWords);
}

namespace {

/// The stage that is taken apart: the first regressed one; but where that is not confirmed and another grew ten times
/// as much, that one, or the answer is about what hardly matters.
FirstRegressed askedAbout(const Draft& draft)
{
    constexpr Ns kFar = 10;
    const FirstRegressed& first = *draft.verdict.firstRegressed;
    const auto& largest = draft.verdict.largestIncrease;
    if (first.confirmed || draft.size != SampleSize::Few || !largest || largest->index == first.index ||
        largest->value < kFar * first.delta)
        return first;
    const StageResult& result = draft.results[static_cast<std::size_t>(largest->index)];
    FirstRegressed asked;
    asked.index = largest->index;
    asked.stage = largest->stage;
    asked.scope = result.scope;
    asked.ranks = result.ranks;
    asked.delta = largest->value;
    return asked;
}

}  // namespace

Cause findCause(const Draft& draft)
{
    const bool measured = std::ranges::any_of(
        draft.verdict.stages, [](const StageVerdict& stage) { return stage.baseline.n > 0 && stage.current.n > 0; });
    if (!draft.verdict.firstRegressed && !measured)
        return {CauseKind::NotAsked, say("unknown"), say("no stage was measured on both sides"), {}};
    if (!draft.verdict.firstRegressed)
        return {CauseKind::NotAsked, say("not asked"), say("no stage regressed"), {}};
    const FirstRegressed first = askedAbout(draft);
    if (!hasParts(draft.basis.pair.baseline->cube) || !hasParts(draft.basis.pair.current->cube))
        return causeByName(first.stage);
    Cause cause = causeByParts(draft, first);
    if (first.index != draft.verdict.firstRegressed->index)
        cause.because += say("; asked of {}, which grew most, because {} is not confirmed and grew little", first.stage,
                             draft.verdict.firstRegressed->stage);
    return cause;
}

}  // namespace headwater

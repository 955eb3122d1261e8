// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Text.h"
#include "core/triage/Draft.h"
#include "core/triage/DrillDown.h"
#include "core/triage/EvidencePlace.h"
#include "core/triage/KernelName.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater {

namespace {

Ns rounded(double ns)
{
    return static_cast<Ns>(std::llround(ns));
}

std::string joined(const std::vector<std::string>& path)
{
    std::string text;
    for (const std::string& name : path)
        text += (text.empty() ? "" : " \u203a ") + name;
    return text;
}

Text wordFor(CallChangeKind kind)
{
    switch (kind) {
    case CallChangeKind::MoreCalls: return say("more calls");
    case CallChangeKind::FewerCalls: return say("fewer calls");
    default: return word(nameOf(kind));
    }
}

/// "gemm", or "gemm (call 2 of 3)".
Text withCall(const std::string& name, const CallChange& change)
{
    return change.call > 0 ? say("{} (call {} of {})", name, change.call, change.of) : Text(name);
}

/// For sentences; the evidence below them has the whole name.
Text shownName(const CallChange& change)
{
    return withCall(shortKernelName(change.name), change);
}

/// "ampere_sgemm: slower, 1.20 ms → 1.90 ms a call".
Text changeOf(const CallChange& change)
{
    const auto perCall = [](const CallStats& stats) { return rounded(stats.perCall()); };
    const Text name = shownName(change);
    switch (change.kind) {
    case CallChangeKind::Appeared:
        return say("{} appeared ({} per step, {:.4g} \u00d7)", name, formatDuration(rounded(change.current.time)),
                   change.current.calls);
    case CallChangeKind::Vanished:
        return say("{} vanished ({} per step before)", name, formatDuration(rounded(change.baseline.time)));
    case CallChangeKind::Slower:
    case CallChangeKind::Faster:
        return say("{} takes {} a call", name, fromTo(perCall(change.baseline), perCall(change.current)));
    case CallChangeKind::MoreCalls:
    case CallChangeKind::FewerCalls:
        return say("{} runs {:.4g} \u2192 {:.4g} times a step", name, change.baseline.calls, change.current.calls);
    }
    return name;
}

Text firstChanges(const std::vector<CallChange>& changes)
{
    constexpr std::size_t kTold = 3;
    Text text;
    std::size_t told = 0;
    for (const CallChange& change : changes)
        if (change.delta() > 0 && told++ < kTold)
            text += (text.empty() ? "" : "; ") + changeOf(change);
    return text;
}

void addCalls(const std::vector<CallChange>& changes, const Text& what, Finding& finding)
{
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(changes.size(), kShown); ++i) {
        const CallChange& change = changes[i];
        finding.evidence.push_back(evidenceMs(say("{}, {}", withCall(change.name, change), wordFor(change.kind)),
                                              rounded(change.baseline.time), rounded(change.current.time), what));
    }
}

/// The last stage of the path, as it was judged.
const StageVerdict* lastStage(const Verdict& verdict, const DrillDown& drill)
{
    if (drill.path.size() > 1) {
        const DrillLevel& level = drill.levels[drill.path.size() - 2];
        return &level.stages[static_cast<std::size_t>(level.first->index)];
    }
    return verdict.firstRegressed ? &verdict.stages[static_cast<std::size_t>(verdict.firstRegressed->index)] : nullptr;
}

/// Where no kernel changed: that none did, and that it is the gaps that grew where they are most of it. Empty where
/// nothing ran on the device.
Text noKernelSentence(const Verdict& verdict, const DrillDown& drill)
{
    const StageVerdict* stage = lastStage(verdict, drill);
    if (stage == nullptr || stage->baselineParts.compute <= 0 || stage->currentParts.compute <= 0)
        return {};
    const Ns idle = stage->currentParts.idle - stage->baselineParts.idle;
    const std::string limit = shareText(verdict.policy.epsilon());
    if (idle > 0 && 2 * idle >= stage->delta)
        return say(" No kernel there changed by more than {}: the time grew between kernels (idle {}).", limit,
                   fromTo(stage->baselineParts.idle, stage->currentParts.idle));
    return say(" No kernel there changed by more than {}.", limit);
}

Text pathSentence(const DrillDown& drill)
{
    const std::string& top = drill.path.front();
    if (drill.path.size() > 1) {
        const DrillLevel& last = drill.levels[drill.path.size() - 2];
        return say("Inside {} the first to regress is {}: {}.", top, joined({drill.path.begin() + 1, drill.path.end()}),
                   changeText(last.first->delta, last.first->ratio));
    }
    if (drill.levels.empty())
        return say("Nothing divides {} further.", top);
    const DrillLevel& level = drill.levels.front();
    return level.first
               ? say("Inside {} it is outside its {} that the time grew ({}).", top, word(level.kind),
                     changeText(level.first->delta, level.first->ratio))
               : say("No single one of the {} inside {} is confirmed to have regressed.", word(level.kind), top);
}

}  // namespace

void attachDrillDown(Verdict& verdict, DrillDown drill)
{
    Finding finding;
    finding.id = kDrillDownFinding;
    finding.layer = LayerId::Timeline;
    finding.provenance = Provenance::Derived;
    finding.statement = pathSentence(drill);
    const Text kernels = firstChanges(drill.kernels);
    const Text operators = firstChanges(drill.operators);
    if (!kernels.empty())
        finding.statement += say(" On the device: {}.", kernels);
    else if (drill.kernels.empty())
        finding.statement += noKernelSentence(verdict, drill);
    if (kernels.empty() && !operators.empty())
        finding.statement += say(" On the host: {}.", operators);
    for (const DrillLevel& level : drill.levels)
        if (level.first) {
            const StageVerdict& given = level.stages[static_cast<std::size_t>(level.first->index)];
            const StageVerdict stage = asRegressed(given, verdict.headlineStatistic);
            const auto s = static_cast<std::size_t>(verdict.headlineStatistic);
            Text of = word(nameOf(verdict.headlineStatistic));
            if (const Text in = regressedInText(given, verdict.headlineStatistic); !in.empty())
                of = in;
            const Text source = level.ranges[0] + level.ranges[1] == 0
                                    ? say("partition by {}, {}", word(level.kind), of)
                                    : say("partition by {}, {}; its events: {} in the baseline, {} in the current run",
                                          word(level.kind), of, level.ranges[0], level.ranges[1]);
            finding.evidence.push_back(evidenceMs(fmt::format("{} \u203a {}", level.inside, stage.stage),
                                                  rounded(stage.baseline.value[s]), rounded(stage.current.value[s]),
                                                  source));
            if (given.regressedIn && given.regressedIn->ranks.size() == 1)
                finding.evidence.back().rank = given.regressedIn->ranks.front();
        }
    addCalls(drill.kernels, say("device time per step, mean"), finding);
    if (drill.kernels.empty())
        addCalls(drill.operators, say("host time per step, mean"), finding);
    placeInside(verdict, drill.ranks, finding);
    Layer& timeline = verdict.layers[static_cast<std::size_t>(LayerId::Timeline)];
    std::erase_if(timeline.findings, [](const Finding& known) { return known.id == kDrillDownFinding; });
    timeline.findings.push_back(std::move(finding));
    verdict.drillDown = std::move(drill);
}

}  // namespace headwater

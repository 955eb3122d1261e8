// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/triage/Draft.h"
#include "core/triage/DrillDown.h"
#include "core/triage/KernelName.h"
#include "core/triage/Names.h"

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

std::string_view wordFor(CallChangeKind kind)
{
    switch (kind) {
    case CallChangeKind::MoreCalls: return "more calls";
    case CallChangeKind::FewerCalls: return "fewer calls";
    default: return nameOf(kind);
    }
}

/// "gemm", or "gemm (call 2 of 3)".
std::string shownName(const CallChange& change)
{
    const std::string name = shortKernelName(change.name);
    return change.call > 0 ? fmt::format("{} (call {} of {})", name, change.call, change.of) : name;
}

/// "ampere_sgemm: slower, 1.20 ms → 1.90 ms a call".
std::string changeOf(const CallChange& change)
{
    const auto perCall = [](const CallStats& stats) { return rounded(stats.perCall()); };
    const std::string name = shownName(change);
    switch (change.kind) {
    case CallChangeKind::Appeared:
        return fmt::format("{} appeared ({} per step, {:.4g} \u00d7)", name,
                           formatDuration(rounded(change.current.time)), change.current.calls);
    case CallChangeKind::Vanished:
        return fmt::format("{} vanished ({} per step before)", name, formatDuration(rounded(change.baseline.time)));
    case CallChangeKind::Slower:
    case CallChangeKind::Faster:
        return fmt::format("{} takes {} a call", name, fromTo(perCall(change.baseline), perCall(change.current)));
    case CallChangeKind::MoreCalls:
    case CallChangeKind::FewerCalls:
        return fmt::format("{} runs {:.4g} \u2192 {:.4g} times a step", name, change.baseline.calls,
                           change.current.calls);
    }
    return name;
}

std::string firstChanges(const std::vector<CallChange>& changes)
{
    constexpr std::size_t kTold = 3;
    std::string text;
    std::size_t told = 0;
    for (const CallChange& change : changes)
        if (change.delta() > 0 && told++ < kTold)
            text += (text.empty() ? "" : "; ") + changeOf(change);
    return text;
}

void addCalls(const std::vector<CallChange>& changes, const std::string& what, Finding& finding)
{
    constexpr std::size_t kShown = 8;
    for (std::size_t i = 0; i < std::min(changes.size(), kShown); ++i) {
        const CallChange& change = changes[i];
        finding.evidence.push_back(evidenceMs(fmt::format("{}, {}", shownName(change), wordFor(change.kind)),
                                              rounded(change.baseline.time), rounded(change.current.time), what));
    }
}

std::string pathSentence(const DrillDown& drill)
{
    const std::string& top = drill.path.front();
    if (drill.path.size() > 1) {
        const DrillLevel& last = drill.levels[drill.path.size() - 2];
        return fmt::format("Inside {} the first to regress is {}: {}.", top,
                           joined({drill.path.begin() + 1, drill.path.end()}),
                           changeText(last.first->delta, last.first->ratio));
    }
    if (drill.levels.empty())
        return fmt::format("Nothing divides {} further.", top);
    const DrillLevel& level = drill.levels.front();
    return level.first
               ? fmt::format("Inside {} it is outside its {} that the time grew ({}).", top, level.kind,
                             changeText(level.first->delta, level.first->ratio))
               : fmt::format("No single one of the {} inside {} is confirmed to have regressed.", level.kind, top);
}

}  // namespace

void attachDrillDown(Verdict& verdict, DrillDown drill)
{
    Finding finding;
    finding.id = "timeline.drill-down";
    finding.layer = LayerId::Timeline;
    finding.provenance = Provenance::Derived;
    finding.statement = pathSentence(drill);
    const std::string kernels = firstChanges(drill.kernels);
    const std::string operators = firstChanges(drill.operators);
    if (!kernels.empty())
        finding.statement += " On the device: " + kernels + ".";
    else if (!operators.empty())
        finding.statement += " On the host: " + operators + ".";
    for (const DrillLevel& level : drill.levels)
        if (level.first) {
            const StageVerdict& stage = level.stages[static_cast<std::size_t>(level.first->index)];
            const auto s = static_cast<std::size_t>(verdict.headlineStatistic);
            finding.evidence.push_back(
                evidenceMs(fmt::format("{} \u203a {}", level.inside, stage.stage), rounded(stage.baseline.value[s]),
                           rounded(stage.current.value[s]),
                           fmt::format("partition by {}, {}", level.kind, nameOf(verdict.headlineStatistic))));
        }
    addCalls(drill.kernels, "device time per step, mean", finding);
    if (drill.kernels.empty())
        addCalls(drill.operators, "host time per step, mean", finding);
    Layer& timeline = verdict.layers[static_cast<std::size_t>(LayerId::Timeline)];
    std::erase_if(timeline.findings, [](const Finding& known) { return known.id == "timeline.drill-down"; });
    timeline.findings.push_back(std::move(finding));
    verdict.drillDown = std::move(drill);
}

}  // namespace headwater

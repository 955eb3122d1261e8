// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

enum class CaseResult { Passed, Failed, Skipped };

/// A pair that cannot be judged must not look like a suite that passed or failed.
bool judged(const Verdict& verdict)
{
    return verdict.outcome != Outcome::NotComparable && verdict.outcome != Outcome::InsufficientData;
}

/// The stage that the verdict itself blames: confirmed, or by the course rule alone where nothing could be confirmed.
bool isBlamed(const StageVerdict& stage, const Verdict& verdict)
{
    if (verdict.outcome != Outcome::Regressed)
        return false;
    if (verdict.firstRegressed)
        return verdict.firstRegressed->index == stage.index;
    return verdict.course && verdict.course->index == stage.index;
}

bool anyRegressed(const StageVerdict& stage)
{
    return stage.state == StageState::Regressed ||
           std::any_of(stage.stateBy.begin(), stage.stateBy.end(),
                       [](StageState state) { return state == StageState::Regressed; });
}

CaseResult resultOf(const StageVerdict& stage, const Verdict& verdict)
{
    if (!judged(verdict))
        return CaseResult::Skipped;
    if (anyRegressed(stage) || isBlamed(stage, verdict))
        return CaseResult::Failed;
    const bool open = stage.state == StageState::Inconclusive || stage.state == StageState::Missing;
    return open ? CaseResult::Skipped : CaseResult::Passed;
}

std::string seconds(const StageVerdict& stage, Statistic statistic)
{
    const double ns = stage.current.value[static_cast<std::size_t>(statistic)];
    return fmt::format("{:.9f}", stage.current.n > 0 && std::isfinite(ns) ? ns / 1e9 : 0.0);
}

std::string numbers(const StageVerdict& stage, const Verdict& verdict)
{
    const Statistic statistic = verdict.policy.statistic;
    return fmt::format("{} {} \u2192 {}, {} {}, 95 % interval {}, n {}, {}", nameOf(statistic),
                       valueText(stage.baseline, statistic), valueText(stage.current, statistic), deltaText(stage),
                       ratioText(stage.ratio), intervalText(stage.ci95), countText(stage), stateText(stage, verdict));
}

std::string testCase(const StageVerdict& stage, const Verdict& verdict)
{
    const std::string name = fmt::format("{} {}", stage.index, stage.stage);
    std::string out = fmt::format(R"(    <testcase classname="headwater.stages" name="{}" time="{}")",
                                  escapeMarkup(name), seconds(stage, verdict.policy.statistic));
    const std::string message = escapeMarkup(numbers(stage, verdict));
    switch (resultOf(stage, verdict)) {
    case CaseResult::Passed: return out + ">\n      <system-out>" + message + "</system-out>\n    </testcase>\n";
    case CaseResult::Failed:
        return out + fmt::format(">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
                                 isBlamed(stage, verdict) ? "first regressed" : "regressed", message,
                                 escapeMarkup(headlineOf(verdict).english()));
    case CaseResult::Skipped: break;
    }
    const std::string why = words(judged(verdict) ? nameOf(stage.state) : nameOf(verdict.outcome)).english();
    return out + ">\n      <skipped message=\"" + escapeMarkup(why) + ": " + message + "\"/>\n    </testcase>\n";
}

std::string property(std::string_view name, std::string_view value)
{
    return fmt::format("      <property name=\"{}\" value=\"{}\"/>\n", escapeMarkup(name), escapeMarkup(value));
}

std::string properties(const Verdict& verdict)
{
    std::string out = "    <properties>\n";
    out += property("generator", fmt::format("headwater {}", productVersion()));
    out += property("outcome", nameOf(verdict.outcome));
    out += property("evidence_level", nameOf(verdict.evidenceLevel));
    out += property("comparability", nameOf(verdict.comparability.status));
    out += property("first_regressed", verdict.firstRegressed ? verdict.firstRegressed->stage : std::string(kNone));
    for (const auto& [name, value] : policyEntries(verdict))
        out += property("policy." + name, value.english());
    return out + "    </properties>\n";
}

}  // namespace

std::string verdictJunit(const Verdict& verdict)
{
    const auto count = [&verdict](CaseResult result) {
        return std::count_if(verdict.stages.begin(), verdict.stages.end(),
                             [&](const StageVerdict& stage) { return resultOf(stage, verdict) == result; });
    };
    const std::string totals = fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}")", verdict.stages.size(),
                                           count(CaseResult::Failed), count(CaseResult::Skipped));
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    out += fmt::format("<testsuites name=\"headwater\" {}>\n", totals);
    out += fmt::format("  <testsuite name=\"{}\" {} time=\"{:.9f}\">\n",
                       escapeMarkup(verdict.baselineName + " \u2192 " + verdict.currentName), totals,
                       static_cast<double>(verdict.stepCurrent) / 1e9);
    out += properties(verdict);
    for (const StageVerdict& stage : verdict.stages)
        out += testCase(stage, verdict);
    out += "    <system-out>" + escapeMarkup(headlineOf(verdict).english()) + "</system-out>\n";
    return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace headwater

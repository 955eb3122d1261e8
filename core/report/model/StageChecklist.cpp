// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/model/Sections.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater::report {

namespace {

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

/// "p95, p99": of an inconclusive verdict, the statistics in which the stage could not be judged. Of any other verdict
/// none, which did without them.
std::string undecidedIn(const StageVerdict& stage, const Verdict& verdict)
{
    std::string out;
    for (std::size_t i = 0; verdict.outcome == Outcome::Inconclusive && i < stage.stateBy.size(); ++i)
        if (stage.stateBy[i] == StageState::Inconclusive)
            out += fmt::format("{}{}", out.empty() ? "" : ", ", nameOf(static_cast<Statistic>(i)));
    return out;
}

Check::Result resultOf(const StageVerdict& stage, const Verdict& verdict)
{
    if (!judged(verdict))
        return Check::Result::Skipped;
    if (anyRegressed(stage) || isBlamed(stage, verdict))
        return Check::Result::Failed;
    const bool open = stage.state == StageState::Inconclusive || stage.state == StageState::Missing;
    return open || !undecidedIn(stage, verdict).empty() ? Check::Result::Skipped : Check::Result::Passed;
}

std::string numbers(const StageVerdict& given, const Verdict& verdict)
{
    const Statistic statistic = verdict.policy.statistic;
    const StageVerdict stage = asRegressed(given, statistic);
    return fmt::format("{} {} \u2192 {}, {} {}, 95 % interval {}, n {}, {}", nameOf(statistic),
                       valueText(stage.baseline, statistic), valueText(stage.current, statistic), deltaText(stage),
                       ratioText(stage.ratio), intervalText(stage.ci95), countText(stage), stateText(stage, verdict));
}

Check checkOf(const StageVerdict& stage, const Verdict& verdict, const Writer& w)
{
    // The value that the message gives, be it of the slowest rank or another statistic.
    const Statistic statistic = verdict.policy.statistic;
    const double ns = asRegressed(stage, statistic).current.value[static_cast<std::size_t>(statistic)];
    Check check;
    check.result = resultOf(stage, verdict);
    check.name = w.of(fmt::format("{} {}", stage.index, stage.stage));
    check.seconds = stage.current.n > 0 && std::isfinite(ns) ? ns / 1e9 : 0.0;
    check.message = w.of(numbers(stage, verdict));
    check.reference = toText(w.redaction().of(stageView(stage.stage, verdict)));
    if (check.result == Check::Result::Failed) {
        check.type = isBlamed(stage, verdict) ? "first regressed" : "regressed";
        check.detail = isBlamed(stage, verdict) ? w.of(headlineOf(verdict)) : check.message;
    } else if (check.result == Check::Result::Skipped) {
        const std::string undecided = undecidedIn(stage, verdict);
        const Text why = !undecided.empty() ? say("inconclusive in {}", undecided)
                         : judged(verdict)  ? words(nameOf(stage.state))
                                            : words(nameOf(verdict.outcome));
        check.message = w.of(why) + ": " + check.message;
    }
    return check;
}

/// A verdict that decides nothing is no suite that passed, whatever its stages and layers are.
Check undecidedCheck(const Verdict& verdict, const Writer& w)
{
    Check check;
    check.group = "verdict";
    check.name = nameOf(verdict.outcome);
    check.result = Check::Result::Skipped;
    check.message = w.of(headlineOf(verdict));
    return check;
}

/// " (dismissed, the user's word: …)": a dismissed finding fails its layer all the same, and says so.
std::string dismissal(const Finding& finding, const Notes& notes, const Writer& w)
{
    const FindingDecision decision = decisionOn(notes, finding.id);
    if (decision.mark != FindingMark::Dismissed)
        return {};
    return " (" + w.of(say("dismissed, the user's word: {}", decision.reason)) + ")";
}

/// What people wrote, an entry each.
std::vector<std::string> written(const Notes& notes, const Writer& w)
{
    std::vector<std::string> out;
    const auto add = [&](const Text& entry) { out.push_back(w.said(w.language().of(entry)).text); };
    for (const FindingDecision& one : notes.decisions) {
        if (one.mark == FindingMark::Dismissed)
            add(say("Dismissed {}, the user's word: {}", one.finding, one.reason));
        if (one.mark == FindingMark::Accepted)
            add(one.reason.empty() ? say("Accepted {}", one.finding)
                                   : say("Accepted {}, the user's word: {}", one.finding, one.reason));
        if (!one.annotation.empty())
            add(say("Note on {}, the user's word: {}", one.finding, one.annotation));
    }
    for (const ContinuedLayer& layer : notes.continued)
        add(say("Went on past {}: ", word(nameOf(layer.layer))) + layer.reason);
    for (const Note& note : notes.notes)
        add(say("Note at {}, the user's word: {}", toText(w.redaction().of(note.at)), note.text));
    for (const Bookmark& one : notes.bookmarks)
        add(say("Bookmark {}: {}", one.name, toText(w.redaction().of(one.at))));
    return out;
}

/// What failed in the layer, or its summary where nothing says more.
Check checkOf(const Layer& layer, const Verdict& verdict, const Notes& notes, const Writer& w)
{
    Check check;
    check.group = "layers";
    check.name = nameOf(layer.id);
    check.message = w.of(words(nameOf(layer.status)));
    if (!layer.summary.empty())
        check.message += ": " + w.of(layer.summary);
    ViewRef view;
    view.page = pageOf(layer.id, verdict);
    check.reference = toText(view);
    if (layer.status == LayerStatus::NoData)
        check.result = Check::Result::Skipped;
    if (layer.status != LayerStatus::Fail)
        return check;
    check.result = Check::Result::Failed;
    check.type = "layer failed";
    for (const Finding& finding : layer.findings)
        if (finding.severity == FindingSeverity::Failure)
            check.detail += (check.detail.empty() ? "" : "\n") + w.of(finding.statement) + dismissal(finding, notes, w);
    if (check.detail.empty())
        check.detail = check.message;
    return check;
}

}  // namespace

Checks checksOf(const Verdict& verdict, const Notes& notes, const Writer& w)
{
    Checks checks;
    checks.suite = w.of(sideName(verdict, 0)) + " \u2192 " + w.of(sideName(verdict, 1));
    checks.seconds = static_cast<double>(verdict.stepCurrent) / 1e9;
    const auto property = [&](std::string name, const Text& value) {
        checks.properties.emplace_back(std::move(name), w.of(value));
    };
    property("generator", fmt::format("headwater {}", productVersion()));
    property("outcome", std::string(nameOf(verdict.outcome)));
    property("evidence_level", std::string(nameOf(verdict.evidenceLevel)));
    property("comparability", std::string(nameOf(verdict.comparability.status)));
    property("first_regressed", verdict.firstRegressed ? verdict.firstRegressed->stage : std::string(kNone));
    for (const auto& [name, value] : policyEntries(verdict))
        property("policy." + name, value);
    for (const Side side : {Side::Baseline, Side::Current})
        if (const Text lost = lostStepsText(verdict, side); !lost.empty())
            property(side == Side::Baseline ? "lost_steps.baseline" : "lost_steps.current", lost);
    for (const StageVerdict& stage : verdict.stages)
        checks.list.push_back(checkOf(stage, verdict, w));
    for (const Layer& layer : verdict.layers)
        checks.list.push_back(checkOf(layer, verdict, notes, w));
    if (!judged(verdict) || verdict.outcome == Outcome::Inconclusive)
        checks.list.push_back(undecidedCheck(verdict, w));
    checks.output = w.of(headlineOf(verdict));
    checks.written = written(notes, w);
    return checks;
}

}  // namespace headwater::report

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/base/Text.h"
#include "core/triage/CorrectnessFindings.h"
#include "core/triage/EvidencePlace.h"

namespace headwater {

namespace {

Text joined(const std::vector<std::string>& names)
{
    Text text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? Text() : i + 1 == names.size() ? say(" and ") : say(", ")) + names[i];
    return text;
}

std::string modeText(const std::optional<bool>& mode)
{
    return mode ? std::string(*mode ? "on" : "off") : std::string();
}

}  // namespace

void addDeterminism(const Draft& draft, std::vector<Finding>& findings)
{
    const auto& b = draft.basis.correctness->deterministicBaseline;
    const auto& c = draft.basis.correctness->deterministicCurrent;
    const bool inBaseline = b.value_or(false);
    const bool inCurrent = c.value_or(false);
    if (inBaseline == inCurrent)
        return;
    const bool stated = b && c;
    Finding finding = correctnessFinding(
        "correctness.deterministic-one-side", FindingSeverity::Failure,
        say("Deterministic mode is on in the {} only{}. It costs 4\u201317 % of the step by itself: do not "
            "compare the performance of a deterministic run with one that is not.",
            inBaseline ? say("baseline") : say("current run"),
            stated ? "" : say(", as far as is known: the other side does not say")),
        say("Repeat one of the runs so that deterministic mode is the same on both sides."));
    finding.provenance = stated ? Provenance::Measured : Provenance::Inferred;
    Evidence evidence;
    evidence.what = say("deterministic mode");
    evidence.baseline = modeText(b);
    evidence.current = modeText(c);
    evidence.source = say("manifest");
    isSetting(evidence, draft.basis, "deterministic_mode");
    finding.evidence.push_back(std::move(evidence));
    findings.push_back(std::move(finding));
}

void addChecklist(const Draft& draft, std::vector<Finding>& findings)
{
    const std::vector<ReproducibilityItem>& items = draft.basis.correctness->checklist;
    const auto count = [&](CheckState state) { return std::ranges::count(items, state, &ReproducibilityItem::state); };
    const auto same = count(CheckState::Same);
    const auto differ = count(CheckState::Differs);
    Finding finding = correctnessFinding(
        "correctness.reproducibility", FindingSeverity::Info,
        say("Reproducibility checklist of {} items: {} the same, {} different, {} unknown on a side or both. "
            "An unknown item may differ without showing.",
            items.size(), same, differ, static_cast<std::ptrdiff_t>(items.size()) - same - differ),
        say("Write the missing items into a manifest beside each run: seeds, deterministic flags, environment "
            "variables, "
            "versions, data and checkpoint."));
    Text unknown;
    for (const ReproducibilityItem& item : items) {
        if (item.state == CheckState::Same)
            continue;
        if (item.state == CheckState::Unknown && !item.essential) {
            unknown += (unknown.empty() ? Text() : say(", ")) + word(item.what);
            continue;
        }
        Evidence evidence;
        evidence.what = item.state == CheckState::Differs ? say("{}; means: {}", word(item.what), word(item.hides))
                                                          : say("{}; may hide: {}", word(item.what), word(item.hides));
        evidence.baseline = item.baseline;
        evidence.current = item.current;
        evidence.source = item.key.empty() ? say("not in any manifest") : say("manifest: {}", item.key);
        if (!item.key.empty())
            isSetting(evidence, draft.basis, item.key);
        finding.evidence.push_back(std::move(evidence));
    }
    if (!unknown.empty()) {
        finding.evidence.emplace_back();
        finding.evidence.back().what = say("unknown on both sides as well: {}", unknown);
        finding.evidence.back().source = say("not in any manifest");
    }
    findings.push_back(std::move(finding));
}

Text singleVariableStep(const Draft& draft)
{
    const OneVariable& variables = draft.basis.correctness->variables;
    if (variables.runs.empty())
        return {};
    if (variables.halving)
        return say(
            "{} things changed: repeat the baseline with the new {} alone, then with the new {} alone; divide the half "
            "that shows the slowdown again until one is left. Where neither half shows it, they act together.",
            variables.changes.size(), joined(variables.runs[0].fromCurrent), joined(variables.runs[1].fromCurrent));
    Text runs;
    for (const ProposedRun& run : variables.runs)
        runs += (runs.empty() ? Text() : say(", ")) +
                say("(new {}, old {})", joined(run.fromCurrent), joined(run.fromBaseline));
    return say("{} things changed: run one change at a time: {}. The difference that these runs leave "
               "unexplained is their interaction.",
               variables.changes.size(), runs);
}

}  // namespace headwater

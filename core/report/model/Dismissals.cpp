// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/Dismissals.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/triage/CorrectnessBrief.h"
#include "core/triage/Names.h"

namespace headwater::report {

namespace {

Text dismissed(const Text& reasons)
{
    return reasons.empty() ? say(" (dismissed by the user)") : say(" (dismissed, the user's word: {})", reasons);
}

bool isDismissed(const Finding& finding, const Notes& notes)
{
    return decisionOn(notes, finding.id).mark == FindingMark::Dismissed;
}

/// Of the findings that make a layer fail or warn; nothing where it does neither.
std::optional<FindingSeverity> severityBehind(const Layer& layer)
{
    switch (layer.status) {
    case LayerStatus::Fail: return FindingSeverity::Failure;
    case LayerStatus::Warn: return FindingSeverity::Warning;
    case LayerStatus::Pass:
    case LayerStatus::NoData: break;
    }
    return std::nullopt;
}

/// What to say of a layer whose status rests on dismissed findings alone; empty where it does not.
Text dismissalOf(const Layer& layer, const Notes& notes)
{
    const std::optional<FindingSeverity> severity = severityBehind(layer);
    Text reasons;
    std::vector<std::string> said;
    int found = 0;
    for (const Finding& finding : layer.findings) {
        if (finding.severity != severity)
            continue;
        if (!isDismissed(finding, notes))
            return {};
        ++found;
        const std::string reason = decisionOn(notes, finding.id).reason;
        if (reason.empty() || std::ranges::find(said, reason) != said.end())
            continue;
        reasons += (reasons.empty() ? Text() : say("; ")) + reason;
        said.push_back(reason);
    }
    return found == 0 ? Text() : dismissed(reasons);
}

/// The summary as it is told: marked where the layer rests on dismissed findings, all or some; where it names one
/// dismissed finding of the first layer and another one stands, it names that one.
Text toldSummary(const Layer& layer, const Notes& notes)
{
    if (const Text mark = dismissalOf(layer, notes); !mark.empty())
        return layer.summary + mark;
    const std::optional<FindingSeverity> severity = severityBehind(layer);
    const auto isBehind = [severity](const Finding& finding) { return finding.severity == severity; };
    const auto isGone = [&](const Finding& finding) { return isBehind(finding) && isDismissed(finding, notes); };
    const auto gone = std::ranges::count_if(layer.findings, isGone);
    if (gone == 0)
        return layer.summary;
    const auto first = std::ranges::find_if(layer.findings, isBehind);
    if (layer.id == LayerId::Correctness && correctnessBrief(*first) == layer.summary) {
        const auto stands = std::ranges::find_if(  // there is one: else the layer had the mark above
            layer.findings, [&](const Finding& finding) { return isBehind(finding) && !isGone(finding); });
        return correctnessBrief(*stands).empty() ? stands->statement : correctnessBrief(*stands);
    }
    return layer.summary + say(" ({} of the {} findings behind this dismissed by the user)", gone,
                               std::ranges::count_if(layer.findings, isBehind));
}

/// The sentence with `told` where it says `summary`: "Correctness first: {}. First regressed stage: …".
Text withSummary(const Text& sentence, const Text& summary, const Text& told)
{
    if (sentence == summary)
        return told;
    Text out;
    for (const Text::Piece& piece : sentence.pieces()) {
        std::vector<Text> arguments = piece.arguments;
        std::ranges::replace(arguments, summary, told);
        out += piece.verbatim ? Text(piece.key) : Text(std::string_view(piece.key), std::move(arguments));
    }
    return out;
}

/// The layer that decided the outcome; null where none did.
const Layer* decidingLayer(const Verdict& verdict)
{
    struct Row {
        std::string_view node;
        LayerId layer;
    };
    constexpr std::array kRows{Row{"correctness", LayerId::Correctness}, Row{"resource-fault", LayerId::Resources},
                               Row{"straggler", LayerId::Stragglers}};
    const auto row = std::ranges::find(kRows, verdict.outcomeNode, &Row::node);
    return row == kRows.end() ? nullptr : &verdict.layers[static_cast<std::size_t>(row->layer)];
}

/// Advice that only dismissed findings give.
bool isAdviceOfDismissed(const Text& step, const Verdict& verdict, const Notes& notes)
{
    bool found = false;
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings) {
            if (!(finding.nextStep == step))
                continue;
            if (!isDismissed(finding, notes))
                return false;
            found = true;
        }
    return found;
}

}  // namespace

Text dismissalOf(const Finding& finding, const Notes& notes)
{
    return isDismissed(finding, notes) ? dismissed(decisionOn(notes, finding.id).reason) : Text();
}

Verdict withDismissals(Verdict verdict, const Notes& notes)
{
    if (std::ranges::none_of(notes.decisions,
                             [](const FindingDecision& one) { return one.mark == FindingMark::Dismissed; }))
        return verdict;
    Text ofOutcome;
    if (const Layer* layer = decidingLayer(verdict))
        ofOutcome = dismissalOf(*layer, notes);
    // Where something stands, its advice comes first.
    if (ofOutcome.empty())
        std::ranges::stable_partition(verdict.nextSteps,
                                      [&](const Text& step) { return !isAdviceOfDismissed(step, verdict, notes); });
    for (Text& step : verdict.nextSteps)
        if (isAdviceOfDismissed(step, verdict, notes))
            step += say(" (This is the advice of a finding that was dismissed.)");
    if (!ofOutcome.empty() && !verdict.nextSteps.empty())
        verdict.nextSteps.insert(
            verdict.nextSteps.begin(),
            say("Judge again whether the other steps apply, for they rest on a finding{}.", ofOutcome));
    Text headline = verdict.headline;
    if (const Layer& layer = verdict.layers.front(); verdict.outcomeNode == "correctness" && !layer.summary.empty())
        headline = withSummary(headline, layer.summary, toldSummary(layer, notes));
    for (FlowStep& step : verdict.flowchart) {
        for (const Layer& layer : verdict.layers)
            if (step.node == nameOf(layer.id))
                step.because = step.because == layer.summary ? toldSummary(layer, notes)
                                                             : step.because + dismissalOf(layer, notes);
        if (step.node != "outcome")
            continue;
        step.answer += ofOutcome;
        if (step.because == verdict.headline)
            step.because = headline;
    }
    verdict.headline = std::move(headline);
    for (Layer& layer : verdict.layers)
        layer.summary = toldSummary(layer, notes);
    return verdict;
}

}  // namespace headwater::report

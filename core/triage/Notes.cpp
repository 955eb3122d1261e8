// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/Notes.h"

#include <algorithm>

#include "core/triage/Names.h"

namespace headwater {

FindingDecision decisionOn(const Notes& notes, std::string_view finding)
{
    const auto found =
        std::ranges::find_if(notes.decisions, [&](const FindingDecision& one) { return one.finding == finding; });
    return found == notes.decisions.end() ? FindingDecision{std::string(finding), FindingMark::Open, {}, {}} : *found;
}

Notes namedAsIn(const Verdict& verdict, Notes notes)
{
    for (FindingDecision& decision : notes.decisions) {
        const Finding* finding = findingOf(verdict, decision.finding);
        if (finding && decisionOn(notes, finding->id).empty())
            decision.finding = finding->id;
    }
    return notes;
}

Notes withDecision(Notes notes, FindingDecision decision)
{
    const auto found = std::ranges::find_if(
        notes.decisions, [&](const FindingDecision& one) { return one.finding == decision.finding; });
    if (found == notes.decisions.end()) {
        if (!decision.empty())
            notes.decisions.push_back(std::move(decision));
    } else if (decision.empty()) {
        notes.decisions.erase(found);
    } else {
        *found = std::move(decision);
    }
    return notes;
}

const ContinuedLayer* continuedPast(const Notes& notes, LayerId layer)
{
    const auto found =
        std::ranges::find_if(notes.continued, [&](const ContinuedLayer& one) { return one.layer == layer; });
    return found == notes.continued.end() ? nullptr : &*found;
}

std::vector<Text> continuedWarnings(const Notes& notes, const Verdict& verdict)
{
    std::vector<Text> out;
    for (const Layer& layer : verdict.layers) {
        const ContinuedLayer* said = continuedPast(notes, layer.id);
        if (said && layer.status == LayerStatus::Fail)
            out.push_back(
                say("The user went on past {}, which fails (assumed): {}", word(nameOf(layer.id)), said->reason));
    }
    return out;
}

}  // namespace headwater

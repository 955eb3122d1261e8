// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/report/EvidenceWords.h"
#include "core/report/Phrases.h"
#include "core/report/model/Sections.h"
#include "core/report/model/Sources.h"
#include "core/triage/Names.h"
#include "core/triage/PageInTime.h"

namespace headwater::report {

namespace {

/// Every number opens where it was taken from; what is of no rank and no step opens at its finding, named by its file.
Line evidenceLine(const Evidence& evidence, const Finding& finding, const Sources& sources, const Writer& w)
{
    const ViewRef view = evidenceView(evidence, finding);
    const Text files = evidence.place ? sources.files(*evidence.place) : Text();
    const Text place = evidencePlace(evidence);
    Line line{w.name(evidenceNumbers(evidence))};
    if (!place.empty()) {
        line.push_back(w.plain(say("; ")));
        line.push_back(w.at(w.plain(place), view));
    }
    std::vector<Span> origin;
    const bool named = !files.empty() && namesFileOf(evidence);
    if (!evidence.source.empty()) {
        const Text source = named ? Text(evidence.source) + " " + sources.numbers(*evidence.place) : evidence.source;
        origin.push_back(place.empty() && (named || files.empty()) ? w.at(w.name(source), view) : w.name(source));
    }
    if (!files.empty() && !named)
        origin.push_back(place.empty() ? w.at(w.name(files), view) : w.name(files));
    for (std::size_t i = 0; i < origin.size(); ++i) {
        line.push_back(w.plain(i == 0 ? say(" (") : say("; ")));
        line.push_back(origin[i]);
    }
    if (!origin.empty())
        line.push_back(w.plain(say(")")));
    return line;
}

Span findingId(const Finding& finding, const Verdict& verdict, const Writer& w)
{
    ViewRef view;
    view.page = pageOf(finding.layer, verdict);
    view.finding = finding.id;
    for (const Evidence& evidence : finding.evidence)
        if (evidence.rank)
            view.ranks.push_back(*evidence.rank);
    std::ranges::sort(view.ranks);
    view.ranks.erase(std::unique(view.ranks.begin(), view.ranks.end()), view.ranks.end());
    return w.at(w.soft(finding.id), view);
}

void addDecision(Card& card, const FindingDecision& decision, const Writer& w)
{
    card.struck = decision.mark == FindingMark::Dismissed;
    if (decision.mark == FindingMark::Accepted)
        card.tags.push_back(w.tag(say("accepted"), "assumed"));
    if (card.struck)
        card.tags.push_back(w.tag(say("dismissed"), "assumed"));
    if (!decision.reason.empty())
        card.remarks.push_back({w.soft(decision.mark == FindingMark::Accepted ? say("Accepted, the user's word: ")
                                                                              : say("Dismissed, the user's word: ")),
                                w.said(decision.reason)});
    if (!decision.annotation.empty())
        card.remarks.push_back({w.soft(say("Note, the user's word: ")), w.said(decision.annotation)});
}

Card cardOf(const Finding& finding, const FindingDecision& decision, const Verdict& verdict, const Sources& sources,
            const Writer& w)
{
    Card card;
    card.statement = {w.plain(finding.statement)};
    card.tags = {w.tag(word(nameOf(finding.severity)), std::string(nameOf(finding.severity))),
                 provenanceTag(finding.provenance, w)};
    if (finding.conditional)
        card.tags.push_back(w.tag(say("conditional"), "inferred"));
    for (const Evidence& evidence : finding.evidence)
        card.evidence.push_back(evidenceLine(evidence, finding, sources, w));
    if (!finding.nextStep.empty())
        card.remarks.push_back({w.plain(say("Next: ")), w.plain(finding.nextStep)});
    addDecision(card, decision, w);
    card.tags.push_back(findingId(finding, verdict, w));
    return card;
}

Text layerTitle(LayerId id)
{
    switch (id) {
    case LayerId::Correctness: return say("Correctness");
    case LayerId::Resources: return say("Resources");
    case LayerId::Timeline: return say("Timeline");
    case LayerId::Stragglers: break;
    }
    return say("Stragglers");
}

}  // namespace

std::string pageOf(LayerId layer, const Verdict& verdict)
{
    return layer == LayerId::Timeline ? pageInTime(verdict.baselineInputs, verdict.currentInputs)
                                      : std::string(nameOf(layer));
}

Blocks layerBlocks(const ReportInput& input, const Writer& w)
{
    Blocks blocks;
    const Sources sources(input.verdict, w);
    int number = 0;
    for (const Layer& layer : input.verdict.layers) {
        const bool noData = layer.status == LayerStatus::NoData;
        blocks.emplace_back(
            Heading{{w.plain(fmt::format("{} ", ++number)), w.plain(layerTitle(layer.id)), w.plain(std::string(" ")),
                     w.tag(words(nameOf(layer.status)), noData ? "no-data" : std::string(nameOf(layer.status)))}});
        if (!layer.summary.empty())
            blocks.emplace_back(w.paragraph(layer.summary));
        for (const Finding& finding : layer.findings)
            blocks.emplace_back(cardOf(finding, decisionOn(input.notes, finding.id), input.verdict, sources, w));
    }
    return blocks;
}

namespace {

/// The finding that was decided on, as it is now.
Card decidedCard(const FindingDecision& decision, const Verdict& verdict, const Writer& w)
{
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings)
            if (finding.id == decision.finding) {
                Card card = cardOf(finding, decision, verdict, Sources(verdict, w), w);
                card.evidence.clear();  // stands in its layer
                return card;
            }
    Card card;
    card.statement = {w.code(decision.finding)};
    card.tags = {w.tag(say("no longer found"), "no-data")};
    addDecision(card, decision, w);
    return card;
}

}  // namespace

Blocks dismissedBlocks(const ReportInput& input, const Writer& w)
{
    Blocks blocks;
    for (const FindingDecision& decision : input.notes.decisions)
        if (decision.mark == FindingMark::Dismissed)
            blocks.emplace_back(decidedCard(decision, input.verdict, w));
    return blocks;
}

Blocks decisionBlocks(const ReportInput& input, const Writer& w)
{
    Blocks blocks;
    for (const FindingDecision& decision : input.notes.decisions)
        blocks.emplace_back(decidedCard(decision, input.verdict, w));
    return blocks;
}

}  // namespace headwater::report

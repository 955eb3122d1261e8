// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "core/analysis/OwnTimes.h"
#include "core/report/EvidenceWords.h"
#include "core/report/Phrases.h"
#include "core/report/RankHistogram.h"
#include "core/report/Svg.h"
#include "core/report/model/RankTimes.h"
#include "core/report/model/Sections.h"
#include "core/report/model/Sources.h"
#include "core/triage/FindingIds.h"
#include "core/triage/Names.h"

namespace headwater::report {

namespace {

ViewRef rankView(int rank)
{
    ViewRef view;
    view.page = "stragglers";
    view.ranks = {rank};
    return view;
}

/// The rules for a rank among its peers name none. That is not all: another rule may name one, and says so here too.
Text evenText(const Verdict& verdict)
{
    const Layer& layer = verdict.layers[static_cast<std::size_t>(LayerId::Stragglers)];
    const auto other = std::ranges::find(layer.findings, FindingSeverity::Warning, &Finding::severity);
    const auto& first = verdict.firstRegressed;
    const bool byStage = first && first->scope == Scope::Localised && !first->ranks.empty();
    if (other == layer.findings.end() && !byStage)
        return say("No rank is called slow.");
    Text text = say("By the rules for a rank among its peers, which look at the whole step, no rank is slow.");
    if (byStage)
        text += say(" By the comparison of stages with the baseline {} is: {} {}.", ranksText(first->ranks),
                    first->stage, formatDelta(first->delta));
    if (other != layer.findings.end())
        text += say(" Another rule says: {}", other->statement);
    return text;
}

/// A rank that is slow with all of its role has no peers that are not: it is measured against itself.
bool isAgainstItself(const Verdict& verdict, int rank)
{
    for (const Finding& finding : verdict.layers[static_cast<std::size_t>(LayerId::Stragglers)].findings)
        if (findingKind(finding.id) == "stragglers.slow-role" &&
            std::ranges::find(finding.evidence, rank, &Evidence::rank) != finding.evidence.end())
            return true;
    return false;
}

Table stragglerTable(const Verdict& verdict, const Writer& w)
{
    Table table;
    table.columns = {w.column(say("rank")),  w.column(say("host")), w.numbers(say("over its peers' median")),
                     w.column(say("class")), w.column(say("side")), w.column(say("by")),
                     w.column(say("source"))};
    const Sources sources(verdict, w);
    for (const StragglerVerdict& rank : verdict.stragglers) {
        const auto known = [&w](const std::string& text) {
            return text.empty() ? w.cell(std::string(kNone)) : w.nameCell(text);
        };
        Row row;
        row.cells = {{{{w.at(w.plain(say("rank {}", rank.rank)), rankView(rank.rank))}}},
                     known(rank.host),
                     w.cell(isAgainstItself(verdict, rank.rank)
                                ? say("{}, over its own baseline", formatRatio(rank.ratio - 1))
                                : Text(formatRatio(rank.ratio - 1))),
                     w.cell(rank.cls.empty() ? Text(std::string(kNone)) : word(rank.cls)),
                     w.cell(rank.side.empty() ? Text(std::string(kNone)) : word(rank.side)),
                     rank.metric.empty() ? w.cell(std::string(kNone)) : w.nameCell(rank.metric),
                     {{sources.line(sources.ofRanks(rankView(rank.rank), Side::Current))}}};
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Where the cuts lie, with what the 3σ rule cannot do.
Line cutLine(const RankHistogram& histogram, const Writer& w)
{
    Line line;
    if (histogram.robust)
        line.push_back(w.soft(say("Robust cut {}. ", formatDuration(std::llround(*histogram.robust)))));
    if (histogram.threeSigma)
        line.push_back(w.soft(say("3\u03c3 cut {}.", formatDuration(std::llround(*histogram.threeSigma)))));
    else if (histogram.largestZ > 0)
        line.push_back(
            w.soft(say("3\u03c3 rule: no rank of so few can lie beyond {:.2f} \u03c3.", histogram.largestZ)));
    return line;
}

/// The page of the bubbles shows what the finding says of them.
EvidencePlace bubblePlace(const Evidence& evidence, const Finding& finding)
{
    EvidencePlace place = evidence.place ? *evidence.place : EvidencePlace{};
    place.view = evidenceView(evidence, finding);
    place.view.page = "bubbles";
    return place;
}

/// A bar and the measurement it draws.
struct Bubble {
    BubbleBar bar;
    EvidencePlace place;
};

std::vector<Bubble> bubblesOf(const Finding& finding, const Writer& w)
{
    std::vector<Bubble> bubbles;
    for (const Evidence& evidence : finding.evidence)
        if (evidence.times)
            bubbles.push_back({{w.of(evidence.what), *evidence.times}, bubblePlace(evidence, finding)});
    return bubbles;
}

Table bubbleTable(const std::vector<Bubble>& bubbles, const Sources& sources, const Writer& w)
{
    std::array<Ns, 2> total{};
    for (const Bubble& bubble : bubbles)
        for (std::size_t side = 0; side < 2; ++side)
            total[side] += bubble.bar.times[side];
    const auto share = [&](const Bubble& bubble, std::size_t side) {
        return total[side] > 0 ? fmt::format("{:.0f} %", 100 * static_cast<double>(bubble.bar.times[side]) /
                                                             static_cast<double>(total[side]))
                               : std::string(kNone);
    };
    Table table;
    table.columns = {w.column(say("cause")),    w.numbers(say("baseline")),         w.numbers(say("share of bubbles")),
                     w.numbers(say("current")), w.numbers(say("share of bubbles")), w.numbers(std::string("\u0394")),
                     w.column(say("source"))};
    for (const Bubble& bubble : bubbles) {
        Row row;
        row.cells = {w.cell(bubble.bar.cause),      w.cell(formatDuration(bubble.bar.times[0])),
                     w.cell(share(bubble, 0)),      w.cell(formatDuration(bubble.bar.times[1])),
                     w.cell(share(bubble, 1)),      w.cell(formatDelta(bubble.bar.times[1] - bubble.bar.times[0])),
                     {{sources.line(bubble.place)}}};
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace

Blocks stragglerBlocks(const ReportInput& input, const Writer& w)
{
    const Verdict& verdict = input.verdict;
    Blocks blocks;
    const RankHistogram histogram = rankHistogram(verdict);
    if (!histogram.bins.empty()) {
        const Text about = say("Own time of each rank, median over steps ({})", histogram.metric);
        blocks.emplace_back(w.softParagraph(about));
        blocks.emplace_back(Figure{w.svg(rankHistogramSvg(histogram, w.language())), w.of(about)});
        if (Line line = cutLine(histogram, w); !line.empty()) {
            const Sources sources(verdict, w);
            ViewRef view;
            view.page = "stragglers";
            line.push_back(w.soft(std::string(" \u00b7 ")));
            std::ranges::move(sources.line(sources.measured(view, Side::Current)), std::back_inserter(line));
            blocks.emplace_back(Paragraph{std::move(line)});
        }
    }
    if (verdict.stragglers.empty() && !histogram.bins.empty())
        blocks.emplace_back(w.paragraph(evenText(verdict)));
    if (!verdict.stragglers.empty())
        blocks.emplace_back(stragglerTable(verdict, w));
    if (!histogram.bins.empty())
        std::ranges::move(rankTimeBlocks(verdict, Sources(verdict, w), w), std::back_inserter(blocks));
    return blocks;
}

Blocks bubbleBlocks(const ReportInput& input, const Writer& w)
{
    const Finding* finding = findingOf(input.verdict, "timeline.bubbles");
    if (!finding)
        return {};
    const std::vector<Bubble> bubbles = bubblesOf(*finding, w);
    if (bubbles.empty())
        return {};
    std::vector<BubbleBar> bars;
    for (const Bubble& bubble : bubbles)
        bars.push_back(bubble.bar);
    Blocks blocks;
    blocks.emplace_back(Paragraph{{provenanceTag(finding->provenance, w), w.plain(finding->statement)}});
    blocks.emplace_back(Figure{bubbleSvg(bars, w.language()), w.of(say("Time without compute by cause, both runs"))});
    blocks.emplace_back(bubbleTable(bubbles, Sources(input.verdict, w), w));
    return blocks;
}

}  // namespace headwater::report

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/report/EvidenceWords.h"
#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/model/PlainWords.h"
#include "core/report/model/Sections.h"
#include "core/report/model/Sources.h"
#include "core/triage/Names.h"

namespace headwater::report {

namespace {

/// Where the window shows the stage that answers a fact, on the ranks that it is said of.
ViewRef factView(const Fact& fact, const Verdict& verdict)
{
    ViewRef view = stageView(fact.stage, verdict);
    if (verdict.drillDown && verdict.drillDown->path.size() > 1 && fact.label == "Inside it") {
        const DrillDown& drill = *verdict.drillDown;
        view = insideView(drill.levels[drill.path.size() - 2].first->ranks, verdict);
    }
    // Told of the ranks of the policy, which are not those in which it may have regressed.
    if (fact.mark == Fact::Mark::Slowest)
        view.ranks.clear();
    if (fact.mark == Fact::Mark::First && verdict.firstRegressed)
        view.ranks = verdict.firstRegressed->ranks;
    return view;
}

/// "none" and "unknown" come from nowhere.
bool isNumber(const Fact& fact, const Verdict& verdict)
{
    return !fact.stage.empty() ||
           (verdict.stepsBaseline > 0 && verdict.stepsCurrent > 0 && fact.label == "Step time") ||
           fact.label == "Mean step time";
}

Line firstTags(const FirstRegressed& first, EvidenceLevel level, const Writer& w)
{
    return {first.confirmed ? w.tag(say("confirmed")) : w.tag(say("possible"), "inferred"),
            w.tag(scopeText(first.scope)), w.tag(words(nameOf(first.kind))), provenanceTag(first.provenance, w),
            w.tag(level == EvidenceLevel::WithinRun ? say("within-run evidence") : say("evidence across runs"))};
}

Table factTable(const Verdict& verdict, const Writer& w)
{
    Table table;
    table.style = "facts";
    table.columns = {{}, {}, {{}, true}, {}};
    const Sources sources(verdict, w);
    for (const Fact& fact : summaryFacts(verdict)) {
        Row row;
        row.mark = fact.mark == Fact::Mark::First ? Row::Mark::First : Row::Mark::Plain;
        Line label{w.plain(fact.label)};
        if (fact.mark == Fact::Mark::Slowest)
            label.push_back({Span::Kind::Plain, " \u25b3"});
        Cell stage;
        if (!fact.stage.empty())
            stage.lines = {{w.at(w.name(fact.stage), factView(fact, verdict))}};
        Cell detail = w.cell(fact.detail);
        if (const auto place = factPlace(fact, verdict, sources))
            detail.lines.push_back(sources.line(*place));
        row.cells = {{{label}}, stage, w.cell(fact.value), std::move(detail)};
        table.rows.push_back(std::move(row));
    }
    return table;
}

Paragraph stability(const Verdict& verdict, const Writer& w)
{
    Line line{w.soft(say("How stable is \u201cfirst\u201d, in joint resamples of the steps: "))};
    bool comma = false;
    for (const StabilityBar& bar : verdict.stability) {
        Span name = w.soft(say("none"));
        for (const StageVerdict& stage : verdict.stages)
            if (stage.index == bar.index)
                name = w.at(w.name(stage.stage), stageView(stage.stage, verdict));
        if (comma)
            line.push_back(w.soft(say(", ")));
        line.push_back(std::move(name));
        line.push_back(w.soft(fmt::format(" {:.0f} %", bar.share * 100)));
        comma = true;
    }
    ViewRef view;
    view.page = "overview";
    line.push_back(w.soft(std::string(" \u00b7 ")));
    const Sources sources(verdict, w);
    std::ranges::move(sources.line(sources.measured(view)), std::back_inserter(line));
    return {line};
}

const Layer* layerOf(const FlowStep& step, const Verdict& verdict)
{
    const auto layer =
        std::ranges::find_if(verdict.layers, [&](const Layer& one) { return nameOf(one.id) == step.node; });
    return layer == verdict.layers.end() ? nullptr : &*layer;
}

/// The page that shows what a node of the flowchart answers.
ViewRef nodeView(const FlowStep& step, const Verdict& verdict)
{
    if (const Layer* layer = layerOf(step, verdict)) {
        ViewRef view;
        view.page = pageOf(layer->id, verdict);
        return view;
    }
    if (step.node == "outcome")
        return stageView(verdict.firstRegressed ? verdict.firstRegressed->stage : std::string(), verdict);
    ViewRef view;
    view.page = step.node == "alert" ? "overview" : pageOf(LayerId::Timeline, verdict);
    return view;
}

/// What the findings of a layer were read from.
EvidencePlace filesOf(const Layer& layer)
{
    EvidencePlace place;
    for (const Finding& finding : layer.findings)
        for (const Evidence& row : finding.evidence)
            for (std::size_t side = 0; row.place && side < 2; ++side)
                for (const std::string& file : row.place->from[side].files)
                    if (std::vector<std::string>& files = place.from[side].files;
                        std::ranges::find(files, file) == files.end())
                        files.push_back(file);
    return place;
}

/// A node with a finding of its own answers from that; correctness and resources from what their findings were read
/// from, the other nodes from the judged steps.
EvidencePlace nodePlace(const FlowStep& step, const Verdict& verdict, const Sources& sources)
{
    const Layer* layer = layerOf(step, verdict);
    const Finding* own = findingOf(verdict, "timeline." + step.node);
    if (own != nullptr && !own->evidence.empty() && own->evidence.front().place) {
        EvidencePlace place = *own->evidence.front().place;
        place.view = evidenceView(own->evidence.front(), *own);
        return place;
    }
    if (layer == nullptr || (layer->id != LayerId::Correctness && layer->id != LayerId::Resources))
        return sources.measured(nodeView(step, verdict));
    EvidencePlace place = filesOf(*layer);
    place.view = nodeView(step, verdict);
    return place;
}

}  // namespace

std::optional<EvidencePlace> factPlace(const Fact& fact, const Verdict& verdict, const Sources& sources)
{
    if (!isNumber(fact, verdict))
        return std::nullopt;
    // The slowest stage is told of the current run alone.
    return sources.measured(factView(fact, verdict),
                            fact.mark == Fact::Mark::Slowest ? std::optional(Side::Current) : std::nullopt);
}

std::string_view styleOf(Provenance provenance)
{
    return nameOf(provenance);
}

Span provenanceTag(Provenance provenance, const Writer& w)
{
    Span tag = w.tag(word(nameOf(provenance)), std::string(styleOf(provenance)));
    if (provenance == Provenance::Derived)
        tag.text = "\u0192 " + tag.text;
    return tag;
}

Blocks headBlocks(const ReportInput& input, const Writer& w)
{
    const Verdict& verdict = input.verdict;
    Blocks blocks;
    Line tags;
    if (verdict.firstRegressed && verdict.outcome == Outcome::Regressed)  // else the tags would contradict the outcome
        tags = firstTags(*verdict.firstRegressed, verdict.evidenceLevel, w);
    if (!verdict.policy.acknowledgement.empty())
        tags.push_back(w.tag(say("on the user's word"), std::string(styleOf(Provenance::Assumed))));
    if (!tags.empty())
        blocks.emplace_back(Paragraph{std::move(tags)});
    for (const Text& text : {plainWords(verdict, input.notes), verdict.paragraph})
        if (!text.empty())
            blocks.emplace_back(w.paragraph(text));
    if (verdict.stepsBaseline > 0 || verdict.stepsCurrent > 0) {
        const Sources sources(verdict, w);
        Line line{w.soft(say("Source: "))};
        std::ranges::move(sources.line(sources.measured(stageView(
                              verdict.firstRegressed ? verdict.firstRegressed->stage : std::string(), verdict))),
                          std::back_inserter(line));
        blocks.emplace_back(Paragraph{std::move(line)});
    }
    blocks.emplace_back(Paragraph{{w.soft(say("Baseline ")), w.name(sideName(verdict, 0)), w.soft(say(", current ")),
                                   w.name(sideName(verdict, 1))}});
    return blocks;
}

Blocks summaryBlocks(const ReportInput& input, const Writer& w)
{
    Blocks blocks{factTable(input.verdict, w)};
    for (const Text& line : caveats(input.verdict))
        blocks.emplace_back(w.softParagraph(line));
    if (!input.verdict.stability.empty())
        blocks.emplace_back(stability(input.verdict, w));
    return blocks;
}

Blocks flowchartBlocks(const ReportInput& input, const Writer& w)
{
    const Verdict& verdict = input.verdict;
    if (verdict.flowchart.empty())
        return {};
    Blocks blocks;
    blocks.emplace_back(
        Figure{w.svg(flowchartSvg(w.drawn(verdict), w.language())), w.of(say("The flowchart, the path taken"))});
    Bullets path{true, {}};
    const Sources sources(verdict, w);
    for (const FlowStep& step : verdict.flowchart) {
        Line line{w.at(w.strong(word(step.node)), nodeView(step, verdict)), w.plain(say(": ")), w.plain(step.answer)};
        if (isConditional(step, verdict)) {
            line.push_back(w.plain(std::string(" ")));
            line.push_back(w.tag(say("conditional"), "inferred"));
        }
        if (!step.because.empty()) {
            line.push_back(w.soft(std::string(" \u00b7 ")));
            line.push_back(w.soft(step.because));
        }
        line.push_back(w.soft(std::string(" \u00b7 ")));
        std::ranges::move(sources.line(nodePlace(step, verdict, sources)), std::back_inserter(line));
        path.lines.push_back(std::move(line));
    }
    blocks.emplace_back(std::move(path));
    if (std::ranges::any_of(verdict.flowchart, [&](const FlowStep& step) { return isConditional(step, verdict); }))
        blocks.emplace_back(
            w.softParagraph(say("Conditional: a layer before it fails or has no data, so that what it says "
                                "of causes holds only once that is settled.")));
    return blocks;
}

Blocks nextBlocks(const ReportInput& input, const Writer& w)
{
    if (input.verdict.nextSteps.empty())
        return {};
    Bullets list{true, {}};
    for (const auto& step : input.verdict.nextSteps)
        list.lines.push_back({w.plain(step)});
    return {std::move(list)};
}

}  // namespace headwater::report

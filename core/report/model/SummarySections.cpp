// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/model/PlainWords.h"
#include "core/report/model/Sections.h"
#include "core/triage/Names.h"

namespace headwater::report {

namespace {

/// Where the window shows the stage that answers a fact, on the ranks that it is said of.
ViewRef factView(const Fact& fact, const Verdict& verdict)
{
    ViewRef view = stageView(fact.stage, verdict);
    if (verdict.drillDown && fact.label == "Inside it")
        view = stageView(verdict.drillDown->path.front(), verdict);
    if (fact.mark == Fact::Mark::First && verdict.firstRegressed)
        view.ranks = verdict.firstRegressed->ranks;
    return view;
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
    for (const Fact& fact : summaryFacts(verdict)) {
        Row row;
        row.mark = fact.mark == Fact::Mark::First ? Row::Mark::First : Row::Mark::Plain;
        Line label{w.plain(fact.label)};
        if (fact.mark == Fact::Mark::Slowest)
            label.push_back({Span::Kind::Plain, " \u25b3"});
        Cell stage;
        if (!fact.stage.empty())
            stage.lines = {{w.at(w.name(fact.stage), factView(fact, verdict))}};
        row.cells = {{{label}}, stage, w.cell(fact.value), w.cell(fact.detail)};
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
            line.push_back(w.soft(std::string(", ")));
        line.push_back(std::move(name));
        line.push_back(w.soft(fmt::format(" {:.0f} %", bar.share * 100)));
        comma = true;
    }
    return {line};
}

}  // namespace

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
    for (const Text& text : {plainWords(verdict), verdict.paragraph})
        if (!text.empty())
            blocks.emplace_back(w.paragraph(text));
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
    for (const FlowStep& step : verdict.flowchart) {
        Line line{w.strong(word(step.node)), w.plain(std::string(": ")), w.plain(step.answer)};
        if (isConditional(step, verdict)) {
            line.push_back(w.plain(std::string(" ")));
            line.push_back(w.tag(say("conditional"), "inferred"));
        }
        if (!step.because.empty()) {
            line.push_back(w.soft(std::string(" \u00b7 ")));
            line.push_back(w.soft(step.because));
        }
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/model/Sections.h"
#include "core/triage/ExplainStages.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater::report {

namespace {

/// The stage where the window shows it, with the ranks in which it regressed.
Span stageSpan(const StageVerdict& stage, const Writer& w)
{
    ViewRef view;
    view.page = "overview";
    view.stage = stage.stage;
    if (stage.regressedIn)
        view.ranks = stage.regressedIn->ranks;
    return w.at(w.name(stage.stage), view);
}

Row stageRow(const StageVerdict& given, const Verdict& verdict, const IntervalAxis& axis, const Writer& w)
{
    const Statistic statistic = verdict.policy.statistic;
    const StageVerdict stage = asRegressed(given, statistic);
    Row row;
    row.mark =
        isFirst(stage, verdict) ? Row::Mark::First : (stage.downstream ? Row::Mark::Downstream : Row::Mark::Plain);
    Line name;
    if (row.mark == Row::Mark::First)
        name.push_back({Span::Kind::Plain, "\u2691 "});
    else if (stage.index == verdict.slowest.index)
        name.push_back({Span::Kind::Plain, "\u25b3 "});
    name.push_back(stageSpan(stage, w));
    Cell state = w.cell(stateText(stage, verdict));
    if (!stage.explainedBy.empty())
        state.lines.push_back({w.name(explanationText(stage.explainedBy))});
    Cell interval;
    interval.svg = intervalSvg(stage, axis);
    row.cells = {{{name}},
                 w.cell(valueText(stage.baseline, statistic)),
                 w.cell(valueText(stage.current, statistic)),
                 w.cell(deltaText(stage)),
                 w.cell(ratioText(stage.ratio)),
                 w.cell(intervalText(stage.ci95)),
                 interval,
                 w.cell(countText(stage)),
                 state,
                 w.cell(shareText(stage.shareOfStepDelta))};
    return row;
}

Table stageTable(const Verdict& verdict, const Writer& w)
{
    const std::string_view statistic = nameOf(verdict.policy.statistic);
    Table table;
    table.style = "stages";
    table.columns = {w.column(say("stage")),
                     w.numbers(say("baseline {}", word(statistic))),
                     w.numbers(say("current {}", word(statistic))),
                     w.numbers(std::string("\u0394")),
                     w.numbers(std::string("\u0394 %")),
                     w.numbers(say("95 % interval")),
                     w.drawing(say("dashed: \u03b5")),
                     w.numbers(std::string("n")),
                     w.column(say("state")),
                     w.numbers(say("share of step \u0394"))};
    const IntervalAxis axis = intervalAxis(verdict);
    for (const StageVerdict& stage : verdict.stages)
        table.rows.push_back(stageRow(stage, verdict, axis, w));
    return table;
}

Table tailTable(const Verdict& verdict, const Writer& w)
{
    Table table;
    table.columns = {w.column(say("stage"))};
    for (std::size_t i = 0; i < kStatistics; ++i)
        table.columns.push_back(w.numbers(word(nameOf(static_cast<Statistic>(i)))));
    for (const StageVerdict& stage : verdict.stages) {
        Row row;
        row.cells.push_back({{{stageSpan(stage, w)}}});
        for (std::size_t i = 0; i < kStatistics; ++i) {
            const auto statistic = static_cast<Statistic>(i);
            Cell cell = w.cell(valueText(stage.baseline, statistic) + " \u2192 " + valueText(stage.current, statistic));
            cell.lines.push_back({w.soft(words(nameOf(stage.stateBy[i])))});
            row.cells.push_back(std::move(cell));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table levelTable(const DrillLevel& level, const Verdict& verdict, const Writer& w)
{
    const Statistic statistic = verdict.policy.statistic;
    Table table;
    table.columns = {w.column(word(level.kind)),       w.numbers(say("baseline")),      w.numbers(say("current")),
                     w.numbers(std::string("\u0394")), w.numbers(say("95 % interval")), w.column(say("state"))};
    for (const StageVerdict& stage : level.stages) {
        Row row;
        if (level.first && level.first->index == stage.index)
            row.mark = Row::Mark::First;
        row.cells = {w.nameCell(stage.stage),
                     w.cell(valueText(stage.baseline, statistic)),
                     w.cell(valueText(stage.current, statistic)),
                     w.cell(deltaText(stage)),
                     w.cell(intervalText(stage.ci95)),
                     w.cell(words(nameOf(stage.state)))};
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace

Blocks stageBlocks(const ReportInput& input, const Writer& w)
{
    const Verdict& verdict = input.verdict;
    if (verdict.stages.empty())
        return {};
    Blocks blocks;
    blocks.emplace_back(
        Figure{w.svg(stageChartSvg(verdict, w.language())),
               w.of(say("Where the step's time went, per stage, {}", word(nameOf(verdict.policy.statistic))))});
    blocks.emplace_back(stageTable(verdict, w));
    blocks.emplace_back(Heading{{w.plain(say("Every statistic, baseline \u2192 current, and its state"))}});
    blocks.emplace_back(tailTable(verdict, w));
    if (!verdict.drillDown)
        return blocks;
    for (const DrillLevel& level : verdict.drillDown->levels) {
        blocks.emplace_back(Heading{{w.plain(say("Inside ")), w.name(level.inside)}});
        blocks.emplace_back(levelTable(level, verdict, w));
    }
    return blocks;
}

}  // namespace headwater::report

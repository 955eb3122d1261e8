// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/model/Sections.h"
#include "core/report/model/Sources.h"
#include "core/triage/BarParts.h"
#include "core/triage/ConfirmedRule.h"
#include "core/triage/DrillDown.h"
#include "core/triage/ExplainStages.h"
#include "core/triage/Names.h"
#include "core/triage/RegressedIn.h"

namespace headwater::report {

namespace {

Span stageSpan(const StageVerdict& stage, const Verdict& verdict, const Writer& w)
{
    return w.at(w.name(stage.stage), stageView(stage.stage, verdict));
}

/// Which statistic of which ranks the numbers of a row are: not the same in every row.
Text seriesText(const StageVerdict& stage, const Policy& policy)
{
    const Statistic statistic = stage.regressedIn ? stage.regressedIn->statistic : policy.statistic;
    const AcrossRanks across = stage.regressedIn ? stage.regressedIn->across : policy.acrossRanks;
    return say("{}, {}", word(nameOf(statistic)), acrossText(across));
}

/// A stage that one run does not have is of the other's steps alone.
Line sourceAt(ViewRef view, const StageVerdict& stage, const Sources& sources)
{
    std::optional<Side> only;
    if (stage.baseline.n == 0 || stage.current.n == 0)
        only = stage.current.n == 0 ? Side::Baseline : Side::Current;
    return sources.line(sources.measured(std::move(view), only));
}

Line stageSource(const StageVerdict& stage, const Verdict& verdict, const Sources& sources)
{
    return sourceAt(stageView(stage.stage, verdict), stage, sources);
}

Row stageRow(const StageVerdict& given, const Verdict& verdict, const IntervalAxis& axis, const Sources& sources,
             const Writer& w)
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
    name.push_back(stageSpan(stage, verdict, w));
    Cell interval;
    interval.svg = intervalSvg(stage, axis, w.language());
    row.cells = {{{name, {w.soft(seriesText(given, verdict.policy))}, stageSource(given, verdict, sources)}},
                 w.cell(valueText(stage.baseline, statistic)),
                 w.cell(valueText(stage.current, statistic)),
                 w.cell(deltaText(stage)),
                 w.cell(ratioText(stage.ratio)),
                 w.cell(intervalWords(stage.ci95)),
                 interval,
                 w.cell(countText(stage)),
                 w.cell(stateText(stage, verdict)),
                 w.cell(shareText(stage.shareOfStepDelta))};
    return row;
}

Table stageTable(const Verdict& verdict, const Writer& w)
{
    Table table;
    table.style = "stages";
    table.columns = {w.column(say("stage")),
                     w.numbers(say("baseline")),
                     w.numbers(say("current")),
                     w.numbers(std::string("\u0394")),
                     w.numbers(std::string("\u0394 %")),
                     w.numbers(say("95 % interval")),
                     w.drawing(say("dashed: \u03b5")),
                     w.numbers(std::string("n")),
                     w.column(say("state")),
                     w.numbers(say("share of step \u0394"))};
    const IntervalAxis axis = intervalAxis(verdict);
    const Sources sources(verdict, w);
    for (const StageVerdict& stage : verdict.stages)
        table.rows.push_back(stageRow(stage, verdict, axis, sources, w));
    return table;
}

/// A tail of so few steps is shown and not judged.
Text stateIn(const StageVerdict& stage, Statistic statistic, double alpha)
{
    const int steps = std::min(stage.baseline.n, stage.current.n);
    const StageState state = stage.stateBy[static_cast<std::size_t>(statistic)];
    return state == StageState::Inconclusive &&
                   static_cast<std::size_t>(std::max(0, steps)) < stepsNeeded(statistic, alpha)
               ? say("not judged")
               : words(nameOf(state));
}

/// One row of every statistic of a stage in one series; without states, which take `alpha`, where another row has them.
Row tailRow(const StageVerdict& stage, const SeriesRow& values, const Cell& series, std::optional<double> alpha,
            const Line& name, const Writer& w)
{
    Row row;
    row.cells = {{{name}}, series};
    for (std::size_t i = 0; i < kStatistics; ++i) {
        const auto statistic = static_cast<Statistic>(i);
        Cell cell = w.cell(valueText(values.baseline, statistic) + " \u2192 " + valueText(values.current, statistic));
        if (alpha)
            cell.lines.push_back({w.soft(stateIn(stage, statistic, *alpha))});
        row.cells.push_back(std::move(cell));
    }
    return row;
}

/// Numbers of the slowest rank and of the median rank are never in one row.
Table tailTable(const Verdict& verdict, const Writer& w)
{
    Table table;
    table.columns = {w.column(say("stage")), w.column(say("numbers of"))};
    for (std::size_t i = 0; i < kStatistics; ++i)
        table.columns.push_back(w.numbers(word(nameOf(static_cast<Statistic>(i)))));
    const Sources sources(verdict, w);
    for (const StageVerdict& stage : verdict.stages) {
        const bool elsewhere = stage.regressedIn && stage.regressedIn->across != verdict.policy.acrossRanks;
        const std::optional<double> alpha = verdict.policy.alpha;
        const SeriesRow own{stage.baseline, stage.current, {}, {}, {}, {}};
        const Line name{stageSpan(stage, verdict, w)};
        const auto series = [&](AcrossRanks across) {
            ViewRef view = stageView(stage.stage, verdict);
            // Numbers of all ranks do not stand on the page of one.
            if (elsewhere && across == verdict.policy.acrossRanks)
                view.ranks.clear();
            return Cell{{{w.plain(acrossText(across))}, sourceAt(std::move(view), stage, sources)}};
        };
        if (elsewhere)
            table.rows.push_back(
                tailRow(stage, stage.regressedIn->row, series(stage.regressedIn->across), alpha, name, w));
        table.rows.push_back(
            tailRow(stage, own, series(verdict.policy.acrossRanks), elsewhere ? std::nullopt : alpha, name, w));
    }
    return table;
}

Table levelTable(const DrillLevel& level, const Verdict& verdict, const Writer& w)
{
    const Statistic statistic = verdict.policy.statistic;
    Table table;
    table.columns = {w.column(word(level.kind)), w.column(say("numbers of")),      w.numbers(say("baseline")),
                     w.numbers(say("current")),  w.numbers(std::string("\u0394")), w.numbers(say("95 % interval")),
                     w.column(say("state"))};
    const Sources sources(verdict, w);
    for (const StageVerdict& given : level.stages) {
        const StageVerdict stage = asRegressed(given, statistic);
        Text state = words(nameOf(stage.state));
        if (const Text in = regressedInText(given, statistic); !in.empty())
            state = say("{} ({})", state, in);
        Row row;
        if (level.first && level.first->index == stage.index)
            row.mark = Row::Mark::First;
        row.cells = {w.nameCell(stage.stage),
                     {{{w.plain(seriesText(given, verdict.policy))},
                       sources.line(sources.measured(
                           insideView(given.regressedIn ? given.regressedIn->ranks : std::vector<int>(), verdict)))}},
                     w.cell(valueText(stage.baseline, statistic)),
                     w.cell(valueText(stage.current, statistic)),
                     w.cell(deltaText(stage)),
                     w.cell(intervalWords(stage.ci95)),
                     w.cell(state)};
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// "forward, loss: explained by waiting": stages by what is known of why they grew.
Bullets explanations(const Verdict& verdict, const Writer& w)
{
    Bullets list;
    std::vector<std::string> said;
    for (const StageVerdict& stage : verdict.stages) {
        if (stage.explainedBy.empty() || std::ranges::find(said, stage.explainedBy) != said.end())
            continue;
        said.push_back(stage.explainedBy);
        Line line;
        for (const StageVerdict& other : verdict.stages) {
            if (other.explainedBy != stage.explainedBy)
                continue;
            if (!line.empty())
                line.push_back(w.plain(say(", ")));
            line.push_back(stageSpan(other, verdict, w));
        }
        line.push_back(w.plain(say(": ")));
        line.push_back(w.name(explanationText(stage.explainedBy)));
        list.lines.push_back(std::move(line));
    }
    return list;
}

/// What the numbers of the tables are of.
Text valuesText(const Verdict& verdict)
{
    const Text measure =
        verdict.policy.measure == Measure::Span ? say("span without waiting") : word(nameOf(verdict.policy.measure));
    return say("Values: {} of the stage in each step, {} over ranks, {} over steps, where the row says nothing else; n "
               "counts steps. A state counts the slowest rank of each step too. The numbers of the files are those "
               "under Inputs.",
               measure, word(nameOf(verdict.policy.acrossRanks)), word(nameOf(verdict.policy.statistic)));
}

Text sharesText()
{
    return say("A share is the growth of the stage over that of the step, both of means. It exceeds 100 % where other "
               "stages got shorter, or where the growth of the slowest rank is partly hidden from the step.");
}

Text noSharesText()
{
    return say("No share is given where the step hardly changed, or where the growth of the stages does not add up to "
               "that of the step: they end on different ranks, or some are missing on a side.");
}

}  // namespace

ViewRef stageView(const std::string& stage, const Verdict& verdict)
{
    ViewRef view;
    view.page = "overview";
    view.stage = stage;
    for (const StageVerdict& known : verdict.stages)
        if (known.stage == stage && known.regressedIn)
            view.ranks = known.regressedIn->ranks;
    return view;
}

ViewRef insideView(const std::vector<int>& ranks, const Verdict& verdict)
{
    ViewRef view;
    view.page = "overview";  // has the table of its parts
    view.stage = verdict.drillDown->path.front();
    view.ranks = ranks;
    view.finding = kDrillDownFinding;
    return view;
}

Blocks stageBlocks(const ReportInput& input, const Writer& w)
{
    const Verdict& verdict = input.verdict;
    if (verdict.stages.empty())
        return {};
    Blocks blocks;
    const Text about =
        verdict.policy.measure == Measure::Span
            ? say("Where the step's time went, per stage, {}, waiting left out", word(nameOf(verdict.policy.statistic)))
            : say("Where the step's time went, per stage, {}", word(nameOf(verdict.policy.statistic)));
    for (const std::string& drawing : stageChartSvgs(w.drawn(verdict), w.language()))
        blocks.emplace_back(Figure{w.svg(drawing), w.of(about)});
    if (const Text parts = barPartsText(verdict); !parts.empty())
        blocks.emplace_back(w.softParagraph(parts));
    blocks.emplace_back(stageTable(verdict, w));
    blocks.emplace_back(w.softParagraph(valuesText(verdict)));
    if (std::ranges::any_of(verdict.stages,
                            [](const StageVerdict& stage) { return stage.shareOfStepDelta.has_value(); }))
        blocks.emplace_back(w.softParagraph(sharesText()));
    else
        blocks.emplace_back(w.softParagraph(noSharesText()));
    if (Bullets list = explanations(verdict, w); !list.lines.empty())
        blocks.emplace_back(std::move(list));
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

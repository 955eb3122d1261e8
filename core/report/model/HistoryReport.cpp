// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/HistoryReport.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Messages.h"
#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/model/HistoryParts.h"
#include "core/report/model/Sections.h"
#include "core/triage/Names.h"

namespace headwater::report {

namespace {

/// "night-1 – night-4": runs whose median a number is.
std::string runsText(const RunHistory& history, std::size_t from, std::size_t to)
{
    const std::string& first = history.runs[from].name;
    return to - from <= 1 ? first : fmt::format("{} \u2013 {}", first, history.runs[to - 1].name);
}

/// Of which runs the headline is: those on both sides of the newest change, without one the newest two.
Line sourceLine(const RunHistory& history, const Writer& w)
{
    const std::size_t at = std::max<std::size_t>(newestChange(history).value_or(history.runs.size() - 1), 1);
    const Text runs = history.runs[at - 1].name + " \u2192 " + history.runs[at].name;
    return {w.soft(say("Source: ")), w.at(w.name(runs), historyView(seriesOf(at, history), at, history))};
}

/// What to look at: the runs on both sides of each change that made something slower for good, the newest first; where
/// none did, of the newest change.
Section nextSection(const RunHistory& history, const Writer& w)
{
    Section section{"next", w.of(say("Next")), {}};
    std::vector<std::size_t> runs;
    for (const HistoryEvent& event : history.events)
        if (isSlowerSince(history, event.at))
            runs.insert(runs.begin(), event.at);
    const std::optional<std::size_t> newest = newestChange(history);
    if (newest.value_or(0) > 0 && std::ranges::find(runs, *newest) == runs.end())
        runs.insert(runs.begin(), *newest);
    if (runs.empty())
        return section;
    section.blocks.emplace_back(
        w.paragraph(say("Compare the last run before the change with the first one after it, as a pair:")));
    Bullets pairs{true, {}};
    for (const std::size_t at : runs) {
        Line line{w.name(history.runs[at - 1].name), w.plain(std::string(" \u2192 ")), w.name(history.runs[at].name)};
        if (const std::string command =
                openCommand(history, at, historyView(seriesOf(at, history), at, history), w.redaction());
            !command.empty()) {
            line.push_back(w.plain(std::string(": ")));
            line.push_back({Span::Kind::Code, command});
        }
        pairs.lines.push_back(std::move(line));
    }
    section.blocks.emplace_back(std::move(pairs));
    return section;
}

void addChanges(Table& table, const HistorySeries& series, const Text& label, const RunHistory& history,
                const Writer& w)
{
    for (std::size_t i = 0; i < series.changes.size(); ++i) {
        const HistoryChange& change = series.changes[i];
        const std::size_t from = i > 0 ? series.changes[i - 1].at : 0;
        const std::size_t to = i + 1 < series.changes.size() ? series.changes[i + 1].at : history.runs.size();
        Row row;
        row.cells = {{{{w.at(w.name(label), historyView(series, change.at, history))}}},
                     w.nameCell(history.runs[change.at].name),
                     w.cell(duration(change.before)),
                     w.nameCell(runsText(history, from, change.at)),
                     w.cell(duration(change.after)),
                     w.nameCell(runsText(history, change.at, to)),
                     w.cell(formatRatio(change.ratio())),
                     w.cell(intervalOf(change)),
                     w.cell(fmt::format("{:.3g}", change.p)),
                     w.cell(stateOf(change))};
        table.rows.push_back(std::move(row));
    }
}

Section changeSection(const RunHistory& history, const Writer& w)
{
    Section section{"changes", w.of(say("Change points")), {}};
    Table table;
    table.columns = {w.column(say("stage")),
                     w.column(say("from run")),
                     w.numbers(say("before")),
                     w.column(say("median of the runs")),
                     w.numbers(say("after")),
                     w.column(say("median of the runs")),
                     w.numbers(std::string("\u0394 %")),
                     w.numbers(say("95 % interval")),
                     w.numbers(std::string("p")),
                     w.column(say("state"))};
    addChanges(table, history.step, history.step.stage, history, w);
    for (const HistorySeries& series : history.stages) {
        addChanges(table, series, series.stage, history, w);
        if (const HistorySeries* slowest = slowestThatSaysMore(series, history))
            addChanges(table, *slowest, slowestLabel(series), history, w);
    }
    if (table.rows.empty() && !canJudge(history))
        section.blocks.emplace_back(w.paragraph(say("Not judged: fewer than {} runs.", fewestToJudge(history.rule))));
    else if (table.rows.empty())
        section.blocks.emplace_back(w.paragraph(say("No change was found in any stage.")));
    else
        section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(w.softParagraph(say(
        "A reference is of the last run before the change as the baseline and the first one after it as the current "
        "run, whose names it has: it opens in the window that shows those. Which files are of a run says the table of "
        "runs.")));
    section.blocks.emplace_back(Paragraph{
        {provenanceTag(Provenance::Derived, w),
         w.soft(say("Energy statistic of a window of runs against all others, permutation test of {} orders over all "
                    "stages at once, at least {} runs on each side: in a history without a change one is found with "
                    "probability {:.4g}. Where no window stands out, several levels are looked for at once. Intervals: "
                    "Hodges-Lehmann, the runs divided as found; too few runs around a change give none.",
                    history.rule.permutations, history.rule.least, history.rule.alpha))}});
    return section;
}

/// Whether the change of the series at that run belongs to a slowdown that is over.
bool passes(const HistorySeries& series, std::size_t at)
{
    return std::ranges::any_of(series.changes,
                               [at](const HistoryChange& change) { return change.at == at && change.passing; });
}

/// Settings that changed from one run to the next: what may have caused what began there.
Table settingTable(const RunHistory& history, const Writer& w)
{
    Table table;
    table.columns = {w.column(say("from run")), w.column(say("setting")), w.column(say("before")),
                     w.column(say("after"))};
    for (const SettingChange& change : history.settings) {
        Row row;
        ViewRef view = historyView(history.step, change.at, history);
        view.page = "correctness";
        row.cells = {{{{w.at(w.name(history.runs[change.at].name), view)}}},
                     w.nameCell(change.key),
                     w.nameCell(change.before),
                     w.nameCell(change.after)};
        table.rows.push_back(std::move(row));
    }
    return table;
}

Section eventSection(const RunHistory& history, const Writer& w)
{
    Section section{"events", w.of(say("What began with which run")), {}};
    Bullets list;
    for (const HistoryEvent& event : history.events) {
        Line line{w.name(history.runs[event.at].name), w.plain(std::string(": "))};
        const auto add = [&](const Text& label, const HistorySeries& series) {
            line.push_back(w.at(w.name(label), historyView(series, event.at, history)));
        };
        for (std::size_t i = 0; i < event.stages.size(); ++i) {
            if (i > 0)
                line.push_back(w.plain(std::string(", ")));
            add(history.stages[event.stages[i]].stage, history.stages[event.stages[i]]);
        }
        for (std::size_t i = 0; i < event.slowest.size(); ++i) {
            if (i > 0 || !event.stages.empty())
                line.push_back(w.plain(std::string(", ")));
            const HistorySeries& slowest = history.slowest[event.slowest[i]];
            add(slowestSince(slowest, event.at, history), slowest);
        }
        if (event.firstRegressed) {
            line.push_back(w.plain(say("; first regressed: ")));
            line.push_back(w.name(history.stages[*event.firstRegressed].stage));
        }
        if (std::ranges::all_of(event.stages, [&](std::size_t s) { return passes(history.stages[s], event.at); }) &&
            std::ranges::all_of(event.slowest, [&](std::size_t s) { return passes(history.slowest[s], event.at); }))
            line.push_back(w.plain(say("; part of a slowdown that is over")));
        list.lines.push_back(std::move(line));
    }
    if (!list.lines.empty())
        section.blocks.emplace_back(std::move(list));
    if (!history.settings.empty())
        section.blocks.emplace_back(settingTable(history, w));
    return section;
}

/// Names are replaced before a drawing cuts them.
RunHistory drawn(RunHistory history, const Writer& w)
{
    for (HistoryEntry& run : history.runs)
        run.name = w.redaction()(run.name);
    for (auto* list : {&history.stages, &history.slowest})
        for (HistorySeries& series : *list)
            series.stage = w.redaction()(series.stage);
    return history;
}

Section figureSection(const RunHistory& given, const Writer& w)
{
    const RunHistory history = drawn(given, w);
    Section section{"stages", w.of(say("Stages over the runs, {}", word(nameOf(history.policy.statistic)))), {}};
    const auto add = [&](const HistorySeries& series, const Text& label) {
        std::string svg = historySvg(series, history, w.language());
        if (svg.empty())
            return;
        const Text about = say("{} over the runs", label);
        section.blocks.emplace_back(Heading{{{Span::Kind::Name, w.language().of(label)}}});
        section.blocks.emplace_back(Figure{svg, w.language().of(about)});
    };
    add(history.step, history.step.stage);
    for (const HistorySeries& series : history.stages) {
        add(series, series.stage);
        if (const HistorySeries* slowest = slowestThatSaysMore(series, history))
            add(*slowest, slowestLabel(series));
    }
    return section;
}

Section noiseSection(const RunHistory& history, const Writer& w)
{
    Section section{"noise", w.of(say("Noise between runs")), {}};
    if (history.effectiveEpsilon && history.step.runNoise)
        section.blocks.emplace_back(
            Paragraph{{provenanceTag(Provenance::Derived, w),
                       w.plain(say("The step time varies by \u03c3 {:.2g} % between runs, changes and odd runs taken "
                                   "out: \u03b5 is {:.3g} %, "
                                   "{:.3g} % was asked for.",
                                   *history.step.runNoise * 100, *history.effectiveEpsilon * 100,
                                   history.policy.epsilon() * 100))}});
    else
        section.blocks.emplace_back(
            w.paragraph(say("Unknown: it takes {} runs that have a step time.", fewestToJudge(history.rule))));
    for (const auto& warning : history.warnings)
        section.blocks.emplace_back(w.softParagraph(warning));
    return section;
}

/// "[3]–[10]" of each run: its files, as the table of inputs numbers them.
std::vector<std::string> fileNumbers(const RunHistory& history)
{
    std::vector<std::string> numbers;
    std::size_t before = 0;
    for (const HistoryEntry& run : history.runs) {
        const std::size_t last = before + run.inputs.size();
        numbers.push_back(run.inputs.empty()       ? std::string(kNone)
                          : run.inputs.size() == 1 ? fmt::format("[{}]", last)
                                                   : fmt::format("[{}]\u2013[{}]", before + 1, last));
        before = last;
    }
    return numbers;
}

/// A run beside the one before it; the first beside the next.
ViewRef runView(std::size_t run, const RunHistory& history)
{
    ViewRef view = historyView(history.step, std::max<std::size_t>(run, 1), history);
    view.side = run == 0 ? Side::Baseline : Side::Current;
    return view;
}

Section runSection(const RunHistory& history, const Writer& w)
{
    Section section{"runs", w.of(say("Runs, oldest first")), {}};
    Table table;
    table.columns = {w.numbers(std::string("#")), w.column(say("run")),      w.numbers(say("step")),
                     w.numbers(say("steps")),     w.numbers(say("warm-up")), w.numbers(say("failed"))};
    std::vector<const HistorySeries*> columns;
    for (const HistorySeries& series : history.stages) {
        columns.push_back(&series);
        table.columns.push_back(w.numbers(Text(series.stage)));
        if (const HistorySeries* slowest = slowestThatSaysMore(series, history)) {
            columns.push_back(slowest);
            table.columns.push_back(w.numbers(slowestLabel(series)));
        }
    }
    table.columns.push_back(w.column(say("stages from")));
    table.columns.push_back(w.column(say("files")));
    const std::vector<std::string> files = fileNumbers(history);
    for (std::size_t run = 0; run < history.runs.size(); ++run) {
        const HistoryEntry& entry = history.runs[run];
        Row row;
        row.cells = {w.cell(std::to_string(run)),
                     {{{w.at(w.name(entry.name), runView(run, history))}}},
                     w.cell(duration(entry.step)),
                     w.cell(std::to_string(entry.steps)),
                     w.cell(std::to_string(entry.warmupRemoved)),
                     w.cell(std::to_string(entry.failedSteps))};
        for (const HistorySeries* series : columns)
            row.cells.push_back(w.cell(duration(series->values[run])));
        row.cells.push_back(w.nameCell(messageText(entry.stageSource)));
        row.cells.push_back(w.cell(files[run]));
        table.rows.push_back(std::move(row));
    }
    section.blocks.emplace_back(std::move(table));
    return section;
}

Section ruleSection(const RunHistory& history, const Writer& w)
{
    Section section{"thresholds", w.of(say("Thresholds")), {}};
    Verdict settings;
    settings.policy = history.policy;
    Table table;
    table.columns = {w.column(say("threshold")), w.column(say("value"))};
    for (const auto& [key, value] : policyEntries(settings)) {
        if (key == "correctness" || key == "resources" || key == "acknowledgement" || key == "stages")
            continue;  // decide nothing here
        Row row;
        row.cells = {{{{w.code(key)}}}, w.nameCell(value)};
        table.rows.push_back(std::move(row));
    }
    section.blocks.emplace_back(std::move(table));
    return section;
}

Section inputSection(const RunHistory& history, const FilePrints& prints, const Writer& w)
{
    std::vector<std::pair<Cell, const SourceFile*>> files;
    for (const HistoryEntry& run : history.runs)
        for (const SourceFile& file : run.inputs)
            files.emplace_back(w.nameCell(run.name), &file);
    return {"inputs", w.of(sectionTitle("inputs")), fileBlocks(say("run"), files, prints, w)};
}

Section versionSection(const Writer& w)
{
    Table table;
    table.style = "facts";
    table.columns = {{}, {}};
    const auto add = [&](const Text& label, const std::string& value) {
        Row row;
        row.cells = {w.cell(label), w.nameCell(value)};
        table.rows.push_back(std::move(row));
    };
    add(std::string("Headwater"), std::string(productVersion()));
    add(say("History"), "headwater.history/1");
    return {"versions", w.of(sectionTitle("versions")), {std::move(table)}};
}

}  // namespace

const std::vector<std::string_view>& historySectionIds()
{
    static const std::vector<std::string_view> ids{"changes", "events",     "stages", "noise",   "runs",
                                                   "next",    "thresholds", "inputs", "versions"};
    return ids;
}

Text leftOutText(const LeftOutRun& run)
{
    return say("{} is left out: {}", run.name, run.why);
}

ViewRef historyView(const HistorySeries& series, std::size_t at, const RunHistory& history)
{
    const bool isStep = &series == &history.step;
    ViewRef view;
    view.page = "overview";  // where times of stages stand
    view.stage = isStep ? std::string() : series.stage;
    view.side = Side::Current;
    view.runs = {history.runs[at - 1].name, history.runs[at].name};
    const bool slowest =
        std::ranges::any_of(history.slowest, [&](const HistorySeries& one) { return &one == &series; });
    if (const auto rank = slowest ? slowestRankSince(series, at, history) : std::nullopt)
        view.ranks = {*rank};
    return view;
}

Report historyReport(const RunHistory& history, const ReportOptions& options, const FilePrints& prints)
{
    const Redaction redaction = historyRedaction(history, options.redaction);
    const Writer w(options.language, redaction);
    Report report;
    report.language = options.language.code();
    report.kind = w.of(say("History of {} runs", history.runs.size()));
    report.title = w.of(historyHeadline(history));
    report.attention = endsSlower(history.step) || std::ranges::any_of(history.stages, &endsSlower) ||
                       std::ranges::any_of(history.slowest, &endsSlower);
    if (const Text step = stepSentence(history); !step.empty())
        report.head.emplace_back(w.paragraph(step));
    report.head.emplace_back(Paragraph{sourceLine(history, w)});
    for (Section section : {changeSection(history, w), eventSection(history, w), figureSection(history, w),
                            noiseSection(history, w), runSection(history, w), nextSection(history, w),
                            ruleSection(history, w), inputSection(history, prints, w), versionSection(w)})
        if (!section.blocks.empty() && wants(options, section.id))
            report.sections.push_back(std::move(section));
    finish(report, options, w);
    report.checks = historyChecks(history, Writer(Language(), redaction));
    return report;
}

}  // namespace headwater::report

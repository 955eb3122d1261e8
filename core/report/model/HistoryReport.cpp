// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/HistoryReport.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/Messages.h"
#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/Svg.h"
#include "core/report/model/Sections.h"
#include "core/triage/Names.h"
#include "core/triage/PageInTime.h"

namespace headwater::report {

namespace {

std::string duration(double ns)
{
    return std::isfinite(ns) ? formatDuration(std::llround(ns)) : std::string(kNone);
}

bool newestDiffer(const HistorySeries& series)
{
    return series.apart && series.apart->counted;
}

bool canJudge(const RunHistory& history)
{
    return history.runs.size() >= fewestToJudge(history.rule);
}

/// The headline where no change was found.
Text unchangedHeadline(const RunHistory& history)
{
    std::size_t count = newestDiffer(history.step) ? history.step.apart->count : 0;
    for (const HistorySeries& series : history.stages)
        if (newestDiffer(series))
            count = std::max(count, series.apart->count);
    if (count > 0)
        return count == 1
                   ? say("The newest run differs; fewer than {} of them, not judged", history.rule.least)
                   : say("The newest {} runs differ; fewer than {} of them, not judged", count, history.rule.least);
    return canJudge(history) ? say("No stage changed over {} runs", history.runs.size())
                             : say("{} runs are too few to judge whether a stage changed", history.runs.size());
}

const HistoryChange* lastCounted(const HistorySeries& series)
{
    const auto found = std::find_if(series.changes.rbegin(), series.changes.rend(),
                                    [](const HistoryChange& change) { return change.counted; });
    return found == series.changes.rend() ? nullptr : &*found;
}

/// How the step time went, for somebody who reads nothing else.
Text stepSentence(const RunHistory& history)
{
    const HistorySeries& step = history.step;
    if (const HistoryChange* change = lastCounted(step))
        return say("A training step takes {} since run {} and took {} before ({}).", duration(change->after),
                   history.runs[change->at].name, duration(change->before), formatRatio(change->ratio()));
    const double last = step.values.empty() ? NAN : step.values.back();
    return std::isfinite(last) && !newestDiffer(step) && isJudged(step, history.rule)
               ? say("The step time did not change over these runs; in the newest it is {}.", duration(last))
               : Text();
}

/// "night-1 – night-4": runs whose median a number is.
std::string runsText(const RunHistory& history, std::size_t from, std::size_t to)
{
    const std::string& first = history.runs[from].name;
    return to - from <= 1 ? first : fmt::format("{} \u2013 {}", first, history.runs[to - 1].name);
}

/// What to look at: the runs on both sides of the last change.
Section nextSection(const RunHistory& history, const Writer& w)
{
    Section section{"next", w.of(say("Next")), {}};
    if (history.events.empty() || history.events.back().at == 0)
        return section;
    const std::size_t at = history.events.back().at;
    section.blocks.emplace_back(Paragraph{
        {w.plain(say("Compare the last run before the change with the first one after "
                     "it, as a pair: ")),
         w.name(history.runs[at - 1].name), w.plain(std::string(" \u2192 ")), w.name(history.runs[at].name)}});
    const HistoryEvent& event = history.events.back();
    const std::size_t stage = event.firstRegressed.value_or(event.stages.front());
    if (const std::string command =
            openCommand(history, at, historyView(history.stages[stage], history), w.redaction());
        !command.empty())
        section.blocks.emplace_back(Paragraph{{Span{Span::Kind::Code, command}}});
    return section;
}

void addChanges(Table& table, const HistorySeries& series, const RunHistory& history, const Writer& w)
{
    for (std::size_t i = 0; i < series.changes.size(); ++i) {
        const HistoryChange& change = series.changes[i];
        const std::size_t from = i > 0 ? series.changes[i - 1].at : 0;
        const std::size_t to = i + 1 < series.changes.size() ? series.changes[i + 1].at : history.runs.size();
        Row row;
        row.cells = {{{{w.at(w.name(series.stage), historyView(series, history))}}},
                     w.nameCell(history.runs[change.at].name),
                     w.cell(duration(change.before)),
                     w.nameCell(runsText(history, from, change.at)),
                     w.cell(duration(change.after)),
                     w.nameCell(runsText(history, change.at, to)),
                     w.cell(formatRatio(change.ratio())),
                     w.cell(fmt::format("{:.3g}", change.p)),
                     w.cell(change.counted ? say("counted") : say("below \u03b5 or the floor, shown only"))};
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
                     w.numbers(std::string("p")),
                     w.column(say("state"))};
    addChanges(table, history.step, history, w);
    for (const HistorySeries& series : history.stages)
        addChanges(table, series, history, w);
    if (table.rows.empty() && !canJudge(history))
        section.blocks.emplace_back(w.paragraph(say("Not judged: fewer than {} runs.", fewestToJudge(history.rule))));
    else if (table.rows.empty())
        section.blocks.emplace_back(w.paragraph(say("No change was found in any stage.")));
    else
        section.blocks.emplace_back(std::move(table));
    section.blocks.emplace_back(w.softParagraph(say(
        "A reference opens in the window that shows the last run before the change as the baseline and the first one "
        "after it as the current run. The files of each run stand under Inputs.")));
    section.blocks.emplace_back(Paragraph{
        {provenanceTag(Provenance::Derived, w),
         w.soft(say("Energy statistic, permutation test of {} orders, at least {} runs on each side, level {:.4g}.",
                    history.rule.permutations, history.rule.least, history.rule.alpha))}});
    return section;
}

Section eventSection(const RunHistory& history, const Writer& w)
{
    Section section{"events", w.of(say("What began with which run")), {}};
    Bullets list;
    for (const HistoryEvent& event : history.events) {
        Line line{w.name(history.runs[event.at].name), w.plain(std::string(": "))};
        for (std::size_t i = 0; i < event.stages.size(); ++i) {
            if (i > 0)
                line.push_back(w.plain(std::string(", ")));
            line.push_back(w.name(history.stages[event.stages[i]].stage));
        }
        if (event.firstRegressed) {
            line.push_back(w.plain(say("; first regressed: ")));
            line.push_back(w.name(history.stages[*event.firstRegressed].stage));
        }
        list.lines.push_back(std::move(line));
    }
    if (!list.lines.empty())
        section.blocks.emplace_back(std::move(list));
    return section;
}

/// Names are replaced before a drawing cuts them.
RunHistory drawn(RunHistory history, const Writer& w)
{
    for (HistoryEntry& run : history.runs)
        run.name = w.redaction()(run.name);
    for (HistorySeries& series : history.stages)
        series.stage = w.redaction()(series.stage);
    return history;
}

Section figureSection(const RunHistory& given, const Writer& w)
{
    const RunHistory history = drawn(given, w);
    Section section{"stages", w.of(say("Stages over the runs, {}", word(nameOf(history.policy.statistic)))), {}};
    const auto add = [&](const HistorySeries& series) {
        std::string svg = historySvg(series, history, w.language());
        if (svg.empty())
            return;
        const Text about = say("{} over the runs", series.stage);
        section.blocks.emplace_back(Heading{{{Span::Kind::Name, series.stage}}});
        section.blocks.emplace_back(Figure{svg, w.language().of(about)});
    };
    add(history.step);
    for (const HistorySeries& series : history.stages)
        add(series);
    return section;
}

Section noiseSection(const RunHistory& history, const Writer& w)
{
    Section section{"noise", w.of(say("Noise between runs")), {}};
    if (history.effectiveEpsilon && history.step.runNoise)
        section.blocks.emplace_back(Paragraph{
            {provenanceTag(Provenance::Derived, w),
             w.plain(say("The step time varies by \u03c3 {:.2g} % between runs, changes taken out: \u03b5 is {:.3g} %, "
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

Section runSection(const RunHistory& history, const Writer& w)
{
    Section section{"runs", w.of(say("Runs, oldest first")), {}};
    Table table;
    table.columns = {w.numbers(std::string("#")), w.column(say("run")),      w.numbers(say("step")),
                     w.numbers(say("steps")),     w.numbers(say("warm-up")), w.numbers(say("failed"))};
    for (const HistorySeries& series : history.stages)
        table.columns.push_back(w.numbers(Text(series.stage)));
    table.columns.push_back(w.column(say("stages from")));
    for (std::size_t run = 0; run < history.runs.size(); ++run) {
        const HistoryEntry& entry = history.runs[run];
        Row row;
        row.cells = {w.cell(std::to_string(run)),
                     w.nameCell(entry.name),
                     w.cell(duration(entry.step)),
                     w.cell(std::to_string(entry.steps)),
                     w.cell(std::to_string(entry.warmupRemoved)),
                     w.cell(std::to_string(entry.failedSteps))};
        for (const HistorySeries& series : history.stages)
            row.cells.push_back(w.cell(duration(series.values[run])));
        row.cells.push_back(w.nameCell(messageText(entry.stageSource)));
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

Checks checksOf(const RunHistory& history, const Writer& w)
{
    Checks checks;
    checks.suite = w.of(history.runs.front().name) + " \u2192 " + w.of(history.runs.back().name);
    checks.seconds = std::isfinite(history.runs.back().step) ? history.runs.back().step / 1e9 : 0;
    checks.properties = {{"generator", fmt::format("headwater {}", productVersion())},
                         {"runs", std::to_string(history.runs.size())}};
    checks.output = w.of(historyHeadline(history));
    for (const HistorySeries& series : history.stages) {
        const double last = series.values.back();
        Check check;
        check.name = w.of(series.stage);
        check.seconds = std::isfinite(last) ? last / 1e9 : 0;
        if (const HistoryChange* change = lastCounted(series)) {
            check.message = w.of(say("{} \u2192 {} from {}", duration(change->before), duration(change->after),
                                     history.runs[change->at].name));
            if (endsSlower(series)) {
                check.result = Check::Result::Failed;
                check.type = "regressed";
                check.reference = toText(w.redaction().of(historyView(series, history)));
                check.detail = checks.output;
            }
        } else if (!std::isfinite(last)) {
            check.result = Check::Result::Skipped;
            check.message = w.of(say("no value in the newest run"));
        } else if (newestDiffer(series) || !isJudged(series, history.rule)) {
            check.result = Check::Result::Skipped;
            check.message = w.of(say("not judged; {} in the newest run", duration(last)));
        } else {
            check.message = w.of(say("no change; {} in the newest run", duration(last)));
        }
        checks.list.push_back(std::move(check));
    }
    return checks;
}

}  // namespace

const std::vector<std::string_view>& historySectionIds()
{
    static const std::vector<std::string_view> ids{"changes", "events",     "stages", "noise",   "runs",
                                                   "next",    "thresholds", "inputs", "versions"};
    return ids;
}

Text leftOutText(const std::string& run, const std::string& why)
{
    return say("{} is left out: {}", run, why);
}

ViewRef historyView(const HistorySeries& series, const RunHistory& history)
{
    const bool isStep = &series == &history.step;
    const std::vector<SourceFile>& newest = history.runs.back().inputs;
    ViewRef view;
    view.page = isStep ? "overview" : pageInTime(newest, newest);
    view.stage = isStep ? std::string() : series.stage;
    view.side = Side::Current;
    return view;
}

bool endsSlower(const HistorySeries& series)
{
    const HistoryChange* change = lastCounted(series);
    return change && change->after > change->before;
}

Text historyHeadline(const RunHistory& history)
{
    if (history.events.empty())
        return unchangedHeadline(history);
    const HistoryEvent& event = history.events.back();
    const std::string& run = history.runs[event.at].name;
    if (!event.firstRegressed)
        return say("From run {}: faster", run);
    const HistorySeries& stage = history.stages[*event.firstRegressed];
    for (const HistoryChange& change : stage.changes)
        if (change.at == event.at)
            return say("From run {}: first regressed stage {}, {} \u2192 {} ({})", run, stage.stage,
                       duration(change.before), duration(change.after), formatRatio(change.ratio()));
    return say("From run {}: first regressed stage {}", run, stage.stage);
}

Report historyReport(const RunHistory& history, const ReportOptions& options, const FilePrints& prints)
{
    const Redaction redaction = historyRedaction(history, options.redaction);
    const Writer w(options.language, redaction);
    Report report;
    report.language = options.language.code();
    report.kind = w.of(say("History of {} runs", history.runs.size()));
    report.title = w.of(historyHeadline(history));
    report.attention = std::ranges::any_of(history.stages, &endsSlower);
    if (const Text step = stepSentence(history); !step.empty())
        report.head.emplace_back(w.paragraph(step));
    for (Section section : {changeSection(history, w), eventSection(history, w), figureSection(history, w),
                            noiseSection(history, w), runSection(history, w), nextSection(history, w),
                            ruleSection(history, w), inputSection(history, prints, w), versionSection(w)})
        if (!section.blocks.empty() && wants(options, section.id))
            report.sections.push_back(std::move(section));
    finish(report, options, w);
    report.checks = checksOf(history, Writer(Language(), redaction));
    return report;
}

}  // namespace headwater::report

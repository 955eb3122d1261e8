// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <fmt/format.h>

#include "core/base/Language.h"
#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/Report.h"
#include "core/report/TextTable.h"
#include "core/report/model/HistoryParts.h"
#include "core/report/model/HistoryReport.h"
#include "core/stats/Quantile.h"
#include "core/triage/RunHistory.h"

namespace headwater {

namespace {

std::string duration(double ns)
{
    return std::isfinite(ns) ? formatDuration(std::llround(ns)) : std::string(kNone);
}

double medianOf(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    return values.empty() ? NAN : stats::medianInPlace(values);
}

Text stateOf(const HistorySeries& series, const RunHistory& history)
{
    if (series.apart && series.apart->counted)
        return say("newest differ");
    return isJudged(series, history.rule) ? say("no change") : say("not judged");
}

Text markOf(const HistoryChange& change)
{
    if (!change.counted)
        return say(" (not counted)");
    return change.passing ? say(" (for a time)") : Text();
}

void addRow(TextTable& table, const HistorySeries& series, const std::string& label, const RunHistory& history,
            const Language& language)
{
    const std::string noise = series.runNoise ? fmt::format("{:.2g} %", *series.runNoise * 100) : std::string(kNone);
    if (series.changes.empty())
        table.addRow({label, language.of(stateOf(series, history)), std::string(kNone),
                      duration(medianOf(series.values)), std::string(kNone), std::string(kNone), std::string(kNone),
                      noise});
    for (const HistoryChange& change : series.changes)
        table.addRow({label, history.runs[change.at].name + language.of(markOf(change)), duration(change.before),
                      duration(change.after), formatRatio(change.ratio()), report::intervalOf(change),
                      fmt::format("{:.3g}", change.p), noise},
                     change.counted);
}

}  // namespace

std::string historyText(const RunHistory& history, const Language& language)
{
    std::string out = escapeTerminal(language.of(report::historyHeadline(history))) + "\n\n";
    using Align = TextTable::Align;
    TextTable table({{language.of(say("stage"))},
                     {language.of(say("changes with run"))},
                     {language.of(say("before")), Align::Right},
                     {language.of(say("after")), Align::Right},
                     {"\u0394 %", Align::Right},
                     {language.of(say("95 % interval")), Align::Right},
                     {"p", Align::Right},
                     {language.of(say("noise \u03c3")), Align::Right}});
    addRow(table, history.step, history.step.stage, history, language);
    for (const HistorySeries& series : history.stages) {
        addRow(table, series, series.stage, history, language);
        if (const HistorySeries* slowest = report::slowestThatSaysMore(series, history))
            addRow(table, *slowest, language.of(report::slowestLabel(series)), history, language);
    }
    out += table.toString();
    out += "\n" + language.of(say("Medians of the runs before and after a change; without one, of all runs.")) + "\n";
    if (history.effectiveEpsilon)
        out += "\n" +
               language.of(say("\u03b5 with the noise between runs: {:.3g} %", *history.effectiveEpsilon * 100)) + "\n";
    for (const auto& warning : history.warnings)
        out += "\n" + escapeTerminal(language.of(warning)) + "\n";
    return out;
}

}  // namespace headwater

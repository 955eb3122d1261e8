// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/report/Json.h"
#include "core/report/Phrases.h"
#include "core/report/model/HistoryParts.h"
#include "core/report/model/HistoryReport.h"

namespace headwater::report {

namespace {

/// The last change that stayed; where that is none that made it slower, what it is slower than.
Text changeText(const HistorySeries& series, const RunHistory& history)
{
    const HistoryChange* change = lastLasting(series);
    if (series.slower && (change == nullptr || change->after < change->before))
        return say("{} \u2192 {} from {}", duration(series.slower->best), duration(series.slower->now),
                   history.runs[series.slower->since].name);
    return say("{} \u2192 {} from {}", duration(change->before), duration(change->after),
               history.runs[change->at].name);
}

/// The stage that the headline names; empty: none.
std::string toldStage(const RunHistory& history)
{
    const std::optional<std::size_t> at = newestChange(history);
    const auto event = std::ranges::find(history.events, at.value_or(0), &HistoryEvent::at);
    return !at || event == history.events.end() || !event->firstRegressed
               ? std::string()
               : history.stages[*event->firstRegressed].stage;
}

/// The run where the window shows what is said of the series.
std::size_t lookedAt(const HistorySeries& series, const RunHistory& history)
{
    const HistoryChange* change = lastLasting(series);
    if (series.slower && (change == nullptr || change->after < change->before))
        return std::max<std::size_t>(series.slower->since, 1);
    if (change != nullptr)
        return change->at;
    return series.passing.empty() ? history.runs.size() - 1 : std::max<std::size_t>(series.passing.back().from, 1);
}

}  // namespace

Checks historyChecks(const RunHistory& history, const Writer& w)
{
    Checks checks;
    checks.suite = w.of(history.runs.front().name) + " \u2192 " + w.of(history.runs.back().name);
    checks.seconds = std::isfinite(history.runs.back().step) ? history.runs.back().step / 1e9 : 0;
    checks.properties = {{"generator", "headwater " + std::string(productVersion())},
                         {"runs", std::to_string(history.runs.size())}};
    checks.output = w.of(historyHeadline(history));
    const std::string told = toldStage(history);
    const auto fail = [&](Check& check) {
        check.result = Check::Result::Failed;
        check.type = "regressed";
        check.detail = !told.empty() && check.name == w.of(told) ? checks.output : check.message;
    };
    const auto refer = [&](Check& check, const HistorySeries& series) {
        check.reference = toText(w.redaction().of(historyView(series, lookedAt(series, history), history)));
    };
    for (const HistorySeries& series : history.stages) {
        const double last = series.values.back();
        Check check;
        check.name = w.of(series.stage);
        check.seconds = std::isfinite(last) ? last / 1e9 : 0;
        const HistorySeries* slowest = slowestThatSaysMore(series, history);
        refer(check, series);
        if (series.slower) {
            check.message = w.of(changeText(series, history));
            fail(check);
        } else if (slowest != nullptr && slowest->slower) {
            check.message = w.of(say("slowest rank {}", changeText(*slowest, history)));
            refer(check, *slowest);
            fail(check);
        } else if (lastLasting(series) != nullptr) {
            check.message = w.of(changeText(series, history));
        } else if (!series.passing.empty()) {
            const PassingSlowdown& passing = series.passing.back();
            check.message = w.of(say("no lasting change; {} instead of {} from {} to {}", duration(passing.during),
                                     duration(passing.usual), history.runs[passing.from].name,
                                     history.runs[passing.until - 1].name));
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
    // The step's own case only where no stage of its own fails for it.
    if (endsSlower(history.step) && std::ranges::none_of(history.stages, &endsSlower)) {
        Check check;
        check.name = history.step.stage;
        check.group = "step";
        check.seconds = checks.seconds;
        check.message = w.of(changeText(history.step, history));
        refer(check, history.step);
        fail(check);
        checks.list.push_back(std::move(check));
    }
    return checks;
}

}  // namespace headwater::report

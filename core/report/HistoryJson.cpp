// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Json.h"
#include "core/report/Report.h"
#include "core/report/model/HistoryReport.h"
#include "core/triage/RunHistory.h"

namespace headwater {

namespace {

Json intervalJson(const HistoryChange& change)
{
    return change.ci95 ? Json::array({jsonNumber((*change.ci95)[0]), jsonNumber((*change.ci95)[1])}) : Json();
}

/// Odd runs, slowdowns that are over, and what the newest runs are slower than.
void addStates(Json& entry, const HistorySeries& series, const RunHistory& history)
{
    entry["odd_runs"] = Json::array();
    for (const OddRun& odd : series.odd)
        entry["odd_runs"].push_back({{"at", odd.run},
                                     {"run", history.runs[odd.run].name},
                                     {"value_ns", jsonNs(odd.value)},
                                     {"usual_ns", jsonNs(odd.usual)}});
    entry["passing"] = Json::array();
    for (const PassingSlowdown& passing : series.passing)
        entry["passing"].push_back({{"from", history.runs[passing.from].name},
                                    {"to", history.runs[passing.until - 1].name},
                                    {"usual_ns", jsonNs(passing.usual)},
                                    {"during_ns", jsonNs(passing.during)},
                                    {"ratio", jsonNumber(passing.ratio())}});
    entry["slower_now"] = Json();
    if (series.slower)
        entry["slower_now"] = {{"since", history.runs[series.slower->since].name},
                               {"best_ns", jsonNs(series.slower->best)},
                               {"now_ns", jsonNs(series.slower->now)},
                               {"ratio", jsonNumber(series.slower->ratio())}};
}

Json seriesJson(const HistorySeries& series, const RunHistory& history)
{
    Json entry;
    entry["stage"] = series.stage;
    entry["values_ns"] = Json::array();
    for (const double value : series.values)
        entry["values_ns"].push_back(jsonNs(value));
    entry["changes"] = Json::array();
    for (const HistoryChange& change : series.changes)
        entry["changes"].push_back({{"at", change.at},
                                    {"run", history.runs[change.at].name},
                                    {"before_ns", jsonNs(change.before)},
                                    {"after_ns", jsonNs(change.after)},
                                    {"runs_before", change.runsBefore},
                                    {"runs_after", change.runsAfter},
                                    {"ratio", jsonNumber(change.ratio())},
                                    {"ci95", intervalJson(change)},
                                    {"q", jsonNumber(change.q)},
                                    {"p", jsonNumber(change.p)},
                                    {"counted", change.counted},
                                    {"passing", change.passing},
                                    {"reference", toText(report::historyView(series, change.at, history))}});
    entry["newest_apart"] = Json();
    if (series.apart)
        entry["newest_apart"] = {{"count", series.apart->count},
                                 {"before_ns", jsonNs(series.apart->before)},
                                 {"after_ns", jsonNs(series.apart->after)},
                                 {"counted", series.apart->counted}};
    addStates(entry, series, history);
    entry["run_noise"] = jsonNumber(series.runNoise);
    return entry;
}

Json runJson(const HistoryEntry& run)
{
    return {{"name", run.name},
            {"step_ns", jsonNs(run.step)},
            {"steps", run.steps},
            {"warmup_removed", run.warmupRemoved},
            {"failed_steps", run.failedSteps},
            {"stage_source", jsonOrNull(run.stageSource)},
            {"inputs", jsonOf(run.inputs)}};
}

Json eventJson(const HistoryEvent& event, const RunHistory& history)
{
    Json entry{{"at", event.at}, {"run", history.runs[event.at].name}, {"first_regressed", nullptr}};
    if (event.firstRegressed)
        entry["first_regressed"] = history.stages[*event.firstRegressed].stage;
    entry["stages"] = Json::array();
    for (const std::size_t stage : event.stages)
        entry["stages"].push_back(history.stages[stage].stage);
    entry["slowest_rank"] = Json::array();
    for (const std::size_t stage : event.slowest)
        entry["slowest_rank"].push_back(history.slowest[stage].stage);
    return entry;
}

}  // namespace

std::string historyJson(const RunHistory& history)
{
    Json document = jsonDocument("headwater.history/1");
    document["runs"] = Json::array();
    for (const HistoryEntry& run : history.runs)
        document["runs"].push_back(runJson(run));
    document["step"] = seriesJson(history.step, history);
    document["stages"] = Json::array();
    for (const HistorySeries& series : history.stages)
        document["stages"].push_back(seriesJson(series, history));
    document["slowest_rank"] = Json::array();
    for (const HistorySeries& series : history.slowest)
        document["slowest_rank"].push_back(seriesJson(series, history));
    document["events"] = Json::array();
    for (const HistoryEvent& event : history.events)
        document["events"].push_back(eventJson(event, history));
    document["settings_changed"] = Json::array();
    for (const SettingChange& change : history.settings)
        document["settings_changed"].push_back({{"at", change.at},
                                                {"run", history.runs[change.at].name},
                                                {"key", change.key},
                                                {"before", change.before},
                                                {"after", change.after}});
    document["left_out"] = Json::array();
    for (const LeftOutRun& run : history.leftOut)
        document["left_out"].push_back({{"run", run.name}, {"why", run.why}});
    document["effective_epsilon"] = jsonNumber(history.effectiveEpsilon);
    document["rule"] = {{"least", history.rule.least},
                        {"alpha", jsonNumber(history.rule.alpha)},
                        {"permutations", history.rule.permutations},
                        {"seed", history.rule.seed}};
    document["warnings"] = history.warnings;
    document["policy"] = policyJson(history.policy);
    return jsonText(document);
}

}  // namespace headwater

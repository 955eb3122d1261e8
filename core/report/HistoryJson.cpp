// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Json.h"
#include "core/report/Report.h"
#include "core/report/model/HistoryReport.h"
#include "core/triage/RunHistory.h"

namespace headwater {

namespace {

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
                                    {"ratio", jsonNumber(change.ratio())},
                                    {"q", jsonNumber(change.q)},
                                    {"p", jsonNumber(change.p)},
                                    {"counted", change.counted},
                                    {"reference", toText(report::historyView(series, history))}});
    entry["newest_apart"] = Json();
    if (series.apart)
        entry["newest_apart"] = {{"count", series.apart->count},
                                 {"before_ns", jsonNs(series.apart->before)},
                                 {"after_ns", jsonNs(series.apart->after)},
                                 {"counted", series.apart->counted}};
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

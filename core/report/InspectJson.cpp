// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <set>

#include "core/report/InspectParts.h"
#include "core/report/InspectStream.h"
#include "core/report/JsonStream.h"
#include "core/report/Report.h"
#include "core/report/StageSummary.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

Json runEntry(const RunAnalysis& analysis)
{
    const Run& run = *analysis.run;
    Json entry;
    entry["name"] = run.name;
    entry["world_size"] = run.worldSize > 0 ? Json(run.worldSize) : Json();
    entry["ranks_present"] = Json::array();
    for (const RankData& rank : run.ranks)
        entry["ranks_present"].push_back(rank.rank);
    entry["ranks_missing"] = run.missingRanks();
    entry["steps"] = analysis.cube.steps();
    entry["sources"] = jsonOf(run.sources);
    entry["manifest"] = Json::object();
    for (const auto& [key, value] : run.manifest)
        entry["manifest"][key] = {{"value", value.value}, {"source", value.source}};
    return entry;
}

Json deviceWindow(const DeviceWindow& window)
{
    // A run without a single device activity (CPU only, stage metrics) has no device window: unknown, not zero.
    const auto time = [&window](Ns value) { return window.activities > 0 ? jsonNs(value) : Json(); };
    Json entry;
    entry["window_ns"] = time(window.window);
    entry["busy_ns"] = time(window.busy);
    entry["compute_ns"] = time(window.compute);
    entry["exposed_comm_ns"] = time(window.exposedComm);
    entry["exposed_memcpy_ns"] = time(window.exposedMemcpy);
    entry["exposed_memset_ns"] = time(window.exposedMemset);
    entry["idle_ns"] = time(window.idle);
    entry["comm_ns"] = time(window.comm);
    entry["memcpy_ns"] = time(window.memcpy);
    entry["activities"] = window.activities;
    entry["linked"] = window.linked;
    entry["unlinked"] = window.unlinked;
    entry["unclassified_ns"] = time(window.unclassified);
    return entry;
}

/// CONTRACT knows three states of health; a step that failed or holds an impossible duration is not to be relied on.
std::string_view health(StepStatus status)
{
    switch (status) {
    case StepStatus::Ok: return "ok";
    case StepStatus::Partial: return "partial";
    default: return "unknown";
    }
}

Json stagesOfStep(const StageCube& cube, std::size_t rank, std::size_t step)
{
    Json list = Json::array();
    for (std::size_t stage = 0; stage < cube.stages().size(); ++stage) {
        const auto value = [&](Quantity quantity) { return jsonNs(cube.at(quantity, stage, rank, step)); };
        Json entry;
        entry["name"] = cube.stages()[stage];
        entry["span_ns"] = value(Quantity::Span);
        entry["compute_ns"] = value(Quantity::Compute);
        entry["transfer_ns"] = value(Quantity::Transfer);
        entry["wait_ns"] = value(Quantity::Wait);
        entry["memcpy_ns"] = value(Quantity::Memcpy);
        entry["memset_ns"] = value(Quantity::Memset);
        entry["idle_ns"] = value(Quantity::Idle);
        entry["host_ns"] = value(Quantity::Host);
        list.push_back(std::move(entry));
    }
    return list;
}

template <class T>
std::optional<std::size_t> indexOf(const std::vector<T>& values, const T& value)
{
    const auto found = std::find(values.begin(), values.end(), value);
    return found == values.end() ? std::nullopt : std::optional<std::size_t>(found - values.begin());
}

Json stepEntry(const RunAnalysis& analysis, const RankAnalysis& rank, const StepAnalysis& step)
{
    const StageCube& cube = analysis.cube;
    const auto rankIndex = indexOf(cube.ranks(), rank.rank);
    const auto stepIndex = indexOf(cube.steps(), step.step);
    const bool inCube = rankIndex && stepIndex;
    const bool hasWindow = step.window.length() > 0;
    Json entry;
    entry["step"] = step.step;
    entry["start_ns"] = hasWindow ? Json(step.window.start) : Json();
    entry["duration_ns"] = inCube ? jsonNs(cube.duration(*rankIndex, *stepIndex)) : Json();
    entry["health"] = health(step.status);
    // Without a single activity nothing is known of the device; zero would claim it computed nothing.
    entry["pure_compute_ns"] = rank.deviceWindow.activities > 0 ? jsonNs(step.pureCompute) : Json();
    entry["local_ns"] = jsonNs(step.local);
    entry["wait_ns"] = jsonNs(step.wait);
    entry["stages"] = inCube ? stagesOfStep(cube, *rankIndex, *stepIndex) : Json::array();
    entry["status"] = nameOf(step.status);
    return entry;
}

Json rankEntry(const RunAnalysis& analysis, const RankAnalysis& rank)
{
    Json entry;
    entry["rank"] = rank.rank;
    entry["host"] = jsonOrNull(rank.host);
    entry["device"] = jsonOrNull(rank.device);
    entry["role"] = jsonOrNull(rank.role);
    entry["device_window"] = deviceWindow(rank.deviceWindow);
    entry["steps"] = Json::array();
    for (const StepAnalysis& step : rank.steps)
        entry["steps"].push_back(stepEntry(analysis, rank, step));
    entry["peer_views"] = peerViewsJson(rank.peerViews);
    entry["bubbles"] = bubblesJson(rank);
    return entry;
}

Json stages(const RunAnalysis& analysis)
{
    Json list = Json::array();
    for (const StageSummary& summary : summarizeStages(analysis.cube)) {
        const auto value = [&summary](double ns) { return summary.value.n > 0 ? jsonNs(ns) : Json(); };
        Json entry;
        entry["name"] = summary.stage;
        entry["index"] = summary.index;
        entry["p50_ns"] = value(summary.value.p50);
        entry["mean_ns"] = value(summary.value.mean);
        entry["p95_ns"] = value(summary.value.p95);
        entry["p99_ns"] = value(summary.value.p99);
        entry["n"] = summary.value.n;
        entry["source"] = analysis.stageSource;
        list.push_back(std::move(entry));
    }
    return list;
}

Json operations(const CollectiveSummary::Group& group)
{
    Json list = Json::array();
    for (const CollectiveSummary::Operation& operation : group.operations) {
        Json item;
        item["operation"] = operation.name;
        item["matched"] = operation.count;
        item["bytes_p50"] = operation.bytes ? Json(*operation.bytes) : Json();
        item["transfer_p50_ns"] = jsonNs(operation.transfer);
        item["bus_gb_per_s_p50"] = jsonNumber(operation.busBandwidth);
        list.push_back(std::move(item));
    }
    return list;
}

/// How far the two ways to split waiting from transfer agree, and the clocks that the second one needs.
void addClocks(Json& entry, const CollectiveSummary& summary)
{
    const CollectiveSummary::Methods& methods = summary.methods;
    const bool any = methods.compared > 0;
    entry["methods"] = {{"compared", methods.compared},
                        {"agree", methods.agree},
                        {"untrusted", methods.untrusted},
                        {"wait_by_duration_ns", any ? jsonNs(methods.waitByDuration) : Json()},
                        {"wait_by_clock_ns", any ? jsonNs(methods.waitByClock) : Json()}};
    entry["clocks"] = Json::array();
    for (const CollectiveSummary::Clock& clock : summary.clocks)
        entry["clocks"].push_back({{"rank", clock.rank},
                                   {"offset_ns", jsonNs(clock.offset)},
                                   {"residual_ns", jsonNs(clock.residual)},
                                   {"drift_ppm", jsonNumber(clock.driftPpm)},
                                   {"collectives", clock.n},
                                   {"applied", clock.applied}});
    entry["clock_closure_ns"] = summary.clocks.empty() ? Json() : jsonNs(summary.clockClosure);
}

Json collectives(const CollectiveSummary& summary)
{
    Json entry;
    entry["matched"] = summary.matched;
    entry["unmatched"] = summary.unmatched;
    entry["groups"] = Json::array();
    for (const CollectiveSummary::Group& group : summary.groups) {
        Json item;
        item["name"] = group.name;
        item["ranks"] = group.ranks;
        item["matched"] = group.matched;
        item["unmatched"] = group.unmatched;
        item["operations"] = operations(group);
        entry["groups"].push_back(std::move(item));
    }
    entry["by_rank"] = Json::array();
    for (const CollectiveSummary::ByRank& rank : summary.byRank) {
        Json item;
        item["rank"] = rank.rank;
        item["wait_ns"] = jsonNs(rank.wait);
        item["transfer_ns"] = jsonNs(rank.transfer);
        item["times_last"] = rank.timesLast;
        item["blame_ns"] = jsonNs(rank.blame);
        entry["by_rank"].push_back(std::move(item));
    }
    addClocks(entry, summary);
    return entry;
}

/// What is not told with a file in `sources` already: problems of the run as a whole and of its analysis.
Problems problemsOfNoFile(const RunAnalysis& analysis)
{
    std::set<std::string_view> paths;
    for (const SourceFile& file : analysis.run->sources)
        paths.insert(file.path);
    Problems problems;
    std::ranges::copy_if(analysis.run->problems, std::back_inserter(problems),
                         [&](const Problem& problem) { return !paths.contains(problem.file); });
    problems.insert(problems.end(), analysis.problems.begin(), analysis.problems.end());
    return problems;
}

}  // namespace

bool inspectJson(const RunAnalysis& analysis, const TextSink& sink)
{
    JsonStream document(sink);
    document.members(jsonDocument("headwater.inspect/1"));
    document.member("run", runEntry(analysis));
    document.beginList("ranks");
    for (const RankAnalysis& rank : analysis.ranks)
        document.item(rankEntry(analysis, rank));
    document.endList();
    document.member("stages", stages(analysis));
    document.member("collectives", collectives(analysis.collectives));
    document.member("stragglers", stragglersJson(analysis));
    document.member("logs", logsJson(*analysis.run));
    document.member("telemetry", telemetryJson(analysis));
    document.member("step_source", analysis.stepSource);
    document.member("stage_source", analysis.stageSource);
    document.member("stage_value", "median over ranks of span without wait, per step");
    document.member("problems", jsonOf(problemsOfNoFile(analysis)));
    return document.end();
}

std::string inspectJson(const RunAnalysis& analysis)
{
    std::string out;
    static_cast<void>(inspectJson(analysis, [&out](std::string_view text) {
        out += text;
        return true;
    }));
    return out;
}

}  // namespace headwater

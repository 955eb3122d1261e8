// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "Fixtures.h"
#include "core/report/Json.h"
#include "core/report/Report.h"
#include "core/report/StageSummary.h"

using namespace headwater;

class TestInspectJson : public QObject {
    Q_OBJECT

private slots:
    void keysOfTheContract();
    void spansAddUp();
    void unknownIsNull();
    void cpuOnlyHasNoDeviceTimes();
    void stageSummary();
    void probeKeys();
};

namespace {

void compareKeys(const Json& object, const std::vector<std::string>& expected, const char* what)
{
    QVERIFY2(object.is_object(), what);
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.push_back(key);
    QVERIFY2(keys.size() >= expected.size(), what);
    keys.resize(expected.size());
    QVERIFY2(keys == expected, (std::string(what) + ": " + Json(keys).dump()).c_str());
}

Json parsed(const RunAnalysis& analysis)
{
    return Json::parse(inspectJson(analysis));
}

}  // namespace

void TestInspectJson::keysOfTheContract()
{
    const Json document = parsed(fixtures::analysis());
    compareKeys(document, {"schema", "generator", "run", "ranks", "stages", "collectives", "stragglers"}, "document");
    QCOMPARE(document["schema"].get<std::string>(), std::string("headwater.inspect/1"));
    compareKeys(document["run"],
                {"name", "world_size", "ranks_present", "ranks_missing", "steps", "sources", "manifest"}, "run");
    for (const Json& rank : document["ranks"]) {
        compareKeys(rank, {"rank", "host", "device", "role", "device_window", "steps", "peer_views", "bubbles"},
                    "rank");
        compareKeys(rank["device_window"],
                    {"window_ns", "busy_ns", "compute_ns", "exposed_comm_ns", "exposed_memcpy_ns", "exposed_memset_ns",
                     "idle_ns", "comm_ns", "memcpy_ns", "activities", "linked", "unlinked", "unclassified_ns"},
                    "device_window");
        for (const Json& step : rank["steps"]) {
            compareKeys(
                step, {"step", "start_ns", "duration_ns", "health", "pure_compute_ns", "local_ns", "wait_ns", "stages"},
                "step");
            for (const Json& stage : step["stages"])
                compareKeys(stage,
                            {"name", "span_ns", "compute_ns", "transfer_ns", "wait_ns", "memcpy_ns", "memset_ns",
                             "idle_ns", "host_ns"},
                            "step.stages[]");
        }
    }
    compareKeys(document["ranks"][0]["bubbles"],
                {"io_starvation_ns", "memcpy_h2d_ns", "launch_delay_ns", "gc_ns", "allocator_ns", "sync_ns",
                 "comm_wait_ns", "comm_transfer_ns", "dependency_ns", "unresolved_ns", "total_ns"},
                "bubbles");
    const Json& views = document["ranks"][0]["peer_views"];
    compareKeys(views["tracelens"],
                {"computation_ns", "exposed_comm_ns", "exposed_memcpy_ns", "busy_ns", "idle_ns", "total_ns"},
                "tracelens");
    compareKeys(views["hta"], {"idle_ns", "compute_ns", "non_compute_ns", "kernel_ns", "idle_by_stream"}, "hta");
    compareKeys(views["hta"]["idle_by_stream"][0], {"stream", "host_wait_ns", "kernel_wait_ns", "other_ns"},
                "idle_by_stream[]");
    QCOMPARE(views["hta"]["idle_by_stream"][0]["stream"].get<int>(), 7);
    for (const Json& stage : document["stages"])
        compareKeys(stage, {"name", "index", "p50_ns", "mean_ns", "p95_ns", "p99_ns", "n", "source"}, "stages[]");
    compareKeys(document["collectives"], {"matched", "unmatched", "groups", "by_rank"}, "collectives");
    compareKeys(document["collectives"]["groups"][0], {"name", "ranks", "matched"}, "groups[]");
    compareKeys(document["collectives"]["by_rank"][0], {"rank", "wait_ns", "transfer_ns", "times_last"}, "by_rank[]");
    const Json& stragglers = document["stragglers"];
    compareKeys(stragglers, {"rule", "groups", "ranks"}, "stragglers");
    compareKeys(stragglers["groups"][0], {"role", "ranks", "metric", "cut"}, "stragglers.groups[]");
    compareKeys(stragglers["ranks"][0], {"rank", "value_ns", "ratio", "z", "modified_z", "flagged", "class"},
                "stragglers.ranks[]");
    QCOMPARE(stragglers["ranks"].size(), std::size_t(2));
    QCOMPARE(stragglers["ranks"][0]["flagged"].get<bool>(), false);
}

void TestInspectJson::spansAddUp()
{
    const Json step = parsed(fixtures::analysis())["ranks"][0]["steps"][0];
    Ns sum = 0;
    for (const Json& stage : step["stages"])
        sum += stage["span_ns"].get<Ns>();
    QCOMPARE(step["duration_ns"].get<Ns>(), Ns(1000));
    QCOMPARE(sum, Ns(1000));
    Ns causes = 0;
    const Json bubbles = parsed(fixtures::analysis())["ranks"][0]["bubbles"];
    for (const auto& [key, value] : bubbles.items())
        causes += value.is_number() && key != "total_ns" ? value.get<Ns>() : 0;
    QCOMPARE(causes, bubbles["total_ns"].get<Ns>());
    QCOMPARE(causes, Ns(550));
    QCOMPARE(step["stages"][2]["name"].get<std::string>(), std::string(kOutsideStages));
}

void TestInspectJson::unknownIsNull()
{
    const Json document = parsed(fixtures::analysis());
    const Json& first = document["ranks"][0];
    QVERIFY(first["role"].is_null());
    QVERIFY(document["ranks"][1]["peer_views"].is_null());
    QVERIFY(document["ranks"][1]["bubbles"].is_null());  // nothing of its device is in the trace
    QVERIFY(first["steps"][1]["local_ns"].is_null());
    QCOMPARE(first["steps"][1]["health"].get<std::string>(), std::string("unknown"));
    QCOMPARE(first["steps"][1]["status"].get<std::string>(), std::string("failed"));
    QVERIFY(first["steps"][0]["stages"][0]["host_ns"].is_null());
    QVERIFY(document["ranks"][1]["host"].is_null());
    RunAnalysis alone = fixtures::analysis();
    alone.cube = restricted(alone.cube, {0}, {}, {});
    alone.ranks.pop_back();
    const Json one = parsed(alone)["stragglers"]["ranks"][0];
    QVERIFY(one["ratio"].is_null());
    QVERIFY(one["flagged"].is_null());
    QVERIFY(document["collectives"]["by_rank"][1]["wait_ns"].is_null());
    QCOMPARE(document["run"]["ranks_missing"].dump(), std::string("[2]"));
    RunAnalysis unknownWorld = fixtures::analysis();
    auto run = std::make_shared<Run>(*unknownWorld.run);
    run->worldSize = 0;
    unknownWorld.run = run;
    QVERIFY(parsed(unknownWorld)["run"]["world_size"].is_null());
}

void TestInspectJson::cpuOnlyHasNoDeviceTimes()
{
    const Json window = parsed(fixtures::analysis())["ranks"][1]["device_window"];
    QVERIFY(window["window_ns"].is_null());
    QVERIFY(window["idle_ns"].is_null());
    QCOMPARE(window["activities"].get<int>(), 0);
    const Json measured = parsed(fixtures::analysis())["ranks"][0]["device_window"];
    const Ns sum = measured["compute_ns"].get<Ns>() + measured["exposed_comm_ns"].get<Ns>() +
                   measured["exposed_memcpy_ns"].get<Ns>() + measured["exposed_memset_ns"].get<Ns>() +
                   measured["idle_ns"].get<Ns>();
    QCOMPARE(sum, measured["window_ns"].get<Ns>());
}

void TestInspectJson::stageSummary()
{
    const std::vector<StageSummary> summaries = summarizeStages(fixtures::analysis().cube);
    QCOMPARE(summaries.size(), std::size_t(3));
    // Step 5: ranks have 600 − 100 and 600 − 0; step 6: rank 0 alone.
    QCOMPARE(summaries[0].value.n, std::size_t(2));
    QCOMPARE(summaries[0].value.p50, 525.0);
    QCOMPARE(summaries[0].value.mean, 525.0);
    StageCube failed({"a"}, {0}, {1});
    failed.set(Quantity::Span, 0, 0, 0, 7);
    failed.setStatus(0, 0, StepStatus::Failed);
    QCOMPARE(summarizeStages(failed)[0].value.n, std::size_t(0));
}

void TestInspectJson::probeKeys()
{
    const Json document = Json::parse(probeJson(fixtures::files()));
    compareKeys(document, {"schema", "generator", "files"}, "document");
    QCOMPARE(document["schema"].get<std::string>(), std::string("headwater.probe/1"));
    QCOMPARE(document["files"].size(), std::size_t(2));
    for (const Json& file : document["files"])
        compareKeys(file, {"path", "format", "variant", "bytes", "events", "ranks", "steps", "problems", "used"},
                    "files[]");
    compareKeys(document["files"][0]["problems"][0], {"severity", "code", "message", "position"}, "problems[]");
    QVERIFY(document["files"][1]["variant"].is_null());
    QCOMPARE(Json::parse(probeJson({}))["files"].dump(), std::string("[]"));
}

QTEST_GUILESS_MAIN(TestInspectJson)
#include "tst_InspectJson.moc"

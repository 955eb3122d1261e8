// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <map>
#include <set>

#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/simulate/Simulate.h"
#include "tests/core/simulate/Folders.h"

using namespace headwater;
using namespace headwater::test;
using nlohmann::json;

namespace {

constexpr int kRanks = 4;
constexpr int kSteps = 5;
constexpr double kHalfNanosecond = 0.0006;  // times are µs with three decimals, read as double

double startOf(const json& event)
{
    return event["ts"].get<double>();
}
double endOf(const json& event)
{
    return startOf(event) + event["dur"].get<double>();
}

/// Complete events of one category, in order of start.
std::vector<json> ofCategory(const json& trace, std::string_view category)
{
    std::vector<json> events;
    for (const json& event : trace["traceEvents"]) {
        if (event.value("ph", "") == "X" && event.value("cat", "") == category)
            events.push_back(event);
    }
    std::sort(events.begin(), events.end(), [](const json& a, const json& b) { return startOf(a) < startOf(b); });
    return events;
}

std::vector<json> stepsOf(const json& trace)
{
    std::vector<json> steps;
    for (const json& event : ofCategory(trace, "user_annotation")) {
        if (event["name"].get<std::string>().starts_with("ProfilerStep#"))
            steps.push_back(event);
    }
    return steps;
}

std::vector<json> deviceWork(const json& trace)
{
    std::vector<json> all;
    for (const char* category : {"kernel", "gpu_memcpy", "gpu_memset"}) {
        for (json& event : ofCategory(trace, category))
            all.push_back(std::move(event));
    }
    std::sort(all.begin(), all.end(), [](const json& a, const json& b) { return startOf(a) < startOf(b); });
    return all;
}

}  // namespace

/// The form of the files, and what must hold in every run of a data-parallel job, faulty or not.
class TestSimulatedTrace : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        SimulationOptions options;
        options.ranks = kRanks;
        options.steps = kSteps;
        options.compress = false;
        const auto out = std::filesystem::path(m_dir.path().toStdString()) / "run";
        QVERIFY(simulate("slow-rank", out, options, {}));
        m_traces.resize(kRanks);
        m_names.resize(kRanks);
        for (const auto& path : filesIn(out / "current")) {
            const std::string text = readAll(path);
            QVERIFY2(json::accept(text), path.c_str());
            json trace = json::parse(text);
            const auto rank = trace["distributedInfo"]["rank"].get<std::size_t>();
            m_names[rank] = path.filename().string();
            m_traces[rank] = std::move(trace);
        }
    }

    void header()
    {
        std::set<std::string> ids;
        for (int rank = 0; rank < kRanks; ++rank) {
            const json& trace = m_traces[static_cast<std::size_t>(rank)];
            QVERIFY2(!trace.is_null(), "a rank is missing");
            QCOMPARE(trace["schemaVersion"].get<int>(), 1);
            QVERIFY(!trace["deviceProperties"].empty());
            QVERIFY(trace["deviceProperties"][0]["name"].is_string());
            const json& job = trace["distributedInfo"];
            QCOMPARE(job["backend"].get<std::string>(), std::string("nccl"));
            QCOMPARE(job["world_size"].get<int>(), kRanks);
            QCOMPARE(job["pg_config"][0]["ranks"].get<std::vector<int>>(), (std::vector<int>{0, 1, 2, 3}));
            QVERIFY(job["nccl_version"].is_string());
            for (const char* key : {"cuda_runtime_version", "cuda_driver_version", "cupti_version"})
                QVERIFY2(trace[key].is_number_integer(), key);
            QVERIFY(trace["baseTimeNanoseconds"].get<std::int64_t>() > 1'700'000'000'000'000'000);
            QCOMPARE(trace["displayTimeUnit"].get<std::string>(), std::string("ms"));
            ids.insert(trace["trace_id"].get<std::string>());
            const std::string& name = m_names[static_cast<std::size_t>(rank)];
            QVERIFY2(name.starts_with("node") && name.ends_with(".pt.trace.json"), name.c_str());
        }
        QCOMPARE(ids.size(), std::size_t{kRanks});
    }

    void everyEventIsComplete()
    {
        const std::set<std::string> known{"cpu_op",     "user_annotation", "cuda_runtime",        "kernel",
                                          "gpu_memcpy", "gpu_memset",      "gpu_user_annotation", "Trace"};
        for (const json& trace : m_traces) {
            for (const json& event : trace["traceEvents"]) {
                for (const char* key : {"ph", "name", "pid", "tid", "ts"})
                    QVERIFY2(event.contains(key), event.dump().c_str());
                if (event["ph"] != "X")
                    continue;
                QVERIFY2(known.count(event["cat"].get<std::string>()) == 1, event.dump().c_str());
                QVERIFY2(event["dur"].get<double>() >= 0, event.dump().c_str());
            }
            QCOMPARE(trace["traceEvents"].back()["name"].get<std::string>(), std::string("Record Window End"));
        }
    }

    void flowsComeInPairs()
    {
        for (const json& trace : m_traces) {
            std::map<std::pair<std::string, std::int64_t>, std::pair<int, int>> flows;
            for (const json& event : trace["traceEvents"]) {
                if (event["ph"] == "s")
                    ++flows[{event["cat"], event["id"]}].first;
                if (event["ph"] == "f")
                    ++flows[{event["cat"], event["id"]}].second;
            }
            std::set<std::string> categories;
            for (const auto& [flow, ends] : flows) {
                categories.insert(flow.first);
                QVERIFY2(ends == std::make_pair(1, 1), (flow.first + std::to_string(flow.second)).c_str());
            }
            QVERIFY(categories == (std::set<std::string>{"ac2g", "fwdbwd"}));
        }
    }

    void tracksHaveNames()
    {
        const json& trace = m_traces[0];
        std::set<std::pair<std::string, std::string>> named, used;
        for (const json& event : trace["traceEvents"]) {
            const std::pair<std::string, std::string> track{event["pid"].dump(), event["tid"].dump()};
            if (event["ph"] == "M" && event["name"] == "thread_name")
                named.insert(track);
            else if (event["ph"] == "X" && event["cat"] != "Trace")
                used.insert(track);
        }
        QCOMPARE(used.size(), std::size_t{4});  // two threads, two streams
        QVERIFY(named == used);
    }

    void stepsFollowEachOther()
    {
        for (const json& trace : m_traces) {
            const auto steps = stepsOf(trace);
            QCOMPARE(steps.size(), std::size_t{kSteps});
            for (std::size_t i = 1; i < steps.size(); ++i) {
                const double gap = startOf(steps[i]) - endOf(steps[i - 1]);
                QVERIFY2(gap >= 0 && gap < 100, std::to_string(gap).c_str());
                const auto number = [&](std::size_t k) {
                    return std::stoi(steps[k]["name"].get<std::string>().substr(13));
                };
                QCOMPARE(number(i), number(i - 1) + 1);
            }
        }
    }

    void stagesLieInOrderBelowTheStep()
    {
        const std::vector<std::string> expected{"data_loading", "embedding", "forward",
                                                "loss",         "backward",  "optimizer"};
        for (const json& trace : m_traces) {
            const auto annotations = ofCategory(trace, "user_annotation");
            for (const json& step : stepsOf(trace)) {
                std::vector<std::string> found;
                double last = startOf(step);
                for (const json& event : annotations) {
                    const std::string name = event["name"];
                    const bool stage = std::find(expected.begin(), expected.end(), name) != expected.end();
                    if (!stage || startOf(event) < startOf(step) || startOf(event) > endOf(step))
                        continue;
                    QCOMPARE(event["tid"].get<int>(), step["tid"].get<int>());
                    QVERIFY(startOf(event) >= last - kHalfNanosecond && endOf(event) <= endOf(step) + kHalfNanosecond);
                    last = endOf(event);
                    found.push_back(name);
                }
                QVERIFY(found == expected);
            }
        }
    }

    void ownMarksOfPyTorchAreThere()
    {
        std::set<std::string> names;
        for (const json& event : m_traces[0]["traceEvents"])
            names.insert(event["name"].get<std::string>());
        for (const char* name :
             {"enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", "DistributedDataParallel.forward",
              "Optimizer.step#AdamW.step", "Optimizer.zero_grad#AdamW.zero_grad", "nccl:all_reduce",
              "record_param_comms", "autograd::engine::evaluate_function: AddmmBackward0", "cudaStreamSynchronize"})
            QVERIFY2(names.count(name) == 1, name);
    }

    void deviceWorkStartsAfterItsLaunch()
    {
        for (const json& trace : m_traces) {
            std::map<std::int64_t, json> launches;
            for (const json& call : ofCategory(trace, "cuda_runtime"))
                QVERIFY(launches.emplace(call["args"]["correlation"].get<std::int64_t>(), call).second);
            const auto work = deviceWork(trace);
            QVERIFY(work.size() > 50);
            for (const json& event : work) {
                const auto launch = launches.find(event["args"]["correlation"].get<std::int64_t>());
                QVERIFY2(launch != launches.end(), event.dump().c_str());
                QVERIFY2(startOf(event) >= endOf(launch->second) - kHalfNanosecond, event.dump().c_str());
                QCOMPARE(event["args"]["External id"], launch->second["args"]["External id"]);
                QCOMPARE(event["args"]["stream"], event["tid"]);
            }
        }
    }

    void streamsRunInOrder()
    {
        for (const json& trace : m_traces) {
            std::map<int, double> busyUntil;
            for (const json& event : deviceWork(trace)) {
                double& until = busyUntil[event["tid"].get<int>()];
                QVERIFY2(startOf(event) >= until - kHalfNanosecond, event.dump().c_str());
                until = endOf(event);
            }
            QCOMPARE(busyUntil.size(), std::size_t{2});
        }
    }

    void hostRangesNest()
    {
        for (const json& trace : m_traces) {
            std::map<int, std::vector<json>> threads;
            for (const char* category : {"cpu_op", "user_annotation", "cuda_runtime"}) {
                for (json& event : ofCategory(trace, category))
                    threads[event["tid"].get<int>()].push_back(std::move(event));
            }
            for (auto& [tid, events] : threads) {
                std::stable_sort(events.begin(), events.end(), [](const json& a, const json& b) {
                    return startOf(a) != startOf(b) ? startOf(a) < startOf(b) : endOf(a) > endOf(b);
                });
                std::vector<double> open;
                for (const json& event : events) {
                    while (!open.empty() && open.back() <= startOf(event) + kHalfNanosecond)
                        open.pop_back();
                    QVERIFY2(open.empty() || endOf(event) <= open.back() + kHalfNanosecond, event.dump().c_str());
                    open.push_back(endOf(event));
                }
            }
        }
    }

    void lossReadWaitsForTheDevice()
    {
        for (const json& trace : m_traces) {
            const auto work = deviceWork(trace);
            int waits = 0;
            for (const json& call : ofCategory(trace, "cuda_runtime")) {
                if (call["name"] != "cudaStreamSynchronize")
                    continue;
                ++waits;
                for (const json& event : work)
                    QVERIFY(startOf(event) > endOf(call) || endOf(event) <= endOf(call));
            }
            QCOMPARE(waits, kSteps);
        }
    }

    void collectivesMeet()
    {
        // Per sequence number, start and end on every rank.
        std::map<std::int64_t, std::vector<std::pair<double, double>>> collectives;
        for (std::size_t rank = 0; rank < kRanks; ++rank) {
            for (const json& kernel : ofCategory(m_traces[rank], "kernel")) {
                if (!kernel["name"].get<std::string>().starts_with("ncclDevKernel_AllReduce"))
                    continue;
                const json& args = kernel["args"];
                QCOMPARE(args["Collective name"].get<std::string>(), std::string("allreduce"));
                QCOMPARE(args["Process Group Ranks"].get<std::string>(), std::string("[0, 1, 2, 3]"));
                QCOMPARE(args["Group size"].get<int>(), kRanks);
                QVERIFY(args["In msg nelems"].get<std::int64_t>() > 0);
                auto& ranks = collectives[args["Seq"].get<std::int64_t>()];
                QCOMPARE(ranks.size(), rank);
                ranks.emplace_back(startOf(kernel), endOf(kernel));
            }
        }
        QVERIFY(collectives.size() >= 3 * kSteps);
        // Hosts' clocks differ by a constant; on one host they agree.
        const auto& first = collectives.begin()->second;
        bool clocksDiffer = false;
        for (const auto& [sequence, ranks] : collectives) {
            QCOMPARE(ranks.size(), std::size_t{kRanks});
            double lastArrival = 0;
            double end = ranks[0].second;
            for (std::size_t rank = 0; rank < kRanks; ++rank) {
                const double offset = first[rank].second - first[0].second;
                QVERIFY(std::abs(ranks[rank].second - ranks[0].second - offset) < 4.0);
                lastArrival = std::max(lastArrival, ranks[rank].first - offset);
                end = std::min(end, ranks[rank].second - offset);
                clocksDiffer = clocksDiffer || std::abs(offset) > 5.0;
            }
            QVERIFY(lastArrival < end);
            QVERIFY(std::abs(ranks[1].second - ranks[0].second) < 2.0);
            QVERIFY(std::abs(ranks[3].second - ranks[2].second) < 2.0);
        }
        QVERIFY(clocksDiffer);
    }

private:
    QTemporaryDir m_dir;
    std::vector<json> m_traces;
    std::vector<std::string> m_names;
};

QTEST_APPLESS_MAIN(TestSimulatedTrace)
#include "tst_SimulatedTrace.moc"

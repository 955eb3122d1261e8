// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/report/Report.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

namespace {

/// Eight ranks, forward slower by `factor` on the ranks from `first` on.
StageCube job(double factor, int first = 0)
{
    Noise noise(3);
    return cube({"load_batch", "forward", "backward"}, 8, 24, [&](std::size_t k, std::size_t r, std::size_t) {
        const double base = k == 0 ? 3 : k == 1 ? 25 : 40;
        const bool slow = k == 1 && static_cast<int>(r) >= first;
        return base * (slow ? factor : 1) * (1 + 0.002 * noise());
    });
}

MetricSeries series(const char* name, SeriesKind kind, const std::string& device, std::optional<int> rank, double value)
{
    MetricSeries made;
    made.name = name;
    made.kind = kind;
    made.host = "node1";
    made.device = device;
    made.rank = rank;
    made.source = "smi.csv";
    for (int i = 0; i < 10; ++i) {
        made.time.push_back(i * Ns(1'000'000'000));
        made.value.push_back(value);
    }
    return made;
}

MetricSeries reasons(int rank, double mask)
{
    return series("gpu.throttle.reasons", SeriesKind::State, "gpu " + std::to_string(rank), rank, mask);
}

RunAnalysisPtr with(StageCube cube, std::vector<MetricSeries> all)
{
    const RunAnalysisPtr plain = run(std::move(cube));
    auto loaded = std::make_shared<Run>(*plain->run);
    loaded->telemetry.series = std::move(all);
    auto analysis = std::make_shared<RunAnalysis>(*plain);
    analysis->run = loaded;
    return analysis;
}

Policy fast()
{
    Policy policy;
    policy.resamples = 1000;
    return policy;
}

Verdict judged(const RunAnalysisPtr& baseline, const RunAnalysisPtr& current, const Policy& policy = fast())
{
    const auto basis = prepareDecision({baseline, current}, policy, {});
    return decide(**basis, policy);
}

const Layer& layerOf(const Verdict& verdict)
{
    return verdict.layers[1];
}

const Finding* find(const Verdict& v, std::string_view id)
{
    const auto found = std::ranges::find(layerOf(v).findings, id, &Finding::id);
    return found == layerOf(v).findings.end() ? nullptr : &*found;
}

/// A throttled rank beside seven that are not.
std::vector<MetricSeries> oneThrottled(int rank)
{
    std::vector<MetricSeries> all;
    for (int r = 0; r < 8; ++r)
        all.push_back(reasons(r, r == rank ? 0x40 : 0));
    return all;
}

}  // namespace

class TestResourcesLayer : public QObject {
    Q_OBJECT

private slots:
    void noTelemetryIsNoData()
    {
        const Verdict v = judged(run(job(1)), run(job(1.2)));
        QCOMPARE(layerOf(v).status, LayerStatus::NoData);
        QVERIFY(find(v, "resources.no-telemetry") != nullptr);
        QVERIFY(v.outcomeNode != "resource-fault");
    }

    void contextAloneIsNoData()
    {
        std::vector<MetricSeries> all{series("gpu.memory.used", SeriesKind::Gauge, "gpu 0", 0, 5e9)};
        const Verdict v = judged(with(job(1), all), with(job(1), all));
        QCOMPARE(layerOf(v).status, LayerStatus::NoData);
        QVERIFY(find(v, "resources.no-data") != nullptr);
    }

    void whatIsUnknownIsNamed()
    {
        std::vector<MetricSeries> all{reasons(0, 0)};
        const Verdict v = judged(with(job(1), all), with(job(1), all));
        QCOMPARE(layerOf(v).status, LayerStatus::NoData);
        QCOMPARE(layerOf(v).summary, std::string("too little recorded to tell; 1 of 35 checked"));
        QVERIFY(find(v, "resources.few-checks")->statement.english().find("only one check") != std::string::npos);
        Policy content = fast();
        content.resources.fewestChecks = 1;
        const Verdict enough = judged(with(job(1), all), with(job(1), all), content);
        QCOMPARE(layerOf(enough).status, LayerStatus::Pass);
        QCOMPARE(layerOf(enough).summary, std::string("no fault found; 1 of 35 checked"));
        QVERIFY(find(enough, "resources.few-checks") == nullptr);
        const Finding* unknown = find(v, "resources.unknown");
        QVERIFY(unknown != nullptr && unknown->severity == FindingSeverity::Info);
        QVERIFY(unknown->statement.english().find("remapped rows") != std::string::npos);
        QVERIFY(unknown->statement.english().find("reasons for lower clocks") == std::string::npos);
        const Verdict alone = judged(run(job(1)), with(job(1), all));
        QVERIFY(find(alone, "resources.unknown")->statement.english().find("current run alone") != std::string::npos);
    }

    void aFaultOfTheSlowRankIsTheOutcome()
    {
        const Verdict v = judged(with(job(1), oneThrottled(-1)), with(job(1.3, 7), oneThrottled(7)));
        QCOMPARE(v.outcome, Outcome::Regressed);
        QCOMPARE(v.firstRegressed->ranks, std::vector<int>{7});
        QCOMPARE(layerOf(v).status, LayerStatus::Fail);
        QCOMPARE(v.outcomeNode, std::string("resource-fault"));
        const Finding* fault = find(v, "resources.throttle-reasons");
        QVERIFY(fault != nullptr);
        QCOMPARE(fault->severity, FindingSeverity::Failure);
        QVERIFY2(fault->statement.english().starts_with(
                     "rank 7 (node1 gpu 7): hardware thermal slowdown in 100 % of the samples, "
                     "baseline 0 %"),
                 fault->statement.english().c_str());
        QCOMPARE(fault->evidence.size(), std::size_t(1));
        QCOMPARE(*fault->evidence[0].rank, 7);
        QCOMPARE(fault->evidence[0].current, std::string("100"));
        QCOMPARE(fault->evidence[0].baseline, std::string("0"));
        QCOMPARE(fault->evidence[0].unit, std::string("%"));
        QCOMPARE(fault->evidence[0].source, std::string("smi.csv"));
        QVERIFY(!v.nextSteps.empty() &&
                v.nextSteps[0].english().find("without the faulty device") != std::string::npos);
    }

    void aFaultElsewhereIsNot()
    {
        // Rank 2 is throttled, rank 7 is slow; or all are slow and one of eight is throttled.
        const Verdict other = judged(with(job(1), oneThrottled(-1)), with(job(1.3, 7), oneThrottled(2)));
        QCOMPARE(layerOf(other).status, LayerStatus::Fail);
        QCOMPARE(other.outcomeNode, std::string("straggler"));
        const Verdict all = judged(with(job(1), oneThrottled(-1)), with(job(1.3), oneThrottled(2)));
        QCOMPARE(all.firstRegressed->scope, Scope::Systemic);
        QVERIFY(all.outcomeNode != "resource-fault");
    }

    void aFaultWithoutARankConcernsTheRun()
    {
        std::vector<MetricSeries> fault{series("gpu.remapped_rows.failure", SeriesKind::State, "gpu 0", {}, 1)};
        const Verdict v = judged(run(job(1)), with(job(1.3), fault));
        QCOMPARE(v.outcomeNode, std::string("resource-fault"));
        // The baseline had it as well: it explains nothing.
        const Verdict both = judged(with(job(1), fault), with(job(1.3), fault));
        QVERIFY(both.outcomeNode != "resource-fault");
        QCOMPARE(layerOf(both).status, LayerStatus::Warn);
        QVERIFY(find(both, "resources.row-remap")->statement.english().find("as in the baseline") != std::string::npos);
        // Nothing regressed: a fault is told, and is no outcome.
        const Verdict quiet = judged(run(job(1)), with(job(1), fault));
        QCOMPARE(quiet.outcomeNode, std::string("no-regression"));
        QCOMPARE(layerOf(quiet).status, LayerStatus::Fail);
    }

    void manyDevicesAreOneFinding()
    {
        std::vector<MetricSeries> all;
        for (int r = 0; r < 200; ++r)
            all.push_back(reasons(r, 0x40));
        const Verdict v = judged(run(job(1)), with(job(1), all));
        const auto count = std::ranges::count(layerOf(v).findings, "resources.throttle-reasons", &Finding::id);
        QCOMPARE(static_cast<int>(count), 1);
        const Finding* finding = find(v, "resources.throttle-reasons");
        QVERIFY(finding->evidence.size() <= 32);
        QVERIFY2(finding->statement.english().find("199 more likewise") != std::string::npos,
                 finding->statement.english().c_str());
    }

    void theVerdictHasChecksEventsAndThresholds()
    {
        Policy policy = fast();
        policy.resources.clockRatio = 0.9;
        const auto made = with(job(1.3, 7), oneThrottled(7));
        auto loaded = std::make_shared<Run>(*made->run);
        TelemetryEvent xid;
        xid.kind = "xid";
        xid.code = 79;
        xid.source = "dmesg.txt";
        loaded->telemetry.events.push_back(xid);
        auto current = std::make_shared<RunAnalysis>(*made);
        current->run = loaded;
        const auto document =
            nlohmann::json::parse(verdictJson(judged(with(job(1), oneThrottled(-1)), current, policy)));
        QCOMPARE(document["policy"]["resources"]["clock_ratio"].get<double>(), 0.9);
        QCOMPARE(document["policy"]["resources"]["headroom"].get<double>(), 0.05);
        const auto& checks = document["resources"]["checks"];
        QCOMPARE(checks.size(), std::size_t(35));
        QCOMPARE(checks[0]["id"].get<std::string>(), std::string("throttle-reasons"));
        QCOMPARE(checks[0]["status"].get<std::string>(), std::string("fail"));
        QCOMPARE(checks[0]["devices"].get<int>(), 8);
        QCOMPARE(checks[1]["status"].get<std::string>(), std::string("unknown"));
        QVERIFY(checks[1]["missing"].is_string());
        const auto& events = document["resources"]["events"];
        QCOMPARE(events.size(), std::size_t(2));
        QCOMPARE(events[0]["side"].get<std::string>(), std::string("current"));
        QCOMPARE(events[0]["place"].get<std::string>(), std::string("not_placed"));
        QVERIFY(events[0]["provenance"].is_null());
        bool listed = false;
        for (const auto& finding : document["findings"])
            listed |= finding["id"] == "resources.xid" && finding["severity"] == "failure";
        QVERIFY(listed);
    }

    void oneKindOfEventIsOne()
    {
        const Verdict v = judged(with(job(1), oneThrottled(-1)), with(job(1.3, 7), oneThrottled(7)));
        const Finding* finding = find(v, "resources.events");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->statement.english(),
                 std::string("Events: 1 kind in the current run, 1 of it not in the baseline; 0 in the baseline."));
    }

    void slowReadingThatCostsNothingYetIsLatent()
    {
        const auto reading = [](double seconds) {
            std::vector<MetricSeries> both;
            for (const auto& [name, rate] : {std::pair("disk.read_time", seconds), std::pair("disk.read_bytes", 1e8)}) {
                MetricSeries counter = series(name, SeriesKind::Counter, "nvme0n1", std::nullopt, 0);
                for (std::size_t i = 0; i < counter.value.size(); ++i)
                    counter.value[i] = rate * static_cast<double>(i);
                both.push_back(std::move(counter));
            }
            return both;
        };
        const auto stateOfLoading = [&](const Verdict& v) { return v.stages.front().state; };
        const Verdict same = judged(with(job(1), reading(0.2)), with(job(1), reading(0.2)));
        QVERIFY(stateOfLoading(same) != StageState::Latent);
        const Verdict slower = judged(with(job(1), reading(0.2)), with(job(1), reading(0.3)));
        QCOMPARE(slower.stages.front().stage, std::string("load_batch"));
        QCOMPARE(stateOfLoading(slower), StageState::Latent);
        QVERIFY(slower.outcome == Outcome::Equivalent || slower.outcome == Outcome::Inconclusive);
        QVERIFY(slower.stages[1].state != StageState::Latent);
        const auto& timeline = slower.layers[2].findings;
        const auto latent = std::ranges::find(timeline, "timeline.latent", &Finding::id);
        QVERIFY(latent != timeline.end() && latent->statement.english().find("2 ms, baseline") == std::string::npos);
        QVERIFY(latent->statement.english().find("takes 3 ms to read, baseline 2 ms") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestResourcesLayer)
#include "tst_ResourcesLayer.moc"

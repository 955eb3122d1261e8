// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include <QTemporaryDir>
#include <QtTest>

#include "core/analysis/resources/CompareResources.h"
#include "core/ingest/LoadRun.h"
#include "tests/Paths.h"
#include "tests/core/analysis/ResourceRuns.h"

using namespace headwater;
using namespace headwater::test;

namespace {

/// A run of real files of the telemetry folder and, since telemetry alone is no run, a small table of durations.
RunAnalysis real(const std::vector<std::string>& names)
{
    RunAnalysis analysis;
    const QTemporaryDir folder;
    const std::filesystem::path table = folder.filePath("stages.csv").toStdString();
    std::ofstream(table) << "rank,step,stage,duration_ms\n0,1,forward,5\n0,2,forward,5\n";
    std::vector<std::filesystem::path> paths{table};
    for (const std::string& name : names)
        paths.push_back(std::filesystem::path(HEADWATER_SHARED_DATA) / "telemetry" / name);
    if (const auto run = loadRun(paths, {}, {}))
        analysis.run = *run;
    return analysis;
}

const char* const kH100 = "nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01.txt";

std::string statusIn(const ResourceReport& report, std::string_view id)
{
    return wordOf(checkOf(report, id).status);
}

}  // namespace

/// Real files: what they must say was read out of them by hand.
class TestRealResources : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(std::filesystem::path(HEADWATER_SHARED_DATA) / "telemetry"))
            QSKIP("the real files are not here");
    }

    /// An idle H100: no reason but idle, no ECC error, no remapped row; its link rests, which is no downgrade.
    void idleH100()
    {
        const RunAnalysis run = real({kH100});
        QVERIFY(run.run);
        const ResourceReport report = compareResources(run, run, {});
        for (const char* id : {"throttle-reasons", "throttle-time", "ecc-uncorrected", "ecc-corrected", "row-remap"})
            QCOMPARE(statusIn(report, id), std::string("pass"));
        for (const char* id : {"pcie-link", "clocks-peers", "sm-activity", "xid", "net-errors"})
            QCOMPARE(statusIn(report, id), std::string("unknown"));
        for (const ResourceCheck& check : report.checks)
            QVERIFY2(check.hits.empty(), check.id.c_str());
        QVERIFY(report.events.empty());
    }

    /// A T4 of a DCGM exporter: XID 0, no throttle reason.
    void dcgmExporter()
    {
        const RunAnalysis run = real({"dcgm-exporter/datadog_metrics_subset.txt"});
        QVERIFY(run.run);
        const ResourceReport report = compareResources(run, run, {});
        QCOMPARE(statusIn(report, "xid"), std::string("pass"));
        QCOMPARE(statusIn(report, "throttle-reasons"), std::string("pass"));
        QCOMPARE(statusIn(report, "pcie-replays"), std::string("unknown"));  // one reading has no rate
        QVERIFY(report.events.empty());
    }

    /// One reading of counters says nothing of a rate, however large the counts are (12028 drops, 22730501 waits).
    void singleReadings()
    {
        for (const char* name :
             {"infiniband/perfquery/0x7cfe9003009ce5b0.out", "ethtool/node_exporter_eth0_statistics.txt"}) {
            const RunAnalysis run = real({name});
            QVERIFY(run.run);
            const ResourceReport report = compareResources(run, run, {});
            for (const ResourceCheck& check : report.checks)
                QVERIFY2(check.status == ResourceStatus::Unknown, (std::string(name) + " " + check.id).c_str());
        }
    }

    /// node_exporter's own test host: rates of links are known, everything else is one reading.
    void nodeExporter()
    {
        const RunAnalysis run = real({"node-exporter/e2e-output.txt"});
        QVERIFY(run.run);
        const ResourceReport report = compareResources(run, run, {});
        QCOMPARE(statusIn(report, "net-rate"), std::string("pass"));
        for (const char* id : {"pressure", "context-switches", "pinned-core", "net-errors", "cpu-throttle"})
            QCOMPARE(statusIn(report, id), std::string("unknown"));
    }

    /// exp_3 and exp_0 of one job with its log: memory in use during the steps, by hand from the CSV.
    void mixtureOfExperts()
    {
        const RunAnalysis fast =
            real({"fms-moe-4gpu/exp_3_gpu_memory_logs.csv", "fms-moe-4gpu/exp_3_training_logs.jsonl"});
        const RunAnalysis slow =
            real({"fms-moe-4gpu/exp_0_gpu_memory_logs.csv", "fms-moe-4gpu/exp_0_training_logs.jsonl"});
        QVERIFY(fast.run && slow.run);
        const ResourceReport report = compareResources(fast, slow, {});
        const ResourceCheck& use = checkOf(report, "memory-use");
        QCOMPARE(use.devices, 4);
        QCOMPARE(use.hits.size(), std::size_t(4));
        QCOMPARE(use.hits[0].device, std::string("gpu 0"));
        QCOMPARE(*use.hits[0].current * 1024, 35549.0);
        QCOMPARE(*use.hits[0].baseline * 1024, 48985.0);
        QCOMPARE(statusIn(report, "headroom"), std::string("unknown"));  // the total was not recorded
        QCOMPARE(statusIn(report, "throttle-reasons"), std::string("unknown"));
    }
};

QTEST_APPLESS_MAIN(TestRealResources)
#include "tst_RealResources.moc"

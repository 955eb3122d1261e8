// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <QDir>
#include <QTest>

#include "Cli.h"
#include "tests/Paths.h"

using namespace headwater::cli_test;

/// Figures on real traces, found by an independent script from the same files.
class TestRealData : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!QDir(kData).exists())
            QSKIP("the real traces are not here (HEADWATER_SHARED_DATA)");
    }
    void dataLoader();
    void differentJobs();
    void recommender();
    void sleepingRank();
    void againstItself();
    void cutCapture();
    void spansAddUp();
    void logPairs_data();
    void logPairs();
    void aLogThatDiedAtOnceIsNotJudged();
    void logSpansAddUp();

private:
    const QString kData = QStringLiteral(HEADWATER_SHARED_DATA "/kineto");

    static nlohmann::json stageNamed(const nlohmann::json& stages, const std::string& name)
    {
        for (const auto& stage : stages)
            if (stage.value("stage", stage.value("name", "")) == name)
                return stage;
        return {};
    }
    static double ms(const nlohmann::json& ns) { return ns.get<double>() / 1e6; }
};

void TestRealData::dataLoader()
{
    const QString pair = kData + "/kineto-pair-dataloader";
    const Outcome outcome = runCli({"analyze", "--baseline", pair + "/num_workers_4", "--current",
                                    pair + "/num_workers_0", "--stages", "canonical", "--json", "-"});
    QCOMPARE(outcome.code, 1);
    const auto document = parsed(outcome);
    QCOMPARE(document["first_regressed"]["index"].get<int>(), 0);
    QCOMPARE(document["first_regressed"]["stage"].get<std::string>(), std::string("DataLoader"));
    const auto loader = document["stages"][0];
    QVERIFY(std::abs(ms(loader["baseline"]["p50_ns"]) - 0.7) < 0.1);
    QVERIFY(std::abs(ms(loader["current"]["p50_ns"]) - 59.4) < 0.5);
    QVERIFY(ms(loader["current_parts"]["idle_ns"]) > 0.95 * ms(loader["current"]["p50_ns"]));
    for (const char* name : {"Backward", "Optimizer"})
        QVERIFY2(stageNamed(document["stages"], name)["state"] != "regressed", name);
    QCOMPARE(document["comparability"]["status"].get<std::string>(), std::string("comparable"));
}

void TestRealData::differentJobs()
{
    const QString pair = kData + "/hta-pair-trace-diff";
    const Outcome outcome = runCli({"analyze", "--baseline", pair + "/control.json.gz", "--current",
                                    pair + "/test.json.gz", "--stages", "annotations", "--json", "-"});
    QCOMPARE(outcome.code, 3);
    const auto document = parsed(outcome);
    QCOMPARE(document["outcome"].get<std::string>(), std::string("not_comparable"));
    QCOMPARE(document["comparability"]["status"].get<std::string>(), std::string("not_comparable"));
    QVERIFY(document["comparability"]["changed"].size() > 0);
    QVERIFY(!document["stages"].empty());  // the numbers are given all the same
}

void TestRealData::recommender()
{
    const QString pair = kData + "/hta-pair-trace-diff";
    const Outcome outcome =
        runCli({"analyze", "--baseline", pair + "/control.json.gz", "--current", pair + "/test.json.gz", "--stages",
                "annotations", "--acknowledge", "known to be two jobs", "--json", "-"});
    QCOMPARE(outcome.code, 1);
    const auto document = parsed(outcome);
    QVERIFY(std::abs(ms(document["step_time"]["baseline_ns"]) - 76.8) < 0.5);
    QVERIFY(std::abs(ms(document["step_time"]["current_ns"]) - 114.7) < 0.5);
    QCOMPARE(document["first_regressed"]["stage"].get<std::string>(), std::string("forward"));
    const auto forward = stageNamed(document["stages"], "forward");
    QVERIFY(std::abs(ms(forward["baseline"]["p50_ns"]) - 25.2) < 0.2);
    QVERIFY(std::abs(ms(forward["current"]["p50_ns"]) - 41.7) < 0.2);
    QVERIFY(std::abs(ms(forward["baseline_parts"]["compute_ns"]) - 15.1) < 0.2);
    QVERIFY(std::abs(ms(forward["current_parts"]["compute_ns"]) - 28.0) < 0.2);
    QCOMPARE(document["largest_increase"]["stage"].get<std::string>(), std::string("backward"));
    QCOMPARE(document["comparability"]["status"].get<std::string>(), std::string("not_comparable"));
    QCOMPARE(document["policy"]["acknowledgement"].get<std::string>(), std::string("known to be two jobs"));
    bool disagree = false;
    for (const auto& finding : document["findings"])
        disagree = disagree || (finding["statement"].get<std::string>().find("sparse_data_dist") != std::string::npos &&
                                finding["layer"] == "timeline");
    QVERIFY(disagree);

    const Outcome host =
        runCli({"analyze", "--baseline", pair + "/control.json.gz", "--current", pair + "/test.json.gz", "--stages",
                "annotations", "--acknowledge", "known to be two jobs", "--measure", "host", "--json", "-"});
    const auto hostView = parsed(host);
    QCOMPARE(hostView["largest_increase"]["stage"].get<std::string>(), std::string("sparse_data_dist"));
    QVERIFY(std::abs(ms(hostView["largest_increase"]["delta_ns"]) - 33.8) < 0.3);
    QCOMPARE(stageNamed(hostView["stages"], "zero_grad")["state"].get<std::string>(), std::string("below_floor"));
}

void TestRealData::sleepingRank()
{
    const auto document = parsed(runCli({"inspect", kData + "/torchrec-4rank-sleep", "--json", "-"}));
    QVERIFY(!document.is_discarded());
    QCOMPARE(document["ranks"].size(), std::size_t(4));
    for (const auto& rank : document["ranks"]) {
        std::vector<double> own;
        std::vector<double> spans;
        for (const auto& step : rank["steps"]) {
            const auto forward = stageNamed(step["stages"], "forward");
            spans.push_back(ms(forward["span_ns"]));
            own.push_back(ms(forward["span_ns"]) - ms(forward["wait_ns"]));
        }
        std::sort(own.begin(), own.end());
        std::sort(spans.begin(), spans.end());
        QVERIFY(std::abs(spans[1] - 1050) < 60);
        if (rank["rank"] == 2)
            QVERIFY2(std::abs(own[1] - 1050) < 60, std::to_string(own[1]).c_str());
        else
            QVERIFY2(std::abs(own[1] - 60) < 20, std::to_string(own[1]).c_str());
    }
}

void TestRealData::againstItself()
{
    for (const char* name : {"/torchrec-4rank-sleep", "/kineto-pair-dataloader/num_workers_0", "/hta-ddp-nccl-meta"}) {
        const Outcome outcome =
            runCli({"analyze", "--baseline", kData + name, "--current", kData + name, "--json", "-"});
        QVERIFY2(outcome.code == 0, name);
        QVERIFY2(parsed(outcome)["first_regressed"].is_null(), name);
    }
}

void TestRealData::cutCapture()
{
    const QString pair = kData + "/kineto-pair-dataloader";
    const QString whole = pair + "/num_workers_0/worker0.1623143089861.pt.trace.json.gz";
    QFile file(whole);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Workplace place;
    place.write("worker0.json.gz", file.read(300'000));  // ends before the first device event
    const Outcome outcome =
        runCli({"analyze", "--baseline", whole, "--current", "worker0.json.gz", "--json", "-"}, place.path());
    QCOMPARE(outcome.code, 3);
    QCOMPARE(parsed(outcome)["outcome"].get<std::string>(), std::string("insufficient_data"));
}

void TestRealData::spansAddUp()
{
    int steps = 0;
    for (const QString& folder : QDir(kData).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const Outcome outcome = runCli({"inspect", kData + "/" + folder, "--json", "-"});
        if (outcome.code == 2)
            continue;  // refused with one clear line, which the readers' tests look at
        QVERIFY2(outcome.code == 0, qPrintable(folder));
        const auto document = parsed(outcome);
        for (const auto& rank : document["ranks"]) {
            for (const auto& step : rank["steps"]) {
                qint64 sum = 0;
                for (const auto& stage : step["stages"])
                    sum += stage["span_ns"].is_null() ? 0 : stage["span_ns"].get<qint64>();
                if (step["duration_ns"].is_null())
                    continue;
                QCOMPARE(sum, step["duration_ns"].get<qint64>());
                ++steps;
            }
        }
    }
    QVERIFY(steps > 20);
}

void TestRealData::logPairs_data()
{
    QTest::addColumn<QString>("baseline");
    QTest::addColumn<QString>("current");
    QTest::addColumn<int>("code");
    QTest::addColumn<double>("before");  // ms
    QTest::addColumn<double>("after");
    const auto row = [](const char* name, const char* baseline, const char* current, int code, double before,
                        double after) {
        QTest::newRow(name) << QString(baseline) << QString(current) << code << before << after;
    };
    row("DeepSpeed off, on", "logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-off.out",
        "logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-on.out", 1, 126'693.8, 137'055.3);
    row("PyTorch 2.5", "logs/modded-nanogpt-pair-pt25/before_2024-10-17_DistributedMuon.txt",
        "logs/modded-nanogpt-pair-pt25/after_2024-10-18_PyTorch25.txt", 0, 153, 140);
    row("prefetch", "logs/torchtitan-qwen3/run59_fsdp_prefetch.log", "logs/torchtitan-qwen3/run57_slow.log", 1,
        20'863.0 / 9, 31'248.0 / 9);
    row("fast kernels", "telemetry/fms-moe-4gpu/exp_3_training_logs.jsonl",
        "telemetry/fms-moe-4gpu/exp_0_training_logs.jsonl", 1, 792, 1'524);
    row("Triton, ten steps", "logs/primus-pair-triton/triton_off.iter_lines.txt",
        "logs/primus-pair-triton/triton_on.iter_lines.txt", 3, 539.6, 536.2);
}

void TestRealData::logPairs()
{
    QFETCH(QString, baseline);
    QFETCH(QString, current);
    QFETCH(int, code);
    QFETCH(double, before);
    QFETCH(double, after);
    const QString data = QStringLiteral(HEADWATER_SHARED_DATA "/");
    const Outcome outcome =
        runCli({"analyze", "--baseline", data + baseline, "--current", data + current, "--json", "-"});
    QCOMPARE(outcome.code, code);
    const auto document = parsed(outcome);
    const double measuredBefore = ms(document["step_time"]["baseline_ns"]);
    const double measuredAfter = ms(document["step_time"]["current_ns"]);
    QVERIFY2(std::abs(measuredBefore - before) < before / 1000, std::to_string(measuredBefore).c_str());
    QVERIFY2(std::abs(measuredAfter - after) < after / 1000, std::to_string(measuredAfter).c_str());
}

void TestRealData::aLogThatDiedAtOnceIsNotJudged()
{
    const QString logs = QStringLiteral(HEADWATER_SHARED_DATA "/logs/torchtitan-qwen3/");
    const Outcome outcome = runCli({"analyze", "--baseline", logs + "run59_fsdp_prefetch.log", "--current",
                                    logs + "run105_oom.log", "--json", "-"});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.err.contains("run105_oom.log: the run ran out of memory: "), outcome.err.constData());
    QVERIFY(outcome.err.contains("line 51"));
    const auto problems = parsed(outcome)["inputs"]["current"][0]["problems"];
    QVERIFY(std::any_of(problems.begin(), problems.end(),
                        [](const auto& problem) { return problem["code"] == "ended-out-of-memory"; }));
    QCOMPARE(parsed(outcome)["comparability"]["status"].get<std::string>(), std::string("confounded"));
}

void TestRealData::logSpansAddUp()
{
    const QString logs = QStringLiteral(HEADWATER_SHARED_DATA "/logs/");
    for (const char* name : {"bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-off.out", "gptneox-ds-breakdown"}) {
        const auto document = parsed(runCli({"inspect", logs + name, "--json", "-"}));
        QVERIFY(document["stages"].size() > 4);
        for (const auto& step : document["ranks"][0]["steps"]) {
            qint64 sum = 0;
            for (const auto& stage : step["stages"])
                sum += stage["span_ns"].is_null() ? 0 : stage["span_ns"].get<qint64>();
            QCOMPARE(sum, step["duration_ns"].get<qint64>());
        }
    }
}

QTEST_GUILESS_MAIN(TestRealData)
#include "tst_RealData.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/LoadRun.h"
#include "core/triage/DecisionBasis.h"
#include "core/triage/Verdict.h"
#include "tests/Paths.h"

using namespace headwater;

namespace {

RunPtr loaded(const char* path)
{
    const std::filesystem::path full = std::filesystem::path(HEADWATER_SHARED_DATA) / path;
    const auto run = loadRun(std::span(&full, 1), {}, {});
    return run ? *run : nullptr;
}

/// The correctness layer of two real runs.
struct Judged {
    Verdict verdict;
    CorrectnessReportPtr report;

    [[nodiscard]] const Layer& layer() const { return verdict.layers[0]; }
    [[nodiscard]] const Finding* find(const std::string& id) const
    {
        const auto found = std::ranges::find(layer().findings, id, &Finding::id);
        return found == layer().findings.end() ? nullptr : &*found;
    }
    [[nodiscard]] const SeriesComparison& series(LoggedQuantity quantity) const
    {
        return *std::ranges::find(report->series, quantity, &SeriesComparison::quantity);
    }
};

std::optional<Judged> judged(const char* baseline, const char* current)
{
    const RunPtr b = loaded(baseline);
    const RunPtr c = loaded(current);
    if (!b || !c)
        return std::nullopt;
    const auto pair = analyzePair(b, c, {}, {});
    if (!pair)
        return std::nullopt;
    Policy policy;
    policy.resamples = 200;
    const auto basis = prepareDecision(*pair, policy, {});
    if (!basis)
        return std::nullopt;
    return Judged{decide(**basis, policy), (*basis)->correctness};
}

}  // namespace

class TestRealCorrectness : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(HEADWATER_SHARED_DATA))
            QSKIP("the shared folder with real runs is absent");
    }

    void kernelsOfOneChangedSetting()  // only the data loader's workers differ: no operator may be named
    {
        const auto pair =
            judged("kineto/kineto-pair-dataloader/num_workers_4", "kineto/kineto-pair-dataloader/num_workers_0");
        QVERIFY(pair);
        QVERIFY(pair->report->kernels.empty());
        QVERIFY(pair->report->kernelOperators >= 20);
        QVERIFY(pair->find("correctness.kernels-same") != nullptr);
        QCOMPARE(pair->layer().status, LayerStatus::Pass);
        QCOMPARE(pair->report->variables.control, Control::Controlled);
    }

    void kernelsOfAnotherGpu()  // A100 against V100, which has no tensor cores for float32
    {
        const auto pair =
            judged("kineto/hta-pair-trace-diff/control.json.gz", "kineto/hta-pair-trace-diff/test.json.gz");
        QVERIFY(pair);
        QCOMPARE(pair->report->kernels.size(), std::size_t(1));
        QCOMPARE(pair->report->kernels[0].op, std::string("aten::addmm"));
        QCOMPARE(pair->report->kernels[0].to, std::string("plain matrix product"));
        QCOMPARE(pair->find("correctness.kernel-family-changed:aten::addmm")->severity, FindingSeverity::Info);
    }

    void ranksOfOneRunAgree()
    {
        const auto pair = judged("kineto/torchrec-4rank-sleep", "kineto/torchrec-4rank-a2a5");
        QVERIFY(pair);
        QCOMPARE(pair->report->kernelRanks, (std::vector<int>{0, 1, 2, 3}));
        for (const KernelChange& change : pair->report->kernels)
            QVERIFY2(false, (change.op + ": " + change.from + " to " + change.to).c_str());
    }

    void equalAsPrinted()  // one kernel by another compiler, the same training
    {
        const auto pair = judged("logs/primus-pair-triton/triton_off.iter_lines.txt",
                                 "logs/primus-pair-triton/triton_on.iter_lines.txt");
        QVERIFY(pair);
        for (const LoggedQuantity quantity : {LoggedQuantity::Loss, LoggedQuantity::GradNorm}) {
            QCOMPARE(pair->series(quantity).common, std::size_t(10));
            QCOMPARE(pair->series(quantity).differing, std::size_t(0));
            QVERIFY(!pair->series(quantity).exact);
        }
        QCOMPARE(pair->layer().status, LayerStatus::Pass);
    }

    void zeroOnAndOffTrainDifferently()
    {
        const auto pair = judged("logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-off.out",
                                 "logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-on.out");
        QVERIFY(pair);
        const SeriesComparison& loss = pair->series(LoggedQuantity::Loss);
        QCOMPARE(loss.common, std::size_t(49));
        QCOMPARE(loss.firstDifference->step, std::int64_t(3));
        QCOMPARE(pair->report->tolerance.dtype, DType::Float16);
        QCOMPARE(pair->report->sameSeed, std::optional(true));
        QCOMPARE(pair->find("correctness.loss-diverged")->severity, FindingSeverity::Failure);
    }

    void oneTrainingOnTwoMachines()  // the same course to 0.2 %, other bits from the first step on
    {
        const auto pair = judged("logs/megatron-golden-values/gpt3_15b_sm_gb200.json",
                                 "logs/megatron-golden-values/gpt3_15b_sm_h100.json");
        QVERIFY(pair);
        const SeriesComparison& loss = pair->series(LoggedQuantity::Loss);
        QVERIFY(loss.common > 2500);
        QCOMPARE(loss.firstDifference->step, std::int64_t(1));
        QVERIFY(std::abs(loss.last->relative) < 0.005);
        // No number format is known: what differs is ordinary noise of the course.
        QVERIFY(loss.noise.has_value());
        QVERIFY(static_cast<double>(loss.beyond) <= 0.01 * static_cast<double>(loss.common));
    }

    void shortenedNumbers()  // 1.61 of 1.6100 is not 1.6055
    {
        const auto pair = judged("telemetry/fms-moe-4gpu/exp_3_training_logs.jsonl",
                                 "telemetry/fms-moe-4gpu/exp_0_training_logs.jsonl");
        QVERIFY(pair);
        QCOMPARE(pair->series(LoggedQuantity::Loss).firstDifference->step, std::int64_t(1));
        QVERIFY(pair->find("correctness.loss-diverged") == nullptr);
    }

    void binaryLogsHaveBits()
    {
        const auto pair = judged("tfevents/torchtitan-2024", "tfevents/torchtitan-2024");
        QVERIFY(pair);
        QVERIFY(pair->series(LoggedQuantity::Loss).exact);
        QCOMPARE(pair->report->baseline.runs, std::size_t(1));  // two ranks of one run
        QCOMPARE(pair->layer().status, LayerStatus::Pass);
    }

    void everyRunPassesAgainstItself_data()
    {
        QTest::addColumn<QByteArray>("path");
        for (const char* path :
             {"kineto/kineto-pair-dataloader/num_workers_0", "kineto/hta-ddp-nccl-meta", "kineto/torchrec-4rank-sleep",
              "logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-on.out",
              "logs/modded-nanogpt-pair-pt25/after_2024-10-18_PyTorch25.txt", "logs/torchtitan-qwen3/run57_slow.log",
              "logs/gptneox-ds-breakdown", "tfevents/megatron-2026"})
            QTest::newRow(path) << QByteArray(path);
    }
    void everyRunPassesAgainstItself()
    {
        QFETCH(QByteArray, path);
        const auto pair = judged(path.constData(), path.constData());
        QVERIFY(pair);
        QVERIFY(pair->report->kernels.empty());
        for (const SeriesComparison& series : pair->report->series)
            QCOMPARE(series.differing, std::size_t(0));
        QVERIFY2(pair->layer().status == LayerStatus::Pass, pair->layer().summary.english().c_str());
    }
};

QTEST_APPLESS_MAIN(TestRealCorrectness)
#include "tst_RealCorrectness.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/ingest/KinetoReader.h"
#include "core/ingest/Probe.h"
#include "core/ingest/ReadFile.h"
#include "tests/Paths.h"

using namespace headwater;

namespace {

const std::filesystem::path kData = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto";

}  // namespace

/// Real files of other people's jobs, where they are present; the figures come from the index beside them.
class tst_RealTraces : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real traces is absent");
    }

    void facts_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<quint64>("events");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("world");
        QTest::addColumn<int>("steps");
        const auto row = [](const char* file, quint64 events, int rank, int world, int steps) {
            QTest::newRow(file) << QByteArray(file) << events << rank << world << steps;
        };
        row("aorta-mi350/smci350_200691.1758927066581847260.pt.trace.json", 343, -1, 0, 2);
        row("composer-rank0/profiler_traces.json", 773, -1, 0, 0);
        row("composer-rank0/rank_0.trace.json", 772, 0, 0, 0);
        row("hta-amd-mi250-toy/mi250_minitoy_train_ROCm6_2_kineto.json.gz", 220, -1, 0, 2);
        row("hta-cpu-only-gloo-300rank/rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz", 7604, 34, 300, 5);
        row("hta-cpu-only-gloo-300rank/rank-34_trimmed.pt.trace.json.gz", 30, 34, 300, 1);
        row("hta-ddp-nccl-meta/nccl_data.json.gz", 40573, 0, 2, 3);
        row("hta-event-sync/event_sync_trace.json.gz", 92, 0, 0, 1);
        row("hta-gpu-user-annotation/step_based_trace_2543932.json.gz", 1344, 0, 0, 0);
        row("hta-large-int/rank-70.Mar_25_20_48_12.2861.pt.trace.json.gz", 2, 70, 0, 0);
        row("hta-no-distinfo/distributed_info_not_found.json.gz", 2467, -1, 0, 1);
        row("hta-no-rank/rank_not_found.json.gz", 2467, -1, 0, 1);
        row("hta-old-schema-cats/inference_rank_1.json.gz", 54, 1, 0, 0);
        row("hta-pair-tiny/base.json.gz", 33, 1, 0, 2);
        row("hta-pair-tiny/test.json.gz", 34, 1, 0, 2);
        row("hta-pair-trace-diff/control.json.gz", 109123, 3, 8, 6);
        row("hta-pair-trace-diff/test.json.gz", 105167, 1, 2, 6);
        row("hta-resnet-ns-ts/rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", 68692, 0, 1, 5);
        row("hta-sampled-2of128/sampled_rank-0.json.gz", 4855, 0, 128, 2);
        row("hta-sampled-2of128/sampled_rank-1.json.gz", 4720, 1, 128, 2);
        row("hta-triton-driver-launch/triton_example.json.gz", 71, -1, 0, 1);
        row("kineto-gpu-metrics/gpu_metrics_expected.json", 418, -1, 0, 1);
        row("kineto-gpu-metrics/gpu_metrics_input.json", 340, -1, 0, 1);
        row("kineto-pair-dataloader/num_workers_0/worker0.1623143089861.pt.trace.json.gz", 75718, 0, 0, 6);
        row("kineto-pair-dataloader/num_workers_4/worker0.1623212756351.pt.trace.json.gz", 71424, 0, 0, 6);
        row("lightning-legacy-profiler/0_trace.json", 1746, -1, 0, 0);
        row("lightning-legacy-profiler/0_trace_small.json", 30, -1, 0, 0);
        row("param-dlrm-8rank/worker0_step_12.1694128201545.pt.trace.json.gz", 3290, 0, 8, 1);
        row("param-dlrm-8rank/worker7_step_12.1694128201553.pt.trace.json.gz", 3250, 7, 8, 1);
        row("tracelens-mi210-gpu-only/gpu_only_trace.json.gz", 2443, -1, 0, 0);
        row("tracelens-vllm-graph/graph_execution.json.gz", 1993, 0, 1, 0);
    }

    void facts()
    {
        QFETCH(QByteArray, file);
        QFETCH(quint64, events);
        QFETCH(int, rank);
        QFETCH(int, world);
        QFETCH(int, steps);
        const auto trace = readKineto(kData / file.toStdString(), {});
        QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
        QCOMPARE(trace->counts.total, events);
        QCOMPARE(trace->counts.malformed, quint64(0));
        QCOMPARE(trace->rank.value_or(-1), rank);
        QCOMPARE(trace->worldSize.value_or(0), world);
        QCOMPARE(profilerSteps(*trace).size(), static_cast<std::size_t>(steps));
    }

    void everyFileIsReadOrRefusedInOneLine()
    {
        const auto files = probe(std::span(&kData, 1), {});
        QVERIFY(files);
        QVERIFY(files->size() > 50);
        for (const SourceFile& file : *files) {
            // The study's result file is no trace; everything else in the folder is one.
            QVERIFY2(file.used != file.path.ends_with("result-ST.json"), file.path.c_str());
            QVERIFY2(file.used || (file.format == "unknown" && file.problems.size() == 1), file.path.c_str());
            for (const Problem& problem : file.problems)
                QVERIFY(problem.message.find('\n') == std::string::npos);
        }
    }

    void subMicrosecondTimesSurvive()
    {
        const auto trace = readKineto(kData / "hta-resnet-ns-ts/rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", {});
        const bool odd = std::ranges::any_of(trace->device.start, [](Ns t) { return t % 250 != 0; });
        QVERIFY2(odd, "times through a double would keep a quarter of a microsecond only");
    }
};

QTEST_GUILESS_MAIN(tst_RealTraces)
#include "tst_RealTraces.moc"

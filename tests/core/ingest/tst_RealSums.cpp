// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <set>

#include <QtTest>

#include "core/ingest/KinetoReader.h"
#include "tests/Paths.h"

using namespace headwater;

namespace {

const std::filesystem::path kData = std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto";

/// What a script of its own, which knows nothing of the reader, found with exact decimals in each trace: complete
/// events (or pairs of begin and end) on the device and on the host, and the sum of their durations in ns.
struct Sums {
    const char* path;
    std::size_t device;
    Ns deviceTime;
    std::size_t host;
    Ns hostTime;
};

constexpr std::array kSums = {
    Sums{"aorta-mi350/smci350_200691.1758927066581847260.pt.trace.json", 20, 265'540, 159, 2'490'038},
    Sums{"composer-rank0/profiler_traces.json", 0, 0, 359, 33'552'000},
    Sums{"composer-rank0/rank_0.trace.json", 0, 0, 359, 33'552'000},
    Sums{"hta-amd-mi250-toy/mi250_minitoy_train_ROCm6_2_kineto.json.gz", 16, 149'042, 94, 41'325'495},
    Sums{"hta-cpu-only-gloo-300rank/rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz", 0, 0, 7479, 5'417'913'173},
    Sums{"hta-cpu-only-gloo-300rank/rank-34_trimmed.pt.trace.json.gz", 0, 0, 15, 2'345'569'044},
    Sums{"hta-ddp-nccl-meta/nccl_data.json.gz", 3774, 165'185'838, 23128, 3'152'201'436},
    Sums{"hta-event-sync/event_sync_trace.json.gz", 5, 51'000, 23, 8'034'000},
    Sums{"hta-gpu-user-annotation/step_based_trace_2543932.json.gz", 140, 291'000, 833, 21'802'000},
    Sums{"hta-large-int/rank-70.Mar_25_20_48_12.2861.pt.trace.json.gz", 1, 50'000, 1, 100'000},
    Sums{"hta-no-distinfo/distributed_info_not_found.json.gz", 0, 0, 2467, 250'549'000},
    Sums{"hta-no-rank/rank_not_found.json.gz", 0, 0, 2467, 250'549'000},
    Sums{"hta-old-schema-cats/inference_rank_1.json.gz", 4, 30'000, 8, 1'450'000},
    Sums{"hta-pair-tiny/base.json.gz", 18, 1'694'000, 15, 223'212'000},
    Sums{"hta-pair-tiny/test.json.gz", 17, 1'690'000, 17, 223'674'000},
    Sums{"hta-pair-trace-diff/control.json.gz", 9450, 501'567'000, 65486, 2'164'256'000},
    Sums{"hta-pair-trace-diff/test.json.gz", 15632, 963'762'000, 52691, 4'000'222'000},
    Sums{"hta-resnet-ns-ts/rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", 6095, 472'454'441, 39309, 2'225'833'820},
    Sums{"hta-sampled-2of128/sampled_rank-0.json.gz", 1204, 607'844'000, 3606, 3'941'839'000},
    Sums{"hta-sampled-2of128/sampled_rank-1.json.gz", 1154, 667'530'000, 3521, 3'987'038'000},
    Sums{"hta-triton-driver-launch/triton_example.json.gz", 1, 1'760, 6, 13'337'864'786},
    Sums{"kineto-gpu-metrics/gpu_metrics_expected.json", 32, 50'000, 221, 35'679'000},
    Sums{"kineto-gpu-metrics/gpu_metrics_input.json", 32, 50'000, 221, 35'679'000},
    Sums{"kineto-pair-dataloader/num_workers_0/worker0.1623143089861.pt.trace.json.gz", 9096, 603'558'000, 35569,
         3'254'964'000},
    Sums{"kineto-pair-dataloader/num_workers_4/worker0.1623212756351.pt.trace.json.gz", 9258, 614'413'000, 32647,
         2'815'135'000},
    Sums{"lightning-legacy-profiler/0_trace.json", 0, 0, 1746, 26'098'419},
    Sums{"lightning-legacy-profiler/0_trace_small.json", 0, 0, 30, 788'000},
    Sums{"param-dlrm-8rank/worker0_step_12.1694128201545.pt.trace.json.gz", 261, 6'851'000, 2198, 72'084'000},
    Sums{"param-dlrm-8rank/worker1_step_12.1694128201556.pt.trace.json.gz", 326, 12'601'000, 2200, 116'033'000},
    Sums{"param-dlrm-8rank/worker2_step_12.1694128201554.pt.trace.json.gz", 262, 4'579'000, 2186, 59'441'000},
    Sums{"param-dlrm-8rank/worker3_step_12.1694128201557.pt.trace.json.gz", 337, 11'042'000, 2214, 107'083'000},
    Sums{"param-dlrm-8rank/worker4_step_12.1694128201547.pt.trace.json.gz", 273, 7'739'000, 2196, 98'722'000},
    Sums{"param-dlrm-8rank/worker5_step_12.1694128201549.pt.trace.json.gz", 261, 7'311'000, 2178, 96'947'000},
    Sums{"param-dlrm-8rank/worker6_step_12.1694128201553.pt.trace.json.gz", 262, 4'628'000, 2188, 59'483'000},
    Sums{"param-dlrm-8rank/worker7_step_12.1694128201553.pt.trace.json.gz", 262, 2'825'000, 2177, 55'499'000},
    Sums{"torchrec-4rank-a2a5/ip-172-31-16-248.us-east-2.compute.internal_45920.1698957822175570404.pt.trace.json", 717,
         690'508'000, 6095, 4'338'724'000},
    Sums{"torchrec-4rank-a2a5/ip-172-31-16-248.us-east-2.compute.internal_45921.1698957822181083644.pt.trace.json", 717,
         674'070'000, 6083, 4'353'957'000},
    Sums{"torchrec-4rank-a2a5/ip-172-31-16-248.us-east-2.compute.internal_45922.1698957822183453346.pt.trace.json", 690,
         514'038'000, 6076, 4'251'117'000},
    Sums{"torchrec-4rank-a2a5/ip-172-31-16-248.us-east-2.compute.internal_45923.1698957822225232046.pt.trace.json", 717,
         679'010'000, 6086, 4'364'503'000},
    Sums{"torchrec-4rank-sleep/ip-172-31-16-248.us-east-2.compute.internal_19488.1698954910154219890.pt.trace.json",
         262, 3'188'945'000, 2158, 25'771'127'000},
    Sums{"torchrec-4rank-sleep/ip-172-31-16-248.us-east-2.compute.internal_19489.1698954910152673270.pt.trace.json",
         262, 3'191'764'000, 2158, 25'771'772'000},
    Sums{"torchrec-4rank-sleep/ip-172-31-16-248.us-east-2.compute.internal_19490.1698954910152757753.pt.trace.json",
         261, 164'862'000, 2105, 14'058'614'000},
    Sums{"torchrec-4rank-sleep/ip-172-31-16-248.us-east-2.compute.internal_19491.1698954910156299738.pt.trace.json",
         262, 3'190'977'000, 2158, 25'770'207'000},
    Sums{"tracelens-mi210-gpu-only/gpu_only_trace.json.gz", 562, 5'343'422, 631, 2'260'159},
    Sums{"tracelens-vllm-graph/graph_execution.json.gz", 434, 10'717'708, 1105, 15'798'805},
};

Ns sumOf(const std::vector<Ns>& start, const std::vector<Ns>& end)
{
    Ns sum = 0;
    for (std::size_t i = 0; i < start.size(); ++i)
        sum += end[i] - start[i];
    return sum;
}

}  // namespace

/// Nothing of a real trace is lost, doubled or rounded on its way into the tables.
class tst_RealSums : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real traces is absent");
    }

    void everyTraceIsHere()
    {
        std::set<std::string> known;
        for (const Sums& sums : kSums)
            known.insert(sums.path);
        // These two sets are timelines of other forms, summed up in tst_RealTimelines.
        for (const auto& entry : std::filesystem::recursive_directory_iterator(kData)) {
            const std::string path = std::filesystem::relative(entry.path(), kData).generic_string();
            if (entry.is_regular_file() && !path.starts_with("straggler") && !path.starts_with("primus"))
                QVERIFY2(known.contains(path), path.c_str());
        }
    }

    void sums_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < kSums.size(); ++i)
            QTest::newRow(kSums[i].path) << static_cast<int>(i);
    }

    void sums()
    {
        QFETCH(int, index);
        const Sums& sums = kSums[static_cast<std::size_t>(index)];
        const auto trace = readKineto(kData / sums.path, {});
        QVERIFY2(trace, trace ? "" : describe(trace.error()).c_str());
        QCOMPARE(trace->device.size(), sums.device);
        QCOMPARE(sumOf(trace->device.start, trace->device.end), sums.deviceTime);
        QCOMPARE(trace->host.size(), sums.host);
        QCOMPARE(sumOf(trace->host.start, trace->host.end), sums.hostTime);
    }
};

QTEST_GUILESS_MAIN(tst_RealSums)
#include "tst_RealSums.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <set>

#include <QtTest>

#include "core/ingest/ReadFile.h"
#include "tests/Paths.h"

using namespace headwater;

namespace {

const std::filesystem::path kData = HEADWATER_SHARED_DATA;

/// What a file of the shared folder is. Events were counted by an independent script: elements of traceEvents, rows of
/// the database's tables, samples, lines that match. Two rows an nccl-tests line: out of place and in place.
struct Fact {
    const char* path;
    const char* format;
    std::uint64_t events;
    std::size_t ranks;
    std::size_t steps;
    bool used;
};

constexpr std::array kFacts = {
    Fact{"INDEX.md", "unknown", 0, 0, 0, false},
    Fact{"expected/peers.json", "unknown", 0, 0, 0, false},
    Fact{"kineto/aorta-mi350/smci350_200691.1758927066581847260.pt.trace.json", "kineto", 343, 0, 2, true},
    Fact{"kineto/composer-rank0/profiler_traces.json", "chrome-trace", 773, 0, 0, true},
    Fact{"kineto/composer-rank0/rank_0.trace.json", "chrome-trace", 772, 1, 0, true},
    Fact{"kineto/hta-amd-mi250-toy/mi250_minitoy_train_ROCm6_2_kineto.json.gz", "kineto", 220, 0, 2, true},
    Fact{"kineto/hta-cpu-only-gloo-300rank/rank-34.Jul_15_10_52_41.1074.pt.trace.json.gz", "kineto", 7604, 1, 5, true},
    Fact{"kineto/hta-cpu-only-gloo-300rank/rank-34_trimmed.pt.trace.json.gz", "kineto", 30, 1, 1, true},
    Fact{"kineto/hta-ddp-nccl-meta/nccl_data.json.gz", "kineto", 40573, 1, 3, true},
    Fact{"kineto/hta-event-sync/event_sync_trace.json.gz", "kineto", 92, 1, 1, true},
    Fact{"kineto/hta-gpu-user-annotation/step_based_trace_2543932.json.gz", "kineto", 1344, 1, 0, true},
    Fact{"kineto/hta-large-int/rank-70.Mar_25_20_48_12.2861.pt.trace.json.gz", "kineto", 2, 1, 0, true},
    Fact{"kineto/hta-no-distinfo/distributed_info_not_found.json.gz", "kineto", 2467, 0, 1, true},
    Fact{"kineto/hta-no-rank/rank_not_found.json.gz", "kineto", 2467, 0, 1, true},
    Fact{"kineto/hta-old-schema-cats/inference_rank_1.json.gz", "kineto", 54, 1, 0, true},
    Fact{"kineto/hta-pair-tiny/base.json.gz", "kineto", 33, 1, 2, true},
    Fact{"kineto/hta-pair-tiny/test.json.gz", "kineto", 34, 1, 2, true},
    Fact{"kineto/hta-pair-trace-diff/control.json.gz", "kineto", 109123, 1, 6, true},
    Fact{"kineto/hta-pair-trace-diff/test.json.gz", "kineto", 105167, 1, 6, true},
    Fact{"kineto/hta-resnet-ns-ts/rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", "kineto", 68692, 1, 5, true},
    Fact{"kineto/hta-sampled-2of128/sampled_rank-0.json.gz", "kineto", 4855, 1, 2, true},
    Fact{"kineto/hta-sampled-2of128/sampled_rank-1.json.gz", "kineto", 4720, 1, 2, true},
    Fact{"kineto/hta-triton-driver-launch/triton_example.json.gz", "kineto", 71, 0, 1, true},
    Fact{"kineto/kineto-gpu-metrics/gpu_metrics_expected.json", "kineto", 418, 0, 1, true},
    Fact{"kineto/kineto-gpu-metrics/gpu_metrics_input.json", "kineto", 340, 0, 1, true},
    Fact{"kineto/kineto-pair-dataloader/num_workers_0/worker0.1623143089861.pt.trace.json.gz", "kineto", 75718, 1, 6,
         true},
    Fact{"kineto/kineto-pair-dataloader/num_workers_4/worker0.1623212756351.pt.trace.json.gz", "kineto", 71424, 1, 6,
         true},
    Fact{"kineto/lightning-legacy-profiler/0_trace.json", "kineto", 1746, 0, 0, true},
    Fact{"kineto/lightning-legacy-profiler/0_trace_small.json", "kineto", 30, 0, 0, true},
    Fact{"kineto/param-dlrm-8rank/worker0_step_12.1694128201545.pt.trace.json.gz", "kineto", 3290, 1, 1, true},
    Fact{"kineto/param-dlrm-8rank/worker1_step_12.1694128201556.pt.trace.json.gz", "kineto", 3424, 1, 1, true},
    Fact{"kineto/param-dlrm-8rank/worker2_step_12.1694128201554.pt.trace.json.gz", "kineto", 3268, 1, 1, true},
    Fact{"kineto/param-dlrm-8rank/worker3_step_12.1694128201557.pt.trace.json.gz", "kineto", 3474, 1, 1, true},
    Fact{"kineto/param-dlrm-8rank/worker4_step_12.1694128201547.pt.trace.json.gz", "kineto", 3310, 1, 1, true},
    Fact{"kineto/param-dlrm-8rank/worker5_step_12.1694128201549.pt.trace.json.gz", "kineto", 3250, 1, 1, true},
    Fact{"kineto/param-dlrm-8rank/worker6_step_12.1694128201553.pt.trace.json.gz", "kineto", 3272, 1, 1, true},
    Fact{"kineto/param-dlrm-8rank/worker7_step_12.1694128201553.pt.trace.json.gz", "kineto", 3250, 1, 1, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_0.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_1.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_2.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_3.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_4.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_5.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_6.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/primus-pp8-schedule/pp_rank_7.json", "chrome-trace", 640, 1, 20, true},
    Fact{"kineto/straggler-analysis/ideal-timeline-ST.json.gz", "chrome-trace", 6866, 8, 32, true},
    Fact{"kineto/straggler-analysis/result-ST.json", "unknown", 0, 0, 0, false},
    Fact{"kineto/straggler-analysis/timeline-ST.json.gz", "chrome-trace", 6866, 8, 32, true},
    Fact{"kineto/torchrec-4rank-a2a5/"
         "ip-172-31-16-248.us-east-2.compute.internal_45920.1698957822175570404.pt.trace.json",
         "kineto", 9452, 1, 3, true},
    Fact{"kineto/torchrec-4rank-a2a5/"
         "ip-172-31-16-248.us-east-2.compute.internal_45921.1698957822181083644.pt.trace.json",
         "kineto", 9428, 1, 3, true},
    Fact{"kineto/torchrec-4rank-a2a5/"
         "ip-172-31-16-248.us-east-2.compute.internal_45922.1698957822183453346.pt.trace.json",
         "kineto", 9360, 1, 3, true},
    Fact{"kineto/torchrec-4rank-a2a5/"
         "ip-172-31-16-248.us-east-2.compute.internal_45923.1698957822225232046.pt.trace.json",
         "kineto", 9434, 1, 3, true},
    Fact{"kineto/torchrec-4rank-sleep/"
         "ip-172-31-16-248.us-east-2.compute.internal_19488.1698954910154219890.pt.trace.json",
         "kineto", 3429, 1, 3, true},
    Fact{"kineto/torchrec-4rank-sleep/"
         "ip-172-31-16-248.us-east-2.compute.internal_19489.1698954910152673270.pt.trace.json",
         "kineto", 3429, 1, 3, true},
    Fact{"kineto/torchrec-4rank-sleep/"
         "ip-172-31-16-248.us-east-2.compute.internal_19490.1698954910152757753.pt.trace.json",
         "kineto", 3321, 1, 3, true},
    Fact{"kineto/torchrec-4rank-sleep/"
         "ip-172-31-16-248.us-east-2.compute.internal_19491.1698954910156299738.pt.trace.json",
         "kineto", 3429, 1, 3, true},
    Fact{"kineto/tracelens-mi210-gpu-only/gpu_only_trace.json.gz", "kineto", 2443, 0, 0, true},
    Fact{"kineto/tracelens-vllm-graph/graph_execution.json.gz", "kineto", 1993, 1, 0, true},
    Fact{"logs/bigscience-megatron-perf/meg_gpt2_perf_n16-1999618.out", "megatron-log", 51, 0, 4, true},
    Fact{"logs/bigscience-megatron-perf/meg_gpt2_perf_n16.out", "megatron-log", 39, 0, 3, true},
    Fact{"logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-off.out", "megatron-log", 1127, 0, 62, true},
    Fact{"logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-on.out", "megatron-log", 308, 0, 49, true},
    Fact{"logs/gptneox-ds-breakdown/70M_512step_59807359.out", "megatron-log", 8710, 0, 512, true},
    Fact{"logs/hf-trainer-state/tuned_llama_trainer_state.json", "hf-trainer-state", 5, 0, 5, true},
    Fact{"logs/lightning-csv/version_0_metrics.csv", "lightning-csv", 5, 0, 5, true},
    Fact{"logs/megatron-golden-values/gpt3_15b_sm_gb200.json", "megatron-log", 13005, 0, 2544, true},
    Fact{"logs/megatron-golden-values/gpt3_15b_sm_h100.json", "megatron-log", 13005, 0, 2544, true},
    Fact{"logs/megatron-golden-values/moe_perf_baseline.json", "megatron-log", 12, 0, 0, false},
    Fact{"logs/modded-nanogpt-pair-pt25/after_2024-10-18_PyTorch25.txt", "torchtitan-log", 5142, 0, 5101, true},
    Fact{"logs/modded-nanogpt-pair-pt25/before_2024-10-17_DistributedMuon.txt", "torchtitan-log", 5142, 0, 5101, true},
    Fact{"logs/primus-pair-triton/triton_off.iter_lines.txt", "megatron-log", 10, 1, 10, true},
    Fact{"logs/primus-pair-triton/triton_on.iter_lines.txt", "megatron-log", 10, 1, 10, true},
    Fact{"logs/torchtitan-qwen3/run105_oom.log", "torchtitan-log", 1, 1, 1, true},
    Fact{"logs/torchtitan-qwen3/run57_slow.log", "torchtitan-log", 2, 1, 2, true},
    Fact{"logs/torchtitan-qwen3/run59_fsdp_prefetch.log", "torchtitan-log", 2, 1, 2, true},
    Fact{"nccl-tests/readme-samples/NVIDIA_nccl_0.txt", "nccl-tests", 64, 0, 0, true},
    Fact{"nccl-tests/readme-samples/aws-samples_nccl-tests_0.txt", "nccl-tests", 58, 0, 0, true},
    Fact{"nccl-tests/readme-samples/coreweave_root_0.txt", "nccl-tests", 10, 0, 0, true},
    Fact{"nccl-tests/readme-samples/coreweave_root_1.txt", "nccl-tests", 10, 0, 0, true},
    Fact{"nccl-tests/superbench/nccl_allgather.log", "nccl-tests", 68, 0, 0, true},
    Fact{"nccl-tests/superbench/nccl_allreduce.log", "nccl-tests", 68, 0, 0, true},
    Fact{"nccl-tests/superbench/nccl_alltoall.log", "nccl-tests", 68, 0, 0, true},
    Fact{"nccl-tests/superbench/nccl_reduce.log", "nccl-tests", 68, 0, 0, true},
    Fact{"nccl-tests/superbench/nccl_reducescatter.log", "nccl-tests", 68, 0, 0, true},
    Fact{"nsys/nsysai-h100-2gpu/h100_2gpu_1s.sqlite", "nsys-sqlite", 27144, 0, 0, true},
    Fact{"nsys/nsysai-small/healthy_1pct.sqlite", "nsys-sqlite", 800, 0, 0, true},
    Fact{"nsys/nsysai-small/healthy_judged_1pct.sqlite", "nsys-sqlite", 40, 0, 0, true},
    Fact{"nsys/pipit-saxpy-mpi/saxpy-mpi-cuda_nsys_perlmutter0.sqlite", "nsys-sqlite", 139, 1, 0, true},
    Fact{"telemetry/dcgm-exporter/datadog_metrics_subset.txt", "prometheus-text", 21, 0, 0, true},
    Fact{"telemetry/dcgm-exporter/dcp-metrics-included.csv", "unknown", 0, 0, 0, false},
    Fact{"telemetry/dcgm-exporter/default-counters.csv", "unknown", 0, 0, 0, false},
    Fact{"telemetry/ethtool/node_exporter_bond0_statistics.txt", "unknown", 0, 0, 0, false},
    Fact{"telemetry/ethtool/node_exporter_eth0_statistics.txt", "ethtool-stats", 16, 0, 0, true},
    Fact{"telemetry/fms-moe-4gpu/exp_0_gpu_memory_logs.csv", "nvidia-smi-csv", 816, 0, 0, true},
    Fact{"telemetry/fms-moe-4gpu/exp_0_stderr.txt", "hf-trainer-state", 100, 0, 100, true},
    Fact{"telemetry/fms-moe-4gpu/exp_0_stdout.txt", "hf-trainer-state", 100, 0, 100, true},
    Fact{"telemetry/fms-moe-4gpu/exp_0_training_logs.jsonl", "hf-trainer-state", 100, 0, 100, true},
    Fact{"telemetry/fms-moe-4gpu/exp_3_gpu_memory_logs.csv", "nvidia-smi-csv", 424, 0, 0, true},
    Fact{"telemetry/fms-moe-4gpu/exp_3_stdout.txt", "hf-trainer-state", 100, 0, 100, true},
    Fact{"telemetry/fms-moe-4gpu/exp_3_training_logs.jsonl", "hf-trainer-state", 100, 0, 100, true},
    Fact{"telemetry/fms-moe-4gpu/raw_summary.csv", "unknown", 0, 0, 0, false},
    Fact{"telemetry/infiniband/ibnetdiscover_test.out", "manifest", 3, 0, 0, true},
    Fact{"telemetry/infiniband/perfquery/0x506b4b03005c2740.out", "ib-counters", 22, 0, 0, true},
    Fact{"telemetry/infiniband/perfquery/0x7cfe9003009ce5b0.out", "ib-counters", 44, 0, 0, true},
    Fact{"telemetry/infiniband/perfquery-rcv-error/0x7cfe9003009ce5b0-1.out", "ib-counters", 6, 0, 0, true},
    Fact{"telemetry/megatron-gpu-metric/gpu_detailed_metrics.csv", "nvidia-smi-csv", 6, 0, 0, true},
    Fact{"telemetry/megatron-gpu-metric/gpu_detailed_metrics_intenseload.csv", "nvidia-smi-csv", 4, 0, 0, true},
    Fact{"telemetry/node-exporter/e2e-output.txt", "prometheus-text", 3027, 0, 0, true},
    Fact{"telemetry/nvidia-smi-captures/fields.txt", "unknown", 0, 0, 0, false},
    Fact{"telemetry/nvidia-smi-captures/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01.txt", "nvidia-smi-q", 34, 0, 0,
         true},
    Fact{"telemetry/nvidia-smi-captures/query.txt", "nvidia-smi-csv", 2, 0, 0, true},
    Fact{"tfevents/megatron-2026/events.out.tfevents.1774437971.ip-26-0-168-34.3765754.0", "tfevents", 107, 0, 6, true},
    Fact{"tfevents/torchtitan-2024/0/events.out.tfevents.1732658391.devvm2170.rva0.facebook.com.3145570.0", "tfevents",
         130, 1, 10, true},
    Fact{"tfevents/torchtitan-2024/1/events.out.tfevents.1732658435.devvm2170.rva0.facebook.com.3159818.0", "tfevents",
         130, 1, 10, true},
};

std::set<std::string> filesThere()
{
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kData))
        if (entry.is_regular_file())
            files.insert(std::filesystem::relative(entry.path(), kData).generic_string());
    return files;
}

}  // namespace

/// Every real file in the shared folder is known to this table; what it holds is looked at closer beside each reader.
class tst_SharedData : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData))
            QSKIP("the shared folder with real files is absent");
    }

    void noFileIsUnknownToTheTable()
    {
        std::set<std::string> known;
        for (const Fact& fact : kFacts)
            known.insert(fact.path);
        QCOMPARE(known.size(), kFacts.size());
        for (const std::string& file : filesThere())
            QVERIFY2(known.contains(file), file.c_str());
    }

    void facts_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < kFacts.size(); ++i)
            QTest::newRow(kFacts[i].path) << static_cast<int>(i);
    }

    void facts()
    {
        QFETCH(int, index);
        const Fact& fact = kFacts[static_cast<std::size_t>(index)];
        const SourceFile source = readFile(kData / fact.path, {}, {}).source;
        QCOMPARE(source.format, std::string(fact.format));
        QCOMPARE(source.events, fact.events);
        QCOMPARE(source.ranks.size(), fact.ranks);
        QCOMPARE(source.steps.size(), fact.steps);
        QCOMPARE(source.used, fact.used);
        QCOMPARE(source.bytes, std::uint64_t(std::filesystem::file_size(kData / fact.path)));
        for (const Problem& problem : source.problems)
            QVERIFY2(problem.severity != Severity::Error, problem.message.c_str());
        // What is not used is refused with a reason of its own.
        if (!fact.used)
            QVERIFY(source.problems.size() == 1 && source.problems[0].message.starts_with("not used: "));
    }
};

QTEST_APPLESS_MAIN(tst_SharedData)
#include "tst_SharedData.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <iterator>

#include <QtTest>

#include "tests/Paths.h"

#include "core/run/Comparability.h"
#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

namespace {

const std::filesystem::path kData = HEADWATER_SHARED_DATA;

LogReading readReal(const char* file)
{
    std::ifstream stream(kData / file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    LogReading reading;
    reading.content.source.path = (kData / file).string();
    for (const Format& format : logFormats()) {
        auto variant = format.recognise(headOf(text));
        if (!variant)
            continue;
        reading.format = format.name;
        reading.content.source.variant = *variant;
        reading.status = format.read(kData / file, {}, {}, reading.content);
        break;
    }
    return reading;
}

Ns sumOfStepTimes(const TrainingLog& log)
{
    Ns sum = 0;
    for (const LogStep& step : log.steps)
        sum += step.stepTime == kMissing ? 0 : step.stepTime;
    return sum;
}

double sumOfLosses(const TrainingLog& log)
{
    double sum = 0;
    for (const LogStep& step : log.steps)
        if (step.loss && std::isfinite(step.loss->value))
            sum += step.loss->value;
    return sum;
}

double sumOfGradNorms(const TrainingLog& log)
{
    double sum = 0;
    for (const LogStep& step : log.steps)
        sum += step.gradNorm ? step.gradNorm->value : 0;
    return sum;
}

double sumOfTimers(const TrainingLog& log, std::string_view stage)
{
    double sum = 0;
    for (const LogTimer& timer : log.timers)
        if (timer.stage == stage)
            sum += static_cast<double>(timer.maximum) / 1e6;
    return sum;
}

std::int64_t skipped(const TrainingLog& log)
{
    std::int64_t sum = 0;
    for (const LogStep& step : log.steps)
        sum += step.skipped.value_or(0);
    return sum;
}

bool near(double a, double b, double tolerance = 1e-6)
{
    return std::abs(a - b) <= tolerance;
}

}  // namespace

/// Real logs of other people's jobs, where they are present; the figures come from an independent count.
class tst_RealLogs : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::exists(kData / "logs"))
            QSKIP("the shared folder with real logs is absent");
    }

    void facts_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<int>("steps");
        QTest::addColumn<qint64>("first");
        QTest::addColumn<qint64>("last");
        QTest::addColumn<double>("sumMs");
        QTest::addColumn<double>("sumLoss");
        const auto row = [](const char* file, const char* format, int steps, qint64 first, qint64 last, double sumMs,
                            double sumLoss) {
            QTest::newRow(file) << QByteArray(file) << QByteArray(format) << steps << first << last << sumMs << sumLoss;
        };
        row("logs/bigscience-megatron-perf/meg_gpt2_perf_n16-1999618.out", "megatron-log", 4, 1, 4, 521374.2, 0);
        row("logs/bigscience-megatron-perf/meg_gpt2_perf_n16.out", "megatron-log", 3, 1, 3, 413404.1, 0);
        row("logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-off.out", "megatron-log", 62, 1, 62, 7866848.8,
            1414.26762);
        row("logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-on.out", "megatron-log", 49, 1, 49, 6710394.1,
            657.912324);
        row("logs/gptneox-ds-breakdown/70M_512step_59807359.out", "megatron-log", 512, 1, 512, 395153.6, 1801.161384);
        row("logs/primus-pair-triton/triton_off.iter_lines.txt", "megatron-log", 10, 1, 10, 59681.4, 104.031777);
        row("logs/primus-pair-triton/triton_on.iter_lines.txt", "megatron-log", 10, 1, 10, 60297.5, 104.031777);
        row("logs/torchtitan-qwen3/run57_slow.log", "torchtitan-log", 2, 1, 10, -1, 26.43019);
        row("logs/torchtitan-qwen3/run59_fsdp_prefetch.log", "torchtitan-log", 2, 1, 10, -1, 18.66437);
        row("logs/torchtitan-qwen3/run105_oom.log", "torchtitan-log", 1, 1, 1, -1, 12.39296);
        row("logs/modded-nanogpt-pair-pt25/after_2024-10-18_PyTorch25.txt", "torchtitan-log", 5101, 0, 5100,
            722948 + 35679 - 475, 18453.5255);
        row("logs/modded-nanogpt-pair-pt25/before_2024-10-17_DistributedMuon.txt", "torchtitan-log", 5101, 0, 5100,
            784220 + 60444 - 286, 18455.9612);
        row("logs/megatron-golden-values/gpt3_15b_sm_gb200.json", "megatron-log", 2544, 1, -1, 119540.46, 7383.45614);
        row("logs/megatron-golden-values/gpt3_15b_sm_h100.json", "megatron-log", 2544, 1, -1, 191445.96, 7386.95014);
        row("logs/hf-trainer-state/tuned_llama_trainer_state.json", "hf-trainer-state", 5, 7, 35, 0, 52.9324);
        row("logs/lightning-csv/version_0_metrics.csv", "lightning-csv", 5, 99, 499, 0, 0);
        row("telemetry/fms-moe-4gpu/exp_0_stdout.txt", "hf-trainer-state", 100, 1, 100, 1543.942, 96.8853);
        row("telemetry/fms-moe-4gpu/exp_3_stdout.txt", "hf-trainer-state", 100, 1, 100, 824.441, 97.7942);
        row("telemetry/fms-moe-4gpu/exp_0_training_logs.jsonl", "hf-trainer-state", 100, 1, 100, 151650.707, 96.8853);
        row("telemetry/fms-moe-4gpu/exp_3_training_logs.jsonl", "hf-trainer-state", 100, 1, 100, 78779.547, 97.7942);
        row("telemetry/fms-moe-4gpu/exp_0_stderr.txt", "hf-trainer-state", 100, 1, 100, 1540, 0);
        row("tfevents/megatron-2026/events.out.tfevents.1774437971.ip-26-0-168-34.3765754.0", "tfevents", 6, 1, 6, -1,
            -1);
        row("tfevents/torchtitan-2024/0/events.out.tfevents.1732658391.devvm2170.rva0.facebook.com.3145570.0",
            "tfevents", 10, 1, 10, -1, -1);
        row("tfevents/torchtitan-2024/1/events.out.tfevents.1732658435.devvm2170.rva0.facebook.com.3159818.0",
            "tfevents", 10, 1, 10, -1, -1);
    }

    void facts()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, format);
        QFETCH(int, steps);
        QFETCH(qint64, first);
        QFETCH(qint64, last);
        QFETCH(double, sumMs);
        QFETCH(double, sumLoss);
        const auto read = readReal(file.constData());
        QCOMPARE(QByteArray::fromStdString(read.format), format);
        QVERIFY(read.status);
        QCOMPARE(read.content.logs.size(), std::size_t(1));
        const TrainingLog& log = read.log();
        QCOMPARE(static_cast<int>(log.steps.size()), steps);
        QCOMPARE(log.steps.front().step, first);
        if (last >= 0)
            QCOMPARE(log.steps.back().step, last);
        if (sumMs >= 0)
            QVERIFY2(near(static_cast<double>(sumOfStepTimes(log)) / 1e6, sumMs, 1e-3),
                     std::to_string(sumOfStepTimes(log)).c_str());
        if (sumLoss >= 0)
            QVERIFY2(near(sumOfLosses(log), sumLoss, 1e-4), std::to_string(sumOfLosses(log)).c_str());
    }

    void megatronTimersAndEnding()
    {
        const auto read = readReal("logs/bigscience-megatron-perf/meg_gpt2_perf_n16-1999618.out");
        const TrainingLog& log = read.log();
        QCOMPARE(log.timers.size(), std::size_t(47));
        QVERIFY(near(sumOfTimers(log, "forward-compute"), 115831.72));
        QVERIFY(near(sumOfTimers(log, "backward-send-forward-recv"), 47674.23));
        QVERIFY(near(sumOfTimers(log, "optimizer"), 497.42));
        QCOMPARE(timerOf(log, 4, "backward-compute")->maximum, ms(78804.61));
        QCOMPARE(timerOf(log, -1, "load-checkpoint")->maximum, ms(0.39));
        QCOMPARE(skipped(log), std::int64_t(4));
        QVERIFY(!log.steps.front().loss);
        const LogEnding* ending = endingOf(log, "signal");
        QVERIFY(ending);
        QVERIFY(ending->message.find("TIME LIMIT") != std::string::npos);
        QCOMPARE(ending->line, quint64(10733));
        QVERIFY(std::ranges::any_of(
            log.endings, [](const LogEnding& one) { return one.message.starts_with("Killing subprocess"); }));
        QCOMPARE(log.manifest.at("global_batch_size"), std::string("1024"));
        QCOMPARE(log.manifest.at("tensor_parallel"), std::string("4"));
        QCOMPARE(log.manifest.at("pipeline_parallel"), std::string("16"));
        QCOMPARE(log.manifest.at("world_size"), std::string("64"));
        QCOMPARE(log.manifest.at("precision"), std::string("float16"));
        QCOMPARE(log.manifest.at("micro_batch_size"), std::string("4"));
    }

    /// What a careful reader of both files sees to differ, and nothing else that both sides tell.
    void changesBetweenRealPairs_data()
    {
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("current");
        QTest::addColumn<QStringList>("keys");
        const QString pair = "logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-";
        QTest::newRow("DeepSpeed on") << pair + "off.out" << pair + "on.out"
                                      << QStringList{"deepspeed", "deepspeed_activation_checkpointing",
                                                     "deepspeed_config", "zero_stage"};
        const QString nano = "logs/modded-nanogpt-pair-pt25/";
        QTest::newRow("PyTorch") << nano + "before_2024-10-17_DistributedMuon.txt"
                                 << nano + "after_2024-10-18_PyTorch25.txt" << QStringList{"pytorch"};
        const QString titan = "logs/torchtitan-qwen3/";
        QTest::newRow("seed") << titan + "run57_slow.log" << titan + "run59_fsdp_prefetch.log"
                              << QStringList{"option.debug.seed"};
        QTest::newRow("sizes") << titan + "run57_slow.log" << titan + "run105_oom.log"
                               << QStringList{"global_batch_size", "micro_batch_size", "option.debug.seed",
                                              "sequence_length"};
        const QString perf = "logs/bigscience-megatron-perf/meg_gpt2_perf_n16";
        QTest::newRow("the same job") << perf + ".out" << perf + "-1999618.out" << QStringList{};
    }
    void changesBetweenRealPairs()
    {
        QFETCH(QString, baseline);
        QFETCH(QString, current);
        QFETCH(QStringList, keys);
        const auto b = readReal(baseline.toUtf8().constData());
        const auto c = readReal(current.toUtf8().constData());
        const Comparability result = compareManifests(b.content.manifest, c.content.manifest);
        QStringList counted;
        for (const ManifestChange& change : result.changed)
            if (!change.isVolatile && !change.baseline.empty() && !change.current.empty())
                counted << QString::fromStdString(change.key);
        QCOMPARE(counted, keys);
    }

    void megatronPair()
    {
        const auto off = readReal("logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-off.out");
        QCOMPARE(off.log().timers.size(), std::size_t(809));
        QVERIFY(near(sumOfTimers(off.log(), "backward-compute"), 4648242.49, 1e-3));
        QVERIFY(near(sumOfGradNorms(off.log()), 1656.944));
        QCOMPARE(off.content.telemetry.series.size(), std::size_t(64 * 4));
        const auto& series = off.content.telemetry.series;
        const auto rank43 = std::ranges::find_if(
            series, [](const MetricSeries& one) { return one.rank == 43 && one.name == "torch.memory.reserved"; });
        QVERIFY(rank43 != series.end());
        QCOMPARE(rank43->value.at(0), 18738.0 * 1048576.0);
        const auto on = readReal("logs/bigscience-pair-ds-onoff/meg_ds_3d_gpt2_perf_n16-ds-on.out");
        QCOMPARE(on.content.telemetry.series.size(), std::size_t(64 * 4));
        QCOMPARE(on.log().steps.front().loss->decimals, 7);
        QVERIFY(!on.log().steps.front().gradNorm);
        QVERIFY(on.hasProblem("placeholder"));
        QCOMPARE(on.log().timers.size(), std::size_t(3));
        QCOMPARE(on.log().manifest.at("world_size"), std::string("64"));  // though DeepSpeed's own configuration says 1
        QCOMPARE(on.log().manifest.at("deepspeed_version"), std::string("0.4.0+407ff0f"));
    }

    void gptNeoxUsesEverything()
    {
        const auto read = readReal("logs/gptneox-ds-breakdown/70M_512step_59807359.out");
        const TrainingLog& log = read.log();
        QCOMPARE(log.framework, std::string("gpt-neox"));
        QCOMPARE(log.timers.size(), std::size_t(512 * 14 + 2));
        QVERIFY(near(sumOfTimers(log, "forward"), 68922.05, 1e-3));
        QVERIFY(near(sumOfTimers(log, "backward_microstep"), 162512.41, 1e-3));
        QVERIFY(near(sumOfTimers(log, "optimizer_allgather"), 619.97, 1e-3));
        QVERIFY(near(sumOfTimers(log, "batch_input"), 6225.5, 1e-3));
        QCOMPARE(timerOf(log, 2, "forward")->maximum, ms(101.23));
        QCOMPARE(timerOf(log, 3, "optimizer_allgather")->maximum, ms(1.43));
        double engine = 0;
        for (const LogStep& step : log.steps)
            engine += step.values.at("engine_iteration_time_s");
        QVERIFY(near(engine, 352.646));
        QCOMPARE(stepOf(log, 512)->values.at("validation_loss"), 2.367807);
        QCOMPARE(log.manifest.at("global_batch_size"), std::string("512"));
        QCOMPARE(log.manifest.at("micro_batch_size"), std::string("64"));
        QCOMPARE(log.manifest.at("world_size"), std::string("8"));
        QCOMPARE(log.manifest.at("precision"), std::string("fp16"));
        QCOMPARE(log.manifest.at("zero_stage"), std::string("1"));
        QCOMPARE(log.manifest.at("sequence_length"), std::string("2048"));
        QVERIFY(endingOf(log, "finished"));
        QVERIFY(!endingOf(log, "signal") && !endingOf(log, "exception"));
        QCOMPARE(log.stepTimeBasis, std::string("as printed"));
    }

    void primusPair()
    {
        const auto off = readReal("logs/primus-pair-triton/triton_off.iter_lines.txt");
        const auto on = readReal("logs/primus-pair-triton/triton_on.iter_lines.txt");
        QCOMPARE(stepOf(off.log(), 3)->stepTime, ms(680.6));
        QCOMPARE(stepOf(off.log(), 4)->stepTime, ms(534.6));  // this iteration, not the average so far
        QCOMPARE(stepOf(off.log(), 10)->stepTime, ms(528.4));
        QCOMPARE(stepOf(on.log(), 10)->stepTime, ms(522.1));
        QVERIFY(near(sumOfGradNorms(off.log()), 59.594));
        QCOMPARE(stepOf(off.log(), 10)->values.at("tokens_per_second_per_gpu"), 7751.7);
        QCOMPARE(off.log().rank, std::optional<int>(7));
    }

    void titan()
    {
        const auto slow = readReal("logs/torchtitan-qwen3/run57_slow.log");
        // 31.248 s between the lines, nine steps.
        QCOMPARE(stepOf(slow.log(), 10)->stepTime, qint64(3472000000));
        QCOMPARE(stepOf(slow.log(), 10)->stepsCovered, 9);
        QCOMPARE(stepOf(slow.log(), 10)->values.at("tokens_per_second_per_gpu"), 5899.0);
        QCOMPARE(stepOf(slow.log(), 10)->gradNorm->value, 42.5);
        QCOMPARE(slow.log().manifest.at("global_batch_size"), std::string("40"));
        QCOMPARE(slow.log().manifest.at("world_size"), std::string("8"));
        QCOMPARE(slow.log().manifest.at("gpu"), std::string("NVIDIA B200"));
        QCOMPARE(slow.log().manifest.at("nccl_version"), std::string("2.29.7+cuda13.1"));
        QVERIFY(endingOf(slow.log(), "finished"));
        const auto fast = readReal("logs/torchtitan-qwen3/run59_fsdp_prefetch.log");
        QCOMPARE(stepOf(fast.log(), 10)->stepTime, (qint64(20863000000) + 4) / 9);
        const auto oom = readReal("logs/torchtitan-qwen3/run105_oom.log");
        QVERIFY(endingOf(oom.log(), "out-of-memory"));
        QCOMPARE(endingOf(oom.log(), "out-of-memory")->line, quint64(51));
        QVERIFY(endingOf(oom.log(), "signal"));
        QVERIFY(endingOf(oom.log(), "exception"));
        QVERIFY(!endingOf(oom.log(), "finished"));
        QVERIFY(!stepOf(oom.log(), 1)->values.contains("mfu"));
    }

    void moddedNanoGpt()
    {
        const auto after = readReal("logs/modded-nanogpt-pair-pt25/after_2024-10-18_PyTorch25.txt");
        QCOMPARE(stepOf(after.log(), 5100)->stepTime, ms(721825 - 721687));
        QCOMPARE(stepOf(after.log(), 11)->stepTime, kMissing);
        QCOMPARE(stepOf(after.log(), 5100)->values.at("validation_loss"), 3.2755);
        QCOMPARE(stepOf(after.log(), 5100)->values.at("step_time_average_s"), 0.14182);
        int validations = 0;
        for (const LogStep& step : after.log().steps)
            validations += step.values.contains("validation_loss") ? 1 : 0;
        QCOMPARE(validations, 42);
        QVERIFY(endingOf(after.log(), "finished"));
    }

    void goldenValues()
    {
        const auto read = readReal("logs/megatron-golden-values/gpt3_15b_sm_h100.json");
        QCOMPARE(read.content.source.events, quint64(5 * 2601));
        int timed = 0;
        double zeros = 0;
        for (const LogStep& step : read.log().steps) {
            timed += step.stepTime != kMissing ? 1 : 0;
            zeros += step.values.at("num_zeros");
        }
        QCOMPARE(timed, 127);
        QCOMPARE(zeros, 2456416478720.0);
        // A benchmark of layers is no log of steps.
        const auto layers = readReal("logs/megatron-golden-values/moe_perf_baseline.json");
        QVERIFY(layers.status && layers.content.logs.empty() && !layers.content.source.used);
        QCOMPARE(layers.content.source.variant, std::string("layer benchmark"));
        QCOMPARE(layers.content.source.events, quint64(12));
    }

    void huggingFace()
    {
        const auto state = readReal("logs/hf-trainer-state/tuned_llama_trainer_state.json");
        QCOMPARE(stepOf(state.log(), 7)->gradNorm->value, 9.587675094604492);
        QCOMPARE(state.log().manifest.at("micro_batch_size"), std::string("4"));
        const auto console = readReal("telemetry/fms-moe-4gpu/exp_3_stdout.txt");
        QVERIFY(near(sumOfGradNorms(console.log()), 767.84375));
        QCOMPARE(console.log().steps.back().stepsCovered, 100);
        const auto lines = readReal("telemetry/fms-moe-4gpu/exp_0_training_logs.jsonl");
        QCOMPARE(*lines.log().steps.front().time, qint64(1739905045684762000));
    }

    void events()
    {
        const auto megatron =
            readReal("tfevents/megatron-2026/events.out.tfevents.1774437971.ip-26-0-168-34.3765754.0");
        QCOMPARE(megatron.content.source.events, quint64(107));
        QCOMPARE(megatron.content.source.variant, std::string("107 scalars, 727 texts"));
        QCOMPARE(stepOf(megatron.log(), 1)->loss->value, double(11.8472261428833F));
        QCOMPARE(stepOf(megatron.log(), 1)->stepTime, kMissing);
        QVERIFY(near(static_cast<double>(stepOf(megatron.log(), 2)->stepTime) / 1e9, 10.751044273376465, 1e-8));
        QCOMPARE(stepOf(megatron.log(), 6)->gradNorm->value, double(2.5581114292144775F));
        QCOMPARE(megatron.log().manifest.at("global_batch_size"), std::string("16"));
        QCOMPARE(megatron.log().clock, ClockKind::Epoch);
        for (const auto& [file, rank, time] :
             {std::tuple(
                  "tfevents/torchtitan-2024/0/events.out.tfevents.1732658391.devvm2170.rva0.facebook.com.3145570.0", 0,
                  0.14647330343723297),
              std::tuple(
                  "tfevents/torchtitan-2024/1/events.out.tfevents.1732658435.devvm2170.rva0.facebook.com.3159818.0", 1,
                  0.16790665686130524)}) {
            const auto titan = readReal(file);
            QCOMPARE(titan.log().rank, std::optional<int>(rank));
            QCOMPARE(titan.content.source.events, quint64(130));
            QVERIFY(near(static_cast<double>(stepOf(titan.log(), 10)->stepTime) / 1e9, time, 1e-9));
            QCOMPARE(titan.log().timers.size(), std::size_t(10));
        }
    }
};

QTEST_APPLESS_MAIN(tst_RealLogs)
#include "tst_RealLogs.moc"

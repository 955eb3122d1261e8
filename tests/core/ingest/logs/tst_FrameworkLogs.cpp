// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <set>

#include "core/run/LogCube.h"
#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

namespace {

std::string ds(const std::string& text)
{
    return "[2023-10-19 23:07:45,931] [INFO] [logging.py:96:log_dist] [Rank 0] " + text + "\n";
}

std::string stepLine(int step, int skipped = 0)
{
    return fmt::format(
        "[2023-10-19 23:08:{:02},500] [INFO] [logging.py:96:log_dist] [Rank 0] step={}, skipped={}, lr=[1e-05], "
        "mom=[(0.9, 0.95)]\n",
        step, step, skipped);
}

std::string titan(int rank, int second, int step, const std::string& loss, const std::string& rest = "mfu: 24.65%")
{
    return fmt::format(
        "[rank{}]:[titan] 2026-05-19 15:34:{:02},000 - root - INFO - \x1b[31mstep: {:2}  \x1b[32mloss: {}  "
        "grad_norm: 31.1250  memory: 160.00GiB(90.27%)  tps: 1,024  tflops: 74.53  {}\x1b[39m\n",
        rank, second, step, loss, rest);
}

}  // namespace

/// DeepSpeed and torchtitan.
class tst_FrameworkLogs : public QObject {
    Q_OBJECT

private slots:
    void deepSpeedSteps()
    {
        const auto read =
            readLog(ds("step=0, skipped=0, lr=[0.0], mom=[(0.9, 0.95)]") + stepLine(10, 1) + stepLine(20, 3));
        QCOMPARE(read.format, std::string("deepspeed-log"));
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        QCOMPARE(*stepOf(read.log(), 10)->skipped, qint64(1));
        QCOMPARE(*stepOf(read.log(), 20)->skipped, qint64(2));
        QCOMPARE(stepOf(read.log(), 20)->stepTime, qint64(1000000000));
        QCOMPARE(stepOf(read.log(), 20)->stepsCovered, 10);
        QCOMPARE(stepOf(read.log(), 10)->stepTime, kMissing);
        QCOMPARE(read.log().stepTimeBasis, std::string("time between lines"));
        QCOMPARE(stepOf(read.log(), 10)->values.at("learning_rate"), 1e-5);
    }

    void deepSpeedRates()
    {
        const auto read =
            readLog("[2023-10-19 23:07:41,590] [INFO] [config.py:962:print]   train_batch_size ............. 512\n"
                    "[2023-10-19 23:07:41,590] [INFO] [config.py:962:print]   train_micro_batch_size_per_gpu  64\n" +
                    ds("[timer.py:199:stop] epoch=0/micro_step=50/global_step=25, RunningAvgSamplesPerSec=250.0, "
                       "CurrSamplesPerSec=256.0, MemAllocated=3.96GB, MaxMemAllocated=22.95GB") +
                    "[2021-03-01 10:00:00,000] [INFO] [timer.py:154:stop] 0/30, SamplesPerSec=128.0\n");
        const LogStep* step = stepOf(read.log(), 25);
        QVERIFY(step);
        QCOMPARE(step->stepTime, qint64(2000000000));
        QCOMPARE(step->values.at("samples_per_second_average"), 250.0);
        QCOMPARE(step->values.at("memory_max_allocated_b"), 22.95e9);
        QCOMPARE(stepOf(read.log(), 30)->stepTime, qint64(4000000000));
        QCOMPARE(read.log().manifest.at("micro_batch_size"), std::string("64"));
    }

    /// Since 2023 the logger alone names the rank.
    void deepSpeedBreakdownWithoutRank()
    {
        std::string text;
        for (const int step : {1, 2, 3})
            text += stepLine(step) + ds("time (ms) | fwd_microstep: 30.0 | bwd_microstep: 40.0") +
                    ds(fmt::format("time (ms) | fwd: 30.0 | bwd: {}.0 | bwd_allreduce: 10.0 | step: 5.0", 40 + step));
        const auto read = readLog(text);
        QCOMPARE(read.content.source.variant, std::string("DeepSpeed steps, DeepSpeed breakdown"));
        QCOMPARE(timerOf(read.log(), 2, "forward")->maximum, ms(30));
        QCOMPARE(timerOf(read.log(), 3, "backward")->maximum, ms(43));
        QCOMPARE(*timerOf(read.log(), 3, "backward")->rank, 0);
        // A line of the same form that DeepSpeed's logger did not print is Megatron's.
        const auto other = readLog(ds("step=0, skipped=0, lr=[0.0], mom=[(0.9, 0.95)]") + stepLine(1) +
                                   "[Rank 0] time (ms) | forward-compute: 7.0\n");
        QVERIFY(timerOf(other.log(), 1, "forward-compute"));
    }

    /// The first rank prints the breakdown, the last one Megatron's iterations: those say which step it is.
    void deepSpeedBreakdownBesideIterations()
    {
        std::string text;
        for (const int step : {101, 102, 103})
            text += "0: " + ds(fmt::format("time (ms) | fwd: {}.0 | bwd: 40.0 | step: 5.0", step)) +
                    fmt::format("3:  iteration {:8}/ 1000 | elapsed time per iteration (ms): 200.0 | lm loss: 2.0E+00 "
                                "| number of nan iterations: 0 |\n",
                                step);
        const auto read = readLog(text);
        QCOMPARE(read.content.logs.size(), std::size_t(1));
        QCOMPARE(*read.log().rank, 3);
        QCOMPARE(timerOf(read.log(), 101, "forward")->maximum, ms(101));
        QCOMPARE(timerOf(read.log(), 103, "forward")->maximum, ms(103));
        QVERIFY(read.hasProblem("timers-of-other-rank"));
        QVERIFY(!read.hasProblem("assumed-step"));
        const auto cube = cubeOfLogs(read.content.logs);
        QCOMPARE(cube->cube.ranks(), std::vector<int>{3});
        QCOMPARE(cube->cube.stages(),
                 (std::vector<std::string>{"forward", "backward", "step", std::string(kOutsideStages)}));
    }

    /// Nothing but the breakdown: its steps are counted, their times those between its lines or the timers' sum.
    void deepSpeedBreakdownAlone()
    {
        std::string timed;
        std::string bare;
        for (const int second : {1, 2, 3}) {
            const std::string timers = "time (ms) | fwd: 30.0 | bwd: 40.0 | bwd_allreduce: 10.0 | step: 5.0\n";
            timed +=
                fmt::format("[2023-10-19 23:08:{:02},000] [INFO] [logging.py:96:log_dist] [Rank 0] ", second) + timers;
            bare += "[INFO] [logging.py:96:log_dist] [Rank 0] " + timers;
        }
        const auto read = readLog(timed);
        QVERIFY(read.hasProblem("assumed-step"));
        QCOMPARE(stepOf(read.log(), 2)->stepTime, ms(1000));
        QCOMPARE(read.log().stepTimeBasis, std::string("time between lines"));
        const auto sum = readLog(bare);
        QCOMPARE(stepOf(sum.log(), 1)->stepTime, ms(75));
        QCOMPARE(sum.log().stepTimeBasis, std::string("sum of the timers, without what none measures"));
        QCOMPARE(cubeOfLogs(sum.content.logs)->cube.steps().size(), std::size_t(3));
    }

    /// Without the timers of whole steps, those of the micro-batches are the stages. The line that names a step comes
    /// before the last micro-batch of it, and may be printed once in several steps only.
    void deepSpeedMicrosteps_data()
    {
        QTest::addColumn<int>("batches");
        QTest::addColumn<int>("interval");
        QTest::newRow("each step") << 1 << 1;
        QTest::newRow("two micro-batches") << 2 << 1;
        QTest::newRow("every fifth step") << 2 << 5;
    }

    void deepSpeedMicrosteps()
    {
        QFETCH(int, batches);
        QFETCH(int, interval);
        std::string text;
        for (int step = 1; step <= 4 * interval; ++step)
            for (int batch = 1; batch <= batches; ++batch) {
                if (batch == batches && step % interval == 0)
                    text += stepLine(step);
                text += ds("time (ms) | fwd_microstep: 30.0 | bwd_microstep: 40.0 | bwd_inner_microstep: 30.0 | "
                           "bwd_allreduce_microstep: 10.0 | step_microstep: 2.5");
            }
        const auto read = readLog(text);
        std::set<std::int64_t> timed;
        for (const LogTimer& timer : read.log().timers)
            timed.insert(timer.step);
        QVERIFY(timed.size() >= 2);
        for (const std::int64_t step : timed) {
            QCOMPARE(step % interval, std::int64_t(0));
            QCOMPARE(timerOf(read.log(), step, "forward_microstep")->maximum, ms(30 * batches));
            QCOMPARE(timerOf(read.log(), step, "backward_microstep")->maximum, ms(40 * batches));
        }
        if (batches > 1)
            return;
        const auto cube = cubeOfLogs(read.content.logs);
        QVERIFY(cube);
        std::vector<std::string> stages = cube->cube.stages();
        stages.resize(4);
        QCOMPARE(stages, (std::vector<std::string>{"forward_microstep", "backward_microstep",
                                                   "backward_allreduce_microstep", "step_microstep"}));
        QCOMPARE(cube->cube.at(Quantity::Span, 1, 0, 1), ms(30));  // without the all-reduce
        QCOMPARE(cube->cube.at(Quantity::Span, 2, 0, 1), ms(10));
    }

    void microBatchesThatNothingEndsAreSteps()
    {
        std::string text;
        for (int batch = 1; batch <= 12; ++batch)
            text +=
                ds(fmt::format("time (ms) | fwd_microstep: {}.0 | bwd_microstep: 40.0 | step_microstep: 2.5", batch));
        const auto read = readLog(text);
        QVERIFY(read.hasProblem("micro-batch-steps"));
        for (int batch = 1; batch <= 12; ++batch)
            QCOMPARE(timerOf(read.log(), batch, "forward_microstep")->maximum, ms(batch));
        const auto cube = cubeOfLogs(read.content.logs);
        QVERIFY(cube);
        QCOMPARE(cube->cube.steps().size(), std::size_t(12));
        // A log with whole steps says nothing of the kind.
        QVERIFY(!readLog(stepLine(1) + text + stepLine(2)).hasProblem("micro-batch-steps"));
    }

    void deepSpeedBreakdown()
    {
        const auto step = [](int number, double offset) {
            return ds(fmt::format("rank=0 time (ms) | optimizer_allgather: {:.2f} | optimizer_step: 0.46", offset)) +
                   (number > 0 ? stepLine(number) : "") +
                   ds(fmt::format("rank=0 time (ms) | fwd_microstep: {:.2f} | bwd_microstep: 20.0", offset + 10)) +
                   ds(fmt::format("rank=0 time (ms) | fwd_microstep: {:.2f} | bwd_microstep: 22.0", offset + 12)) +
                   ds(fmt::format("rank=0 time (ms) | fwd: {:.2f} | bwd: 40.0 | step: 5.0", offset + 20)) +
                   ds("rank=0 time (ms)");
        };
        // Only steps 2 and 4 are named; 1 and 3 follow from them, and 5 from what came before.
        const auto read = readLog(step(0, 1) + step(2, 2) + step(0, 3) + step(4, 4) + step(0, 5));
        QCOMPARE(read.log().timers.size(), std::size_t(5 * 7));
        for (int number = 1; number <= 5; ++number) {
            const LogTimer* gather = timerOf(read.log(), number, "optimizer_allgather");
            QVERIFY(gather);
            QCOMPARE(gather->maximum, ms(number));
            QCOMPARE(gather->rank, std::optional<int>(0));
            // Two lines a step, one a micro-batch: the step takes both.
            QCOMPARE(timerOf(read.log(), number, "forward_microstep")->maximum, ms(2 * number + 22));
            QCOMPARE(timerOf(read.log(), number, "backward_microstep")->maximum, ms(42));
            QCOMPARE(timerOf(read.log(), number, "forward")->maximum, ms(number + 20));
        }
    }

    void deepSpeedPipelineEngine()
    {
        const auto read = readLog(ds("rank=0 time (ms) | forward: 1251.98 | backward: 509.27 | step: 5.56") +
                                  "steps: 7 loss: 11.0610 iter time (s): 0.601 samples/sec: 851.956\n" +
                                  ds("rank=0 time (ms) | forward: 100.0 | backward: 200.0 | step: 5.0") +
                                  "steps: 8 loss: nan iter time (s): 0.5 samples/sec: 851.956\n");
        QCOMPARE(stepOf(read.log(), 7)->stepTime, ms(601));
        QCOMPARE(stepOf(read.log(), 7)->loss->value, 11.061);
        QVERIFY(std::isnan(stepOf(read.log(), 8)->loss->value));
        QCOMPARE(timerOf(read.log(), 7, "forward")->maximum, ms(1251.98));
        QCOMPARE(timerOf(read.log(), 8, "backward")->maximum, ms(200));
    }

    void unnamedBreakdownIsCounted()
    {
        const std::string one = ds("rank=0 time (ms) | fwd: 1.0 | bwd: 2.0");
        const auto read = readLog(one + one + one);
        QCOMPARE(read.format, std::string("deepspeed-log"));
        QVERIFY(timerOf(read.log(), 3, "forward"));
        QVERIFY(read.hasProblem("assumed-step"));
    }

    void titanSteps()
    {
        const auto read =
            readLog("[rank0]:[titan] 2026-05-19 15:34:07,229 - root - INFO - Building device mesh with parallelism: "
                    "pp=1, dp_replicate=1, dp_shard=8, cp=1, tp=1, ep=1\n[rank0]:[titan] 2026-05-19 15:34:08,373 - "
                    "root - INFO - Trainer is initialized with local batch size 1, global batch size 8, gradient "
                    "accumulation steps 1, sequence length 4096, total steps 10 (warmup 600)\n" +
                    titan(0, 10, 1, "12.66785") + titan(0, 28, 10, "13.76234", "mfu: N/A"));
        QCOMPARE(read.format, std::string("torchtitan-log"));
        QCOMPARE(read.log().rank, std::optional<int>(0));
        const LogStep* first = stepOf(read.log(), 1);
        // 8 x 4096 tokens at 1024 x 8 tokens a second.
        QCOMPARE(first->stepTime, qint64(4000000000));
        QCOMPARE(first->loss->decimals, 7);
        QCOMPARE(first->values.at("memory_max_reserved_b"), 160.0 * 1073741824.0);
        QCOMPARE(first->values.at("memory_max_reserved_ratio"), 90.27 / 100);
        QCOMPARE(first->values.at("mfu"), 24.65 * 0.01);
        const LogStep* tenth = stepOf(read.log(), 10);
        QCOMPARE(tenth->stepTime, qint64(2000000000));
        QCOMPARE(tenth->stepsCovered, 9);
        QVERIFY(!tenth->values.contains("mfu"));
        QCOMPARE(read.log().manifest.at("world_size"), std::string("8"));
        QVERIFY(!read.hasProblem("malformed-value"));
    }

    void titanLinesWithTwoValuesGiveTheFirst()
    {
        // A comparison of two runs side by side: a second value behind each first.
        const auto read = readLog(
            "[rank0]:[titan] 2026-05-19 15:34:10,000 - root - INFO - step:  1  loss:  8.25000  8.50000  grad_norm:  "
            "1.5000  1.7500  memory: 42.55GiB(44.79%)  43.00GiB(45.00%)  tps: 6,939  7,001  tflops: 50.05  51.00  mfu: "
            "16.05%  16.20%\n");
        QCOMPARE(read.format, std::string("torchtitan-log"));
        const LogStep& step = read.log().steps.at(0);
        QCOMPARE(step.loss->value, 8.25);
        QCOMPARE(step.gradNorm->value, 1.5);
        QCOMPARE(step.values.at("tokens_per_second_per_gpu"), 6939.0);
        QCOMPARE(step.values.at("tflops_per_gpu"), 50.05);
        for (const auto& [name, value] : step.values)
            QVERIFY2(name.front() < '0' || name.front() > '9', name.c_str());
        QVERIFY(read.hasProblem("second-value"));
    }

    void titanRanksInterleaved()
    {
        // Pipeline stages without the loss print -1.
        const auto read = readLog(titan(1, 10, 1, "12.5") + titan(0, 10, 1, "-1.00000") + titan(0, 20, 11, "-1.00000") +
                                  titan(1, 20, 11, "11.5"));
        QCOMPARE(read.content.logs.size(), std::size_t(2));
        QCOMPARE(read.content.logs.at(0).rank, std::optional<int>(0));
        QVERIFY(!read.content.logs.at(0).steps.at(1).loss);
        QCOMPARE(read.content.logs.at(1).steps.at(1).loss->value, 11.5);
        QCOMPARE(read.content.logs.at(0).steps.at(1).stepTime, qint64(1000000000));
        QCOMPARE(read.content.source.ranks, (std::vector<int>{0, 1}));
        QVERIFY(read.hasProblem("placeholder"));
    }

    void titanOldSpelling()
    {
        const auto read =
            readLog("2024-11-26 14:06:31,123 - root - INFO - step:  1  loss:  8.2231  memory:  0.81GiB(1.03%)  wps: "
                    "2,559  mfu: 0.08%\n2024-11-26 14:06:32,123 - root - INFO - validate step:  1  loss:  7.5  memory: "
                    " 0.81GiB(1.03%)  tps: 2,559\n");
        QCOMPARE(read.log().steps.at(0).values.at("tokens_per_second_per_gpu"), 2559.0);
        QCOMPARE(read.log().steps.at(0).values.at("validation_loss"), 7.5);
        QCOMPARE(read.log().steps.at(0).loss->value, 8.2231);
    }

    void titanOutOfMemory()
    {
        const auto read =
            readLog(titan(0, 10, 1, "12.5") +
                    "[rank0]:[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB\n"
                    "W0519 19:52:19.991000 1566690 api.py:1014] Sending process 1568804 closing signal SIGTERM\n"
                    "  traceback : Signal 6 (SIGABRT) received by PID 1568803\n");
        QVERIFY(endingOf(read.log(), "out-of-memory"));
        QCOMPARE(endingOf(read.log(), "out-of-memory")->line, quint64(2));
        QCOMPARE(read.log().endings.size(), std::size_t(3));
    }

    void allOfAFileIsUsed()
    {
        // GPT-NeoX prints through Megatron's and through DeepSpeed's logger.
        const auto read =
            readLog(ds("rank=0 time (ms) | optimizer_allgather: 1.29") + stepLine(1) +
                    ds("rank=0 time (ms) | forward: 1251.98 | backward: 509.27") +
                    "steps: 1 loss: 11.0643 iter time (s): 2.474 samples/sec: 206.954\n"
                    " samples/sec: 206.693 | iteration        1/     512 | elapsed time per iteration (ms): 2477.1 | "
                    "approx flops per GPU: 13.3TFLOPS | lm_loss: 1.106431E+01 | number of nan iterations:   0 |\n");
        QCOMPARE(read.format, std::string("megatron-log"));
        QCOMPARE(read.content.source.variant,
                 std::string("GPT-NeoX, DeepSpeed steps, DeepSpeed engine, DeepSpeed breakdown"));
        QCOMPARE(read.log().framework, std::string("gpt-neox"));
        QCOMPARE(read.log().steps.size(), std::size_t(1));
        const LogStep& step = read.log().steps.at(0);
        QCOMPARE(step.stepTime, ms(2477.1));
        QCOMPARE(step.loss->value, 11.06431);
        QCOMPARE(step.values.at("engine_iteration_time_s"), 2.474);
        QCOMPARE(step.values.at("tflops_per_gpu"), 13.3);
        QCOMPARE(timerOf(read.log(), 1, "forward")->maximum, ms(1251.98));
        QCOMPARE(timerOf(read.log(), 1, "optimizer_allgather")->maximum, ms(1.29));
    }
};

QTEST_APPLESS_MAIN(tst_FrameworkLogs)
#include "tst_FrameworkLogs.moc"

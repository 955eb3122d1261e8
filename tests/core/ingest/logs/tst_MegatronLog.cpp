// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

namespace {

std::string iteration(int step, double time, const std::string& rest = "| lm loss: 1.500000E+00 ")
{
    return fmt::format(" iteration {:>8}/    1000 | elapsed time per iteration (ms): {:.1f} {}| number of skipped "
                       "iterations:   0 | number of nan iterations:   0 |\n",
                       step, time, rest);
}

/// The same line broken every `width` characters, as a terminal does.
std::string broken(const std::string& line, std::size_t width)
{
    std::string out;
    for (std::size_t i = 0; i < line.size(); i += width)
        out += line.substr(i, width) + (i + width < line.size() ? "\n" : "");
    return out;
}

}  // namespace

class tst_MegatronLog : public QObject {
    Q_OBJECT

private slots:
    void iterationLine()
    {
        const auto read =
            readLog("[2026-05-14 11:42:56.840650] iteration       50/    1000 | consumed samples:          200 | "
                    "elapsed time per iteration (ms): 2759.1 | throughput per GPU (TFLOP/s/GPU): 393.8 | learning "
                    "rate: 1.497E-04 | global batch size:     4 | lm loss: 1.097588E+01 | loss scale: 1.0 | grad "
                    "norm: 67.593 | number of skipped iterations:   1 | number of nan iterations:   2 |\n");
        QCOMPARE(read.format, std::string("megatron-log"));
        QVERIFY(read.status);
        const LogStep& step = read.log().steps.at(0);
        QCOMPARE(step.step, qint64(50));
        QCOMPARE(step.stepTime, ms(2759.1));
        QCOMPARE(step.loss->value, 10.97588);
        QCOMPARE(step.loss->decimals, 7);
        QCOMPARE(step.gradNorm->value, 67.593);
        QCOMPARE(step.gradNorm->decimals, 5);
        QCOMPARE(*step.skipped, qint64(1));
        QCOMPARE(*step.nanIterations, qint64(2));
        QCOMPARE(step.values.at("consumed_samples"), 200.0);
        QCOMPARE(step.values.at("tflops_per_gpu"), 393.8);
        QCOMPARE(step.values.at("learning_rate"), 1.497e-4);
        QCOMPARE(*step.time, qint64(1778758976840650000));
        QCOMPARE(read.log().clock, ClockKind::LocalTime);
        QCOMPARE(read.log().manifest.at("global_batch_size"), std::string("4"));
        QCOMPARE(read.content.manifest.at("global_batch_size").value, std::string("4"));
        QCOMPARE(read.log().stepTimeBasis, std::string("as printed"));
    }

    void spellings_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<double>("loss");
        QTest::newRow("2020") << QByteArray(
                                     " iteration      100/  500000 | elapsed time per iteration (ms): 12.5 | learning "
                                     "rate: 1.0E-04 | lm loss: 2.500000E+00 | loss scale: 1.0 |")
                              << 2.5;
        QTest::newRow("DeepSpeed pipeline")
            << QByteArray(" iteration  1/ 10 | elapsed time per iteration (ms): 12.5 | lm-loss: "
                          "2.500000E+00 | number of nan iterations:   0 |")
            << 2.5;
        QTest::newRow("GPT-NeoX") << QByteArray(
                                         " samples/sec: 855.648 | iteration  3/ 512 | elapsed time per iteration (ms): "
                                         "12.5 | approx flops per GPU: 55.1TFLOPS | lm_loss: 2.500000E+00 |")
                                  << 2.5;
        QTest::newRow("Megatron-DeepSpeed")
            << QByteArray(" iteration  3/ 512 | elapsed time per iteration (ms): 12.5 | lm loss: "
                          "2.500000E+00 | samples per second: 12.1 | TFLOPs: 44.1 |")
            << 2.5;
        QTest::newRow("Primus")
            << QByteArray("[20260514 11:42:58][rank-7/8][DEBUG] [---utils.py:425] : [2026-05-14 "
                          "11:42:58.215929] iteration 3/ 10 | elapsed time per iteration (ms): 12.5/680.6 | "
                          "lm loss: 2.5E+00 | hip mem usage/free/total/usage_ratio: "
                          "170.91GB/117.08GB/287.98GB/59.35%")
            << 2.5;
        QTest::newRow("not a number")
            << QByteArray(" iteration 3/ 10 | elapsed time per iteration (ms): 12.5 | lm loss: nan |") << std::nan("");
    }
    void spellings()
    {
        QFETCH(QByteArray, line);
        QFETCH(double, loss);
        const auto read = readLog(line.toStdString() + "\n");
        QCOMPARE(read.format, std::string("megatron-log"));
        const LogStep& step = read.log().steps.at(0);
        QCOMPARE(step.stepTime, ms(12.5));
        QVERIFY(step.loss);
        if (std::isnan(loss))
            QVERIFY(std::isnan(step.loss->value));
        else
            QCOMPARE(step.loss->value, loss);
    }

    void memoryRatio()
    {
        const auto read = readLog("[rank-7/8] iteration 3/ 10 | elapsed time per iteration (ms): 1.0 | hip mem "
                                  "usage/free/total/usage_ratio: 1.0GB/2.0GB/3.0GB/59.35%  | rank-3 rocm max mem "
                                  "usage/usage_ratio: 172.64GB/59.95%\n");
        QCOMPARE(read.log().rank, std::optional<int>(7));
        QCOMPARE(read.log().steps.at(0).values.at("hip_memory_used_ratio"), 0.5935);
        QCOMPARE(read.log().steps.at(0).values.at("fullest_rank_rocm_max_memory_used_ratio"), 0.5995);
    }

    void intervals()
    {
        const auto read = readLog(iteration(10, 100) + iteration(20, 101) + iteration(30, 102));
        QCOMPARE(read.log().steps.size(), std::size_t(3));
        for (const LogStep& step : read.log().steps)
            QCOMPARE(step.stepsCovered, 10);
        const auto resumed = readLog(iteration(5001, 100) + iteration(5002, 101));
        QCOMPARE(resumed.log().steps.at(0).stepsCovered, 1);
    }

    void restartKeepsTheLaterLine()
    {
        const auto read = readLog(iteration(1, 100) + "time (ms) | forward-compute: 1.0\n" + iteration(2, 101) +
                                  "time (ms) | forward-compute: 2.0\n" + "Killing subprocess 12\n" + iteration(2, 202) +
                                  "time (ms) | forward-compute: 3.0\n" + iteration(3, 203));
        QCOMPARE(read.log().steps.size(), std::size_t(3));
        QCOMPARE(stepOf(read.log(), 2)->stepTime, ms(202));
        QCOMPARE(timerOf(read.log(), 2, "forward-compute")->maximum, ms(3));
        QCOMPARE(read.log().timers.size(), std::size_t(2));
        QVERIFY(read.hasProblem("repeated-step"));
        // It went on after the restart, but the first attempt died all the same.
        QVERIFY(endingOf(read.log(), "signal") == nullptr || endingOf(read.log(), "signal")->line == 5);
    }

    void timersOnOneLine()
    {
        const auto read =
            readLog("time (ms) | model-and-optimizer-setup: 336.31 | train/valid/test-data-iterators-setup: 4.5\n" +
                    iteration(7, 100) + "time (ms) | forward-compute: 148.22 | optimizer: 50.82 | x: oops\n");
        QCOMPARE(timerOf(read.log(), -1, "model-and-optimizer-setup")->maximum, ms(336.31));
        QCOMPARE(timerOf(read.log(), 7, "forward-compute")->maximum, ms(148.22));
        QCOMPARE(timerOf(read.log(), 7, "forward-compute")->minimum, kMissing);
        QCOMPARE(read.log().timers.size(), std::size_t(4));
    }

    void timersMinMax()
    {
        const auto read =
            readLog("[default7]:" + iteration(7, 100) +
                    "[default7]:(min, max) time across ranks (ms):\n"
                    "[default7]:    forward-backward ...............................: (2700.12, 2710.50)\n"
                    "[default0]:something else\n"
                    "[default7]:    optimizer ......................................: (20.5, 21.5)\n"
                    "[default7]:done\n[default7]:    a ..: (1.0, 2.0)\n");
        QCOMPARE(read.log().rank, std::optional<int>(7));
        QCOMPARE(timerOf(read.log(), 7, "forward-backward")->minimum, ms(2700.12));
        QCOMPARE(timerOf(read.log(), 7, "forward-backward")->maximum, ms(2710.5));
        QCOMPARE(timerOf(read.log(), 7, "optimizer")->maximum, ms(21.5));
    }

    void timersMaxAndEachRank()
    {
        const auto read =
            readLog(iteration(7, 100) + "max time across ranks (ms):\n    forward-backward .......: 12.25\n" +
                    iteration(8, 100) +
                    "times across ranks (ms):\n  forward-compute:\n     rank  0: 12.34\n     "
                    "rank  1: 13.5\n  optimizer:\n     rank  0: 2.0\n");
        QCOMPARE(timerOf(read.log(), 7, "forward-backward")->maximum, ms(12.25));
        QCOMPARE(read.log().timers.size(), std::size_t(4));
        QCOMPARE(read.log().timers.at(2).stage, std::string("forward-compute"));
        QCOMPARE(read.log().timers.at(2).rank, std::optional<int>(1));
        QCOMPARE(read.log().timers.at(2).maximum, ms(13.5));
        QCOMPARE(timerOf(read.log(), 8, "optimizer")->rank, std::optional<int>(0));
    }

    void brokenLines_data()
    {
        QTest::addColumn<int>("width");
        for (int width = 60; width <= 200; width += 7)
            QTest::newRow(std::to_string(width).c_str()) << width;
    }
    void brokenLines()
    {
        QFETCH(int, width);
        const std::string line =
            " iteration       50/    1000 | consumed samples:          200 | elapsed time per iteration (ms): "
            "2759.1 | learning rate: 1.497E-04 | lm loss: 1.097588E+01 | grad norm: 67.593 | number of "
            "skipped iterations:   0 | number of nan iterations:   0 |";
        const std::string timers = "time (ms) | forward-compute: 148.22 | forward-recv: 508.65 | optimizer: 50.82";
        const auto read = readLog(broken(line, static_cast<std::size_t>(width)) + "\n" +
                                  broken(timers, static_cast<std::size_t>(width)) + "\n");
        const LogStep* step = stepOf(read.log(), 50);
        QVERIFY(step);
        QCOMPARE(step->stepTime, ms(2759.1));
        QCOMPARE(step->loss->value, 10.97588);
        QCOMPARE(step->gradNorm->value, 67.593);
        QCOMPARE(*step->nanIterations, qint64(0));
        QCOMPARE(timerOf(read.log(), 50, "forward-recv")->maximum, ms(508.65));
        QCOMPARE(timerOf(read.log(), 50, "optimizer")->maximum, ms(50.82));
    }

    void messagesOnOneLine()
    {
        std::string two = iteration(1, 100);
        two.pop_back();
        const auto read =
            readLog(two + iteration(2, 101) +
                    "[Rank 45] (after 1 iterations) memory (MB) | allocated: 15492.5 | max reserved: "
                    "18418.0[Rank 47] (after 1 iterations) memory (MB) | allocated: 1.5 | max reserved: 2.0\n");
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        QCOMPARE(stepOf(read.log(), 2)->stepTime, ms(101));
        const auto& series = read.content.telemetry.series;
        QCOMPARE(series.size(), std::size_t(4));
        QCOMPARE(series.at(0).name, std::string("torch.memory.allocated"));
        QCOMPARE(series.at(0).rank, std::optional<int>(45));
        QCOMPARE(series.at(0).unit, std::string("B"));
        QCOMPARE(series.at(0).value.at(0), 15492.5 * 1048576.0);
        QCOMPARE(series.at(0).time.at(0), qint64(1));
        QCOMPARE(series.at(3).value.at(0), 2.0 * 1048576.0);
    }

    void grepNumbersAreNoRanks()
    {
        const auto read =
            readLog("853:" + iteration(1, 100) + "957:" + iteration(2, 101) + "1041:" + iteration(3, 102));
        QCOMPARE(read.content.logs.size(), std::size_t(1));
        QCOMPARE(read.log().steps.size(), std::size_t(3));
        QVERIFY(!read.log().rank);
    }

    void argumentsBecomeTheManifest()
    {
        const std::string rule(24, '-');
        const auto read = readLog(
            rule + " arguments " + rule +
            "\n  global_batch_size ............................... 1024\n  micro_batch_size "
            "................................ 4\n  params_dtype .................................... "
            "torch.float16\n  tensor_model_parallel_size ...................... 4\n  "
            "pipeline_model_parallel_size .................... 16\n  data_parallel_size "
            ".............................. 1\n  world_size ...................................... 64\n  "
            "data_path ....................................... ['/secret/place']\n  num_layers .... 64\n  "
            "hidden_size .... 8192\n  deepspeed .... False\n  deterministic_mode .... False\n  fp8 .... False\n" +
            std::string(20, '-') + " end of arguments " + std::string(20, '-') + "\n" + iteration(1, 100));
        const auto& facts = read.log().manifest;
        QCOMPARE(facts.at("tensor_parallel"), std::string("4"));
        QCOMPARE(facts.at("pipeline_parallel"), std::string("16"));
        QCOMPARE(facts.at("precision"), std::string("float16"));
        QCOMPARE(facts.at("world_size"), std::string("64"));
        // An argument table tells all: off is a fact as well, because the other side alone may be on.
        QCOMPARE(facts.at("deepspeed"), std::string("False"));
        QCOMPARE(facts.at("deterministic_mode"), std::string("False"));
        QCOMPARE(facts.at("fp8"), std::string("False"));
        // The folder of the data is private, its name tells two data sets apart.
        QCOMPARE(facts.at("argument.data_path"), std::string("place"));
        QCOMPARE(read.content.manifest.at("parallel_sizes").value, std::string("data 1, pipeline 16, tensor 4"));
        QCOMPARE(read.content.manifest.at("model").value, std::string("layers 64, hidden 8192"));
        QVERIFY(!read.content.manifest.contains("tensor_parallel"));
    }

    void hostsAndTablesOfTaggedLines()
    {
        for (const std::string tag : {"worker-7  | ", "node07: "}) {
            const auto read = readLog(tag + iteration(1, 100) + tag + "(min, max) time across ranks (ms):\n" + tag +
                                      "    forward-compute ................: (30.00, 31.00)\n" + tag +
                                      "    optimizer ......................: (4.00, 4.50)\n");
            QCOMPARE(read.log().host + (tag.ends_with(": ") ? ": " : "  | "), tag);
            QVERIFY(timerOf(read.log(), 1, "forward-compute"));
            QCOMPARE(timerOf(read.log(), 1, "optimizer")->maximum, ms(4.5));
        }
    }

    void placeholdersAreNoMeasurements()
    {
        const auto read = readLog(iteration(1, 100, "| grad norm: 0.000 | loss scale: -1.0 ") +
                                  iteration(2, 100, "| grad norm: 0.000 | loss scale: -1.0 "));
        QVERIFY(!read.log().steps.at(0).gradNorm);
        QVERIFY(!read.log().steps.at(0).values.contains("loss_scale"));
        QVERIFY(read.hasProblem("placeholder"));
    }

    void endings()
    {
        const auto read =
            readLog(iteration(1, 100) + "slurmstepd: error: *** JOB 19 ON n5 CANCELLED AT 2021-05-27T21:52:36 DUE TO "
                                        "TIME LIMIT ***\nKilling subprocess 1\nKilling subprocess 2\nMain process "
                                        "received SIGTERM, exiting\n");
        QCOMPARE(read.log().endings.size(), std::size_t(3));
        QCOMPARE(read.log().endings.at(0).kind, std::string("signal"));
        QCOMPARE(read.log().endings.at(0).line, quint64(2));
        const auto timeout =
            readLog(iteration(1, 100) +
                    "[rank3]:[E ProcessGroupNCCL.cpp:607] [Rank 3] Watchdog caught collective operation timeout: "
                    "WorkNCCL(SeqNum=12, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for "
                    "600123 milliseconds before timing out.\n");
        QVERIFY(endingOf(timeout.log(), "collective-timeout"));
        const auto passed =
            readLog(iteration(1, 100) + "Traceback (most recent call last):\n  File \"a\"\nValueError: tolerated\n" +
                    iteration(2, 100));
        QVERIFY(passed.log().endings.empty());
        const auto done =
            readLog(iteration(999, 100) + iteration(1000, 100) +
                    " validation loss at iteration 1000 | lm loss value: 2.5E+00 | lm loss PPL: 1.2E+01 |\n");
        QVERIFY(endingOf(done.log(), "finished"));
        QCOMPARE(stepOf(done.log(), 1000)->values.at("validation_loss"), 2.5);
    }
};

QTEST_APPLESS_MAIN(tst_MegatronLog)
#include "tst_MegatronLog.moc"

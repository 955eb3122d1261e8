// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/ingest/logs/LogInput.h"

using namespace headwater;
using namespace headwater::test;

/// Training scripts, Hugging Face's console, progress bars, JSON lines.
class tst_ScriptLogs : public QObject {
    Q_OBJECT

private slots:
    void nanoGpt()
    {
        const auto read =
            readLog("step 0: train loss 10.9, val loss 10.8\niter 0: loss 10.9, time 5970.20ms, mfu -100.00%\niter 10: "
                    "loss 3.4410, time 1970.20ms, mfu 0.19%\n");
        QCOMPARE(read.log().framework, std::string("nanogpt"));
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        const LogStep& step = read.log().steps.at(1);
        QCOMPARE(step.stepTime, ms(1970.2));
        QCOMPARE(step.stepsCovered, 1);  // the time is that of the printed iteration alone
        QCOMPARE(step.loss->value, 3.441);
        QCOMPARE(step.loss->decimals, 5);
        QCOMPARE(step.values.at("mfu"), 0.19 * 0.01);
        QVERIFY(!read.log().steps.at(0).values.contains("mfu"));
        QCOMPARE(read.log().steps.at(0).values.at("validation_loss"), 10.8);
    }

    void versionsAndTableBeforeTheFirstStep()
    {
        const std::string table =
            "Running pytorch 2.5.0+cu124 compiled for CUDA 12.4\nnvidia-smi:\n"
            "| NVIDIA-SMI 555.42.06              Driver Version: 555.42.06      CUDA Version: 12.5     |\n"
            "|   0  NVIDIA H100 80GB HBM3          Off |   00000000:18:00.0 Off |                    0 |\n"
            "| N/A   28C    P0            111W /  700W |    5786MiB /  81559MiB |      9%      Default |\n"
            "|   1  NVIDIA H100 80GB HBM3          Off |   00000000:2A:00.0 Off |                    0 |\n"
            "|    0   N/A  N/A     20785      C   /usr/bin/python3                                0MiB |\n";
        const std::string steps = "step:1/100 train_loss:7.5 train_time:300ms step_avg:nanms\n";
        const auto read = readLog("import torch\nlr = 1\n" + table + steps);
        const auto& facts = read.log().manifest;
        QCOMPARE(facts.at("pytorch"), std::string("2.5.0+cu124"));
        QVERIFY(!facts.contains("cuda"));  // one change, not two
        QCOMPARE(facts.at("driver"), std::string("555.42.06"));
        QCOMPARE(facts.at("gpu"), std::string("NVIDIA H100 80GB HBM3"));
        QCOMPARE(facts.at("gpu_count"), std::string("2"));
        const auto other = readLog("import torch\nlr = 2\n" + table + steps);
        QVERIFY(other.log().manifest.at("code_digest") != facts.at("code_digest"));
        const auto same = readLog("import torch\nlr = 1\n" + table + steps);
        QCOMPARE(same.log().manifest.at("code_digest"), facts.at("code_digest"));
    }

    void nanoChat()
    {
        const auto read = readLog(
            "step 00004/05000 (0.08%) | loss: 8.467922 | lrm: 1.00 | dt: 5.55ms | tok/sec: 23,045 | mfu: 1.50 | "
            "epoch: 1 | total time: 0.00m\nstep 05000/05000 (100.00%) | loss: nan | dt: 5.65ms | tok/sec: 23,045\n");
        QCOMPARE(read.log().framework, std::string("nanochat"));
        QCOMPARE(stepOf(read.log(), 4)->stepTime, ms(5.55));
        QCOMPARE(stepOf(read.log(), 4)->values.at("tokens_per_second"), 23045.0);
        QVERIFY(std::isnan(stepOf(read.log(), 5000)->loss->value));
        QVERIFY(endingOf(read.log(), "finished"));
    }

    void moddedNanoGpt()
    {
        const auto read = readLog("print(f\"step:{step}/{total} train_loss:{loss}\")\n"
                                  "step:0/5100 val_loss:16.0280 train_time:475ms step_avg:nanms\n"
                                  "step:1/5100 train_loss:16.0268 train_time:35679ms step_avg:nanms\n"
                                  "step:2/5100 train_loss:9.5039 train_time:35770ms step_avg:nanms\n"
                                  "step:3/5100 train_loss:8.5039 train_time:83ms step_avg:nanms\n"
                                  "step:4/5100 train_loss:7.5039 train_time:221ms step_avg:nanms\n"
                                  "step:4/5100 val_loss:7.4 train_time:230ms step_avg:119.69ms\n"
                                  "step:5/5100 train_loss:6.5039 train_time:359ms step_avg:119.69ms\n");
        QCOMPARE(read.log().framework, std::string("modded-nanogpt"));
        QCOMPARE(read.log().steps.size(), std::size_t(6));
        QCOMPARE(stepOf(read.log(), 1)->stepTime, ms(35679 - 475));
        QCOMPARE(stepOf(read.log(), 2)->stepTime, ms(91));
        QCOMPARE(stepOf(read.log(), 3)->stepTime, kMissing);  // the clock was restarted
        QCOMPARE(stepOf(read.log(), 4)->stepTime, ms(138));
        QCOMPARE(stepOf(read.log(), 5)->stepTime, ms(138));
        QCOMPARE(stepOf(read.log(), 4)->values.at("validation_loss"), 7.4);
        QCOMPARE(stepOf(read.log(), 4)->loss->value, 7.5039);
        QVERIFY(!stepOf(read.log(), 3)->values.contains("step_time_average_s"));
        QCOMPARE(stepOf(read.log(), 5)->values.at("step_time_average_s"), 0.11969);
    }

    void llmC()
    {
        const auto file = readLog("s:0 tel:11.0\ns:250 eval:0.25\ns:3 trl:10.7157 lr:0.000003 norm:13.12\n");
        QCOMPARE(file.log().framework, std::string("llm.c"));
        QCOMPARE(stepOf(file.log(), 3)->gradNorm->value, 13.12);
        QCOMPARE(stepOf(file.log(), 3)->loss->decimals, 6);
        QCOMPARE(stepOf(file.log(), 0)->values.at("validation_loss"), 11.0);
        const auto console =
            readLog("step   12/18865 | loss 9.512345 (+1.23z)| norm 3.1000 (-0.10z)| lr 1.00e-05 | 334.67 ms | "
                    "51.4% bf16 MFU | 1567712 tok/s\n");
        const LogStep* step = stepOf(console.log(), 12);
        QVERIFY(step);
        QCOMPARE(step->stepTime, ms(334.67));
        QCOMPARE(step->loss->value, 9.512345);
        QCOMPARE(step->gradNorm->value, 3.1);
        QCOMPARE(step->values.at("tokens_per_second"), 1567712.0);
        QCOMPARE(step->values.at("learning_rate"), 1e-5);
    }

    void torchtune()
    {
        const auto read =
            readLog("Step 12 | loss:1.23 lr:2e-05 tokens_per_second_per_gpu:4512.3 peak_memory_active:12.5 \n");
        QCOMPARE(stepOf(read.log(), 12)->loss->value, 1.23);
        QCOMPARE(stepOf(read.log(), 12)->values.at("tokens_per_second_per_gpu"), 4512.3);
        QCOMPARE(stepOf(read.log(), 12)->values.at("peak_memory_active"), 12.5);
    }

    void nemo()
    {
        const auto read = readLog(
            "0: Training epoch 0, iteration 45/99 | lr: 6.897e-06 | global_batch_size: 128 | global_step: 145 | "
            "max_memory_reserved: 127785762816 | reduced_train_loss: 11.96 | train_step_timing in s: 6.08 | "
            "TFLOPS_per_GPU: 1.249e+03 | consumed_samples: 5888 | val_loss: 12.0\n");
        QCOMPARE(read.log().framework, std::string("nemo"));
        const LogStep* step = stepOf(read.log(), 145);
        QVERIFY(step);
        QCOMPARE(step->stepTime, ms(6080));
        QCOMPARE(step->loss->value, 11.96);
        QCOMPARE(step->values.at("tflops_per_gpu"), 1249.0);
        QCOMPARE(step->values.at("memory_max_reserved_b"), 127785762816.0);
        QCOMPARE(step->values.at("validation_loss"), 12.0);
        const auto bar =
            readLog("Epoch 0: : 47%|####7 | 7/15 [06:19<07:13, v_num=0, reduced_train_loss=11.50, global_step=6.000, "
                    "consumed_samples=2e+3, train_step_timing in s=49.50]\rEpoch 0: : 47%|####7 | 7/15 [06:19<07:13, "
                    "v_num=0, reduced_train_loss=11.25, global_step=6.000, train_step_timing in s=48.50]\n");
        QCOMPARE(bar.log().steps.size(), std::size_t(1));
        QCOMPARE(stepOf(bar.log(), 6)->stepTime, ms(48500));
        QCOMPARE(stepOf(bar.log(), 6)->loss->value, 11.5);  // as many digits: the first stays
        QCOMPARE(stepOf(bar.log(), 6)->values.at("consumed_samples"), 2000.0);
    }

    void huggingFaceConsole()
    {
        const auto read = readLog(
            "{'loss': 0.9354, 'grad_norm': 4.09375, 'learning_rate': 1.6667e-06, 'epoch': 0.03}\n"
            "{'eval_loss': 1.5, 'eval_runtime': 2.0, 'epoch': 0.03}\n"
            "{'loss': nan, 'grad_norm': inf, 'learning_rate': 0.0, 'epoch': 0.06}\n"
            "{'train_runtime': 3.1, 'train_samples_per_second': 20.7, 'train_steps_per_second': 0.645, 'train_loss': "
            "0.9, 'epoch': 0.06}\n");
        QCOMPARE(read.log().framework, std::string("hugging-face"));
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        QCOMPARE(read.log().steps.at(0).loss->decimals, 4);
        QCOMPARE(read.log().steps.at(0).values.at("validation_loss"), 1.5);
        QVERIFY(std::isnan(read.log().steps.at(1).loss->value));
        QVERIFY(std::isinf(read.log().steps.at(1).gradNorm->value));
        QCOMPARE(read.log().steps.at(1).stepTime, ms(1550));
        QCOMPARE(read.log().steps.at(1).stepsCovered, 2);
        QVERIFY(endingOf(read.log(), "finished"));
        QVERIFY(read.hasProblem("assumed-step"));
    }

    void huggingFaceStepsFromTheBar()
    {
        const auto read = readLog(
            " 10%|#         | 10/100 [00:15<02:15,  1.50s/it]\r\n{'loss': '0.9354', 'epoch': 0.03}\n 20%|##        "
            "| 20/100 [00:31<02:00,  1.55s/it]\r\n{'loss': '0.8354', 'epoch': 0.06}\n");
        QVERIFY(stepOf(read.log(), 10));
        QCOMPARE(stepOf(read.log(), 10)->loss->value, 0.9354);
        QCOMPARE(stepOf(read.log(), 20)->loss->value, 0.8354);
        QCOMPARE(stepOf(read.log(), 20)->values.at("step_time_smoothed_s"), 1.55);
        QVERIFY(!read.hasProblem("assumed-step"));
    }

    void progressBarAlone()
    {
        const auto read = readLog(
            "Loading checkpoint shards: 100%|##########| 20/20 [00:01<00:00,  1.85it/s]\n"
            " 50%|#####     | 50/100 [01:17<01:15,  1.50s/it]\r100%|##########| 100/100 [02:34<00:00,  1.55s/it]\n");
        QCOMPARE(read.format, std::string("hf-trainer-state"));
        QCOMPARE(read.log().steps.size(), std::size_t(2));
        QCOMPARE(stepOf(read.log(), 50)->stepTime, kMissing);
        QCOMPARE(stepOf(read.log(), 100)->stepTime, ms(1540));
        QCOMPARE(stepOf(read.log(), 100)->stepsCovered, 100);
        QVERIFY(readLog("Loading checkpoint shards: 100%|##########| 20/20 [00:01<00:00,  1.85it/s]\n").format.empty());
    }

    void jsonLines()
    {
        const auto read = readLog(
            json("{'data': {'epoch': 0.0, 'step': 1, 'timestamp': '2025-02-18T18:57:25.500000', 'value': 1.6055}, "
                 "'name': 'training_loss'}\n{'data': {'epoch': 0.0, 'step': 2, 'timestamp': "
                 "'2025-02-18T18:57:27.000000', 'value': NaN}, 'name': 'training_loss'}\n{'data': broken\n"));
        QCOMPARE(read.log().framework, std::string("json-lines"));
        QCOMPARE(read.log().steps.at(0).loss->value, 1.6055);
        QVERIFY(std::isnan(read.log().steps.at(1).loss->value));
        QCOMPARE(read.log().steps.at(1).stepTime, ms(1500));
        QCOMPARE(read.log().stepTimeBasis, std::string("time between lines"));
        QCOMPARE(*read.log().steps.at(0).time, qint64(1739905045500000000));
        const auto flat = readLog(json("{'step': 3, 'loss': 2.5, 'lr': 0.1}\n"));
        QCOMPARE(stepOf(flat.log(), 3)->loss->value, 2.5);
        QCOMPARE(stepOf(flat.log(), 3)->values.at("learning_rate"), 0.1);
    }

    void ranksWithTags()
    {
        const auto read = readLog(
            "1: {'loss': 0.5, 'epoch': 0.1}\n0: {'loss': 0.75, 'epoch': 0.1}\n1: {'loss': 0.4, 'epoch': 0.2}\n0: "
            "{'loss': 0.6, 'epoch': 0.2}\n");
        QCOMPARE(read.content.logs.size(), std::size_t(2));
        QCOMPARE(read.content.logs.at(0).rank, std::optional<int>(0));
        QCOMPARE(read.content.logs.at(0).steps.at(1).loss->value, 0.6);
        QCOMPARE(read.content.logs.at(1).steps.at(0).loss->value, 0.5);
        const auto pods =
            readLog("[pod/trainer-0/main] iter 10: loss 3.5, time 1970.20ms, mfu 0.19%\n[pod/trainer-0/main] iter 20: "
                    "loss 3.4, time 1970.20ms, mfu 0.19%\n");
        QCOMPARE(pods.content.logs.size(), std::size_t(1));
        QCOMPARE(pods.log().steps.size(), std::size_t(2));
    }

    void diedBeforeTheFirstStep()
    {
        const auto read = readLog(
            "loading data\nTraceback (most recent call last):\n  File \"train.py\", line 3\ntorch.OutOfMemoryError: "
            "CUDA out of memory. Tried to allocate 20.00 MiB\n");
        QCOMPARE(read.format, std::string("torchtitan-log"));
        QVERIFY(read.status);
        QVERIFY(read.log().steps.empty());
        QVERIFY(endingOf(read.log(), "out-of-memory"));
        QVERIFY(read.hasProblem("no-steps"));
        QCOMPARE(read.content.source.variant, std::string("no steps"));
    }
};

QTEST_APPLESS_MAIN(tst_ScriptLogs)
#include "tst_ScriptLogs.moc"

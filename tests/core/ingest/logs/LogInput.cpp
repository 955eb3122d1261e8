// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/ingest/logs/LogInput.h"

#include "core/ingest/logs/Protobuf.h"

namespace headwater::test {

namespace {

std::string littleEndian(std::uint64_t value, std::size_t bytes)
{
    std::string out;
    for (std::size_t i = 0; i < bytes; ++i)
        out += static_cast<char>((value >> (8 * i)) & 0xFFU);
    return out;
}

std::string varint(std::uint64_t value)
{
    std::string out;
    for (; value >= 0x80U; value >>= 7U)
        out += static_cast<char>((value & 0x7FU) | 0x80U);
    return out + static_cast<char>(value);
}

std::string lengthDelimited(unsigned field, std::string_view bytes)
{
    return varint((field << 3U) | 2U) + varint(bytes.size()) + std::string(bytes);
}

std::string doubleField(unsigned field, double value)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return varint((field << 3U) | 1U) + littleEndian(bits, 8);
}

std::string floatField(unsigned field, float value)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return varint((field << 3U) | 5U) + littleEndian(bits, 4);
}

std::string event(double wallTime, std::int64_t step, const std::string& value)
{
    return doubleField(1, wallTime) + varint(2U << 3U) + varint(static_cast<std::uint64_t>(step)) +
           lengthDelimited(5, lengthDelimited(1, value));
}

std::string megatronLine(int step, double time, const char* loss)
{
    return fmt::format(
        " iteration {:>8}/{:>8} | consumed samples: {:>12} | elapsed time per iteration (ms): {:.1f} | "
        "learning rate: 1.497E-04 | global batch size: {:>5} | lm loss: {} | loss scale: 1.0 | grad norm: "
        "1.250 | number of skipped iterations:   0 | number of nan iterations:   0 |\n",
        step, 1000, step * 4, time, 4, loss);
}

}  // namespace

std::string eventRecord(std::string_view payload)
{
    const std::string length = littleEndian(payload.size(), 8);
    return length + littleEndian(logs::maskedCrc32c(length), 4) + std::string(payload) +
           littleEndian(logs::maskedCrc32c(payload), 4);
}

std::string eventFile(const std::vector<EventScalar>& scalars)
{
    std::string file = eventRecord(doubleField(1, 1700000000.0) + lengthDelimited(3, "brain.Event:2"));
    for (const EventScalar& one : scalars)
        file += eventRecord(event(one.wallTime, one.step, lengthDelimited(1, one.tag) + floatField(2, one.value)));
    return file;
}

std::string textEvent(std::string_view tag, std::string_view text)
{
    const std::string tensor = varint(1U << 3U) + varint(7) + lengthDelimited(8, text);
    const std::string metadata = lengthDelimited(1, lengthDelimited(1, "text"));
    return event(1700000001.0, 0, lengthDelimited(1, tag) + lengthDelimited(8, tensor) + lengthDelimited(9, metadata));
}

std::vector<LogSample> logSamples()
{
    const std::string rule(24, '-');
    return {
        {"megatron", "megatron-log",
         rule + " arguments " + rule + "\n  global_batch_size ............. 4\n  world_size .................... 8\n" +
             std::string(20, '-') + " end of arguments " + std::string(20, '-') + "\n" +
             megatronLine(1, 2759.1, "1.097588E+01") + "time (ms) | forward-compute: 148.22 | optimizer: 50.82\n" +
             megatronLine(2, 1759.5, "1.087588E+01")},
        {"golden values", "megatron-log",
         json("{'lm loss': {'start_step': 1, 'end_step': 2, 'step_interval': 1, 'values': {'1': 10.5, '2': 9.25}},"
              " 'iteration-time': {'start_step': 1, 'end_step': 2, 'step_interval': 1, 'values': {'1': 'nan', '2': "
              "1.5}}}")},
        {"deepspeed", "deepspeed-log",
         "[2023-10-19 23:07:45,931] [INFO] [logging.py:96:log_dist] [Rank 0] step=10, skipped=0, lr=[1e-05], "
         "mom=[(0.9, "
         "0.95)]\n[2023-10-19 23:07:46,931] [INFO] [timer.py:199:stop] epoch=0/micro_step=20/global_step=20, "
         "RunningAvgSamplesPerSec=172.2, CurrSamplesPerSec=172.3, MemAllocated=3.96GB, MaxMemAllocated=22.95GB\n"},
        {"torchtitan", "torchtitan-log",
         "[rank0]:[titan] 2026-05-19 14:57:54,912 - root - INFO - \x1b[31mstep: 10  \x1b[32mloss:  7.50736  "
         "\x1b[38;2;180;60;0mgrad_norm: 35.7500  \x1b[33mmemory: 165.71GiB(92.91%)  \x1b[34mtps: 6,939  "
         "\x1b[36mtflops: "
         "652.29  \x1b[35mmfu: N/A\x1b[39m\n"},
        {"trainer state", "hf-trainer-state",
         json("{'best_metric': null, 'global_step': 2, 'max_steps': 2, 'log_history': [{'step': 1, 'loss': 1.5, "
              "'grad_norm': "
              "NaN}, {'step': 2, 'loss': 1.25}, {'step': 2, 'train_runtime': 3.0, 'train_loss': 1.375}]}")},
        {"lightning", "lightning-csv", "train_loss,val_loss,epoch,step\n1.5,,0,9\n,1.75,0,9\n1.25,,0,19\n"},
        {"nanogpt", "torchtitan-log",
         "step 0: train loss 10.9, val loss 10.8\niter 0: loss 10.9, time 1970.20ms, mfu -100.00%\n"},
        {"nanochat", "torchtitan-log",
         "step 00004/05000 (0.08%) | loss: 8.467922 | lrm: 1.00 | dt: 5.55ms | tok/sec: 23,045 | mfu: 0.00\n"},
        {"modded", "torchtitan-log",
         "step:0/3 val_loss:16.0 train_time:10ms step_avg:nanms\nstep:1/3 train_loss:16.0 train_time:150ms "
         "step_avg:nanms\n"},
        {"llm.c", "torchtitan-log", "s:0 tel:11.0\ns:1 trl:10.7157 lr:0.000003 norm:13.12\n"},
        {"torchtune", "torchtitan-log", "Step 12 | loss:1.23 lr:2e-05 tokens_per_second_per_gpu:4512.3 \n"},
        {"nemo", "megatron-log",
         "Training epoch 0, iteration 45/99 | lr: 6.897e-06 | global_batch_size: 128 | global_step: 45 | "
         "reduced_train_loss: 11.96 | train_step_timing in s: 6.08\n"},
        {"hugging face", "hf-trainer-state",
         "{'loss': 0.9354, 'grad_norm': 4.09375, 'learning_rate': 1.6667e-06, 'epoch': 0.06}\n"},
        {"progress bar", "hf-trainer-state",
         " 97%|#########7| 97/100 [02:29<00:04,  1.59s/it]\r 98%|#########8| 98/100 [02:31<00:03,  1.58s/it]"},
        {"json lines", "hf-trainer-state",
         json("{'data': {'epoch': 0.0, 'step': 1, 'timestamp': '2025-02-18T18:57:25.684762', 'value': 1.6055}, 'name': "
              "'training_loss'}\n")},
        {"died early", "torchtitan-log",
         "loading data\nTraceback (most recent call last):\n  File \"train.py\", line 3\ntorch.OutOfMemoryError: CUDA "
         "out of "
         "memory. Tried to allocate 20.00 MiB\n"},
        {"events", "tfevents",
         eventFile({{"lm loss", 1, 10.5F, 1700000001.25}, {"iteration-time", 2, 0.5F, 1700000002.0}}) +
             eventRecord(textEvent("global_batch_size/text_summary", "16"))},
    };
}

}  // namespace headwater::test

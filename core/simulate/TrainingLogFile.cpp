// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/TrainingLogFile.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/simulate/Hardware.h"
#include "core/simulate/KernelLogFile.h"
#include "core/simulate/Random.h"

namespace headwater {

namespace {

constexpr std::uint64_t kDataSeed = 1234;  // both runs read the same data in the same order
constexpr int kMicroBatch = 4;

/// What the optimizer sees in a step. The data decide; the order of additions inside the run's kernels only touches the
/// last digits, a little more with every step.
struct Progress {
    double loss = 0;
    double gradNorm = 0;
};

Progress progressAt(const JobModel& model, int step)
{
    const auto number = static_cast<std::uint64_t>(step);
    Random data(mixSeed(kDataSeed, 0xDA7AULL, number));
    Random rounding(mixSeed(model.seed, 0x2007ULL, number));
    const double spread = 2e-7 * std::min(100, 1 + step);
    Progress now;
    now.loss = (1.72 + 9.21 * std::pow(1.0 + step / 24.0, -0.46)) * Random::exponential(0.006 * data.normal());
    now.gradNorm = (0.62 + 2.4 / (1.0 + step / 20.0)) * Random::exponential(0.07 * data.normal());
    now.loss *= 1.0 + spread * rounding.normal();
    now.gradNorm *= 1.0 + 10 * spread * rounding.normal();
    if (model.nanStep >= 0 && step >= model.warmupSteps + model.nanStep)
        now.loss = now.gradNorm = std::numeric_limits<double>::quiet_NaN();
    return now;
}

std::string upper(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return text;
}

void argument(std::string& text, std::string_view name, const std::string& value)
{
    text += fmt::format("  {} {} {}\n", name, std::string(48 - std::min<std::size_t>(40, name.size()), '.'), value);
}

std::string arguments(const JobModel& model)
{
    const auto settings = settingsOf(model);
    std::string text = fmt::format("using world size: {}, data-parallel size: {}, context-parallel size: 1, "
                                   "tensor-model-parallel size: 1, pipeline-model-parallel size: {}\n",
                                   model.ranks, model.ranks / model.pipelineStages, model.pipelineStages);
    text += "------------------------ arguments ------------------------\n";
    argument(text, "data_parallel_size", std::to_string(model.ranks / model.pipelineStages));
    argument(text, "deterministic_mode", settings.at("deterministic_mode"));
    argument(text, "global_batch_size", settings.at("global_batch_size"));
    argument(text, "hidden_size", "4096");
    argument(text, "micro_batch_size", std::to_string(kMicroBatch));
    argument(text, "num_attention_heads", "32");
    argument(text, "num_workers", std::to_string(model.loaderWorkers));
    argument(text, "params_dtype", "torch.bfloat16");
    argument(text, "pipeline_model_parallel_size", std::to_string(model.pipelineStages));
    argument(text, "seed", settings.at("seed"));
    argument(text, "seq_length", "4096");
    argument(text, "tensor_model_parallel_size", "1");
    argument(text, "world_size", std::to_string(model.ranks));
    return text + "-------------------- end of arguments ---------------------\n";
}

}  // namespace

std::string trainingLogText(const JobModel& model, const RunRecords& records, Ns jobStart)
{
    std::string text = arguments(model);
    auto out = std::back_inserter(text);
    const int steps = static_cast<int>(records.stepEnds.size());
    const int interval = std::max(1, steps / 1000);
    constexpr int kMemoryAfter = 10;
    const int batch = kMicroBatch * model.ranks;
    for (int step = interval; step < steps; step += interval) {
        const auto i = static_cast<std::size_t>(step);
        const auto before = static_cast<std::size_t>(step - interval);
        const Progress now = progressAt(model, step);
        const double elapsed = static_cast<double>(records.stepEnds[i] - records.stepEnds[before]) / interval / 1e6;
        fmt::format_to(
            out,
            " [{}] iteration {:8}/{:8} | consumed samples: {:12} | elapsed time per iteration (ms): {:.1f} | "
            "learning rate: {:.6E} | global batch size: {:5} | lm loss: {} | loss scale: 1.0 | grad norm: "
            "{:.3f} | memory/num_alloc_retries: {} | number of skipped iterations: {:3} | number of nan "
            "iterations: {:3} |\n",
            isoTime(jobStart + records.stepEnds[i], ' '), step, steps - 1, static_cast<std::int64_t>(step) * batch,
            elapsed, 3e-4 * std::min(1.0, step / 2000.0), batch, upper(fmt::format("{:.6E}", now.loss)), now.gradNorm,
            records.allocationRetries[i], 0, std::isnan(now.loss) ? interval : 0);
        if (before < kMemoryAfter && step >= kMemoryAfter)
            fmt::format_to(out,
                           "[Rank {}] (after {} iterations) memory (MB) | allocated: {:.1f} | max allocated: {:.1f} | "
                           "reserved: {:.1f} | max reserved: {:.1f}\n",
                           model.ranks - 1, step, static_cast<double>(model.allocatedBytes) / 1048576 * 0.62,
                           static_cast<double>(model.allocatedBytes) / 1048576,
                           static_cast<double>(model.reservedBytes) / 1048576,
                           static_cast<double>(model.reservedBytes) / 1048576);
    }
    return text;
}

std::map<std::string, std::string> settingsOf(const JobModel& model)
{
    std::map<std::string, std::string> settings{
        {"CUBLAS_WORKSPACE_CONFIG", ":4096:8"},
        {"NCCL_ALGO", "Ring"},
        {"NCCL_PROTO", "LL"},
        {"PYTHONHASHSEED", "0"},
        {"allow_tf32", "false"},
        {"attention_backend", "flash"},
        {"container", "sha256:5f0c9d1e"},
        {"cudnn", "9.5.1"},
        {"cudnn.benchmark", "false"},
        {"dataloader_workers", std::to_string(model.loaderWorkers)},
        {"dataset", "corpus-2025-08"},
        {"deterministic_mode", "False"},  // as in the log's arguments
        {"driver", "560.35.03"},
        {"git", "3f2a9c1"},
        {"global_batch_size", std::to_string(kMicroBatch * model.ranks)},
        {"micro_batch_size", std::to_string(kMicroBatch)},
        {"precision", "bfloat16"},
        {"python", "3.11.9"},
        {"pytorch", "2.6.0"},
        {"seed", "1234"},
        {"storage", "local NVMe"},
    };
    for (const auto& [key, value] : model.settings)
        settings.insert_or_assign(key, value);
    return settings;
}

std::string manifestText(const JobModel& model, Ns jobStart)
{
    nlohmann::ordered_json values;
    for (const auto& [key, value] : settingsOf(model))
        values[key] = value;
    values["start_time"] = isoTime(jobStart) + "Z";
    constexpr int kHostsPerRack = 4;
    for (int host = 0; host < model.hosts(); ++host)
        values["rack." + hostName(host)] = fmt::format("rack {}", 1 + host / kHostsPerRack);
    if (model.pipelineStages > 1)
        for (int rank = 0; rank < model.ranks; ++rank)
            values[fmt::format("role.{}", rank)] =
                fmt::format("pipeline stage {}", rank / (model.ranks / model.pipelineStages));
    nlohmann::ordered_json json;
    json["schema"] = "headwater.manifest/1";
    json["values"] = values;
    return json.dump(2) + "\n";
}

}  // namespace headwater

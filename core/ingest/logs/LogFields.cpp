// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/LogFields.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace headwater::logs {

namespace {

enum class Target { Loss, GradNorm, Skipped, NanIterations, StepTime, Value };

/// `name` is compact (letters and digits). For StepTime `scale` is in ns, for a Value it is a factor to the unit of
/// `as`.
struct Field {
    std::string_view name;
    Target target;
    std::string_view as = {};
    double scale = 1;
};

constexpr double kPercent = 0.01;
constexpr double kGibi = 1073741824.0;

constexpr std::array kFields = {
    Field{"lmloss", Target::Loss},
    Field{"loss", Target::Loss},
    Field{"trainloss", Target::Loss},
    Field{"trainlossstep", Target::Loss},
    Field{"losstrain", Target::Loss},
    Field{"trainlmloss", Target::Loss},
    Field{"trainingloss", Target::Loss},
    Field{"reducedtrainloss", Target::Loss},
    Field{"lossmetricsglobalavgloss", Target::Loss},
    Field{"trl", Target::Loss},
    Field{"gradnorm", Target::GradNorm},
    Field{"traingradnorm", Target::GradNorm},
    Field{"norm", Target::GradNorm},
    Field{"numberofskippediterations", Target::Skipped},
    Field{"numberofnaniterations", Target::NanIterations},
    Field{"elapsedtimeperiterationms", Target::StepTime, {}, kMillisecond},
    Field{"iterationtime", Target::StepTime, {}, kSecond},
    Field{"traintimingins", Target::StepTime, {}, kSecond},
    Field{"trainsteptimingins", Target::StepTime, {}, kSecond},
    Field{"timemetricsendtoends", Target::StepTime, {}, kSecond},
    Field{"steptimes", Target::StepTime, {}, kSecond},
    Field{"steptimems", Target::StepTime, {}, kMillisecond},
    Field{"runtimeiterationtime", Target::StepTime, {}, kSecond},
    Field{"throughputpergputflopsgpu", Target::Value, "tflops_per_gpu"},
    Field{"throughput", Target::Value, "tflops_per_gpu"},
    Field{"approxflopspergpu", Target::Value, "tflops_per_gpu"},
    Field{"tflopspergpu", Target::Value, "tflops_per_gpu"},
    Field{"tflops", Target::Value, "tflops_per_gpu"},
    Field{"tokenspergputokenssgpu", Target::Value, "tokens_per_second_per_gpu"},
    Field{"tokenspersecpergpu", Target::Value, "tokens_per_second_per_gpu"},
    Field{"tokenspersecondpergpu", Target::Value, "tokens_per_second_per_gpu"},
    Field{"tps", Target::Value, "tokens_per_second_per_gpu"},
    Field{"wps", Target::Value, "tokens_per_second_per_gpu"},
    Field{"throughputtps", Target::Value, "tokens_per_second_per_gpu"},
    Field{"toksec", Target::Value, "tokens_per_second"},
    Field{"toks", Target::Value, "tokens_per_second"},
    Field{"samplespersecond", Target::Value, "samples_per_second"},
    Field{"samplessec", Target::Value, "samples_per_second"},
    Field{"energypergpujitergpu", Target::Value, "energy_per_gpu_j"},
    Field{"powerpergpuwgpu", Target::Value, "power_per_gpu_w"},
    Field{"lr", Target::Value, "learning_rate"},
    Field{"learningrate", Target::Value, "learning_rate"},
    Field{"batchsize", Target::Value, "global_batch_size"},
    Field{"actualseqlen", Target::Value, "actual_sequence_length"},
    Field{"mfu", Target::Value, "mfu", kPercent},
    Field{"valloss", Target::Value, "validation_loss"},
    Field{"lossvalid", Target::Value, "validation_loss"},
    Field{"evalloss", Target::Value, "validation_loss"},
    Field{"validationloss", Target::Value, "validation_loss"},
    Field{"tel", Target::Value, "validation_loss"},
    Field{"maxmemoryreserved", Target::Value, "memory_max_reserved_b"},
    Field{"maxmemoryallocated", Target::Value, "memory_max_allocated_b"},
    Field{"memallocatedbytes", Target::Value, "memory_allocated_b"},
    Field{"memmaxallocatedbytes", Target::Value, "memory_max_allocated_b"},
    Field{"memorymaxactivegib", Target::Value, "memory_max_active_b", kGibi},
    Field{"memorymaxreservedgib", Target::Value, "memory_max_reserved_b", kGibi},
    Field{"memorymaxactive", Target::Value, "memory_max_active_ratio", kPercent},
    Field{"memorymaxreserved", Target::Value, "memory_max_reserved_ratio", kPercent},
    Field{"memorynumallocretries", Target::Value, "memory_alloc_retries"},
    Field{"memorynumooms", Target::Value, "memory_ooms"},
    Field{"lossmetricsglobalmaxloss", Target::Value, "loss_max_over_ranks"},
    Field{"runtimesamplespersec", Target::Value, "samples_per_second"},
    Field{"trainruntime", Target::Value, "train_runtime_s"},
};

constexpr std::array<std::string_view, 24> kTimers = {"interval-time",
                                                      "batch-generator",
                                                      "forward-backward",
                                                      "forward-compute",
                                                      "backward-compute",
                                                      "forward-recv",
                                                      "forward-send",
                                                      "backward-recv",
                                                      "backward-send",
                                                      "forward-send-forward-recv",
                                                      "forward-send-backward-recv",
                                                      "backward-send-forward-recv",
                                                      "backward-send-backward-recv",
                                                      "forward-backward-send-forward-backward-recv",
                                                      "layernorm-grads-all-reduce",
                                                      "non-tensor-parallel-grads-all-reduce",
                                                      "embedding-grads-all-reduce",
                                                      "all-grads-sync",
                                                      "grads-all-reduce",
                                                      "grads-reduce-scatter",
                                                      "params-all-gather",
                                                      "optimizer",
                                                      "backward-params-all-reduce",
                                                      "backward-embedding-all-reduce"};

std::optional<std::int64_t> asCount(const LoggedNumber& value)
{
    constexpr double kLargest = 9.0e15;
    if (!(value.value >= 0 && value.value <= kLargest))
        return std::nullopt;
    return static_cast<std::int64_t>(value.value);
}

/// A second number for the same thing replaces the first only when it was printed with more digits.
void setClosest(std::optional<LoggedNumber>& slot, const LoggedNumber& value)
{
    if (!slot || value.decimals > slot->decimals || value.decimals < 0)
        slot = value;
}

}  // namespace

void setStepTime(LogStep& step, Ns time)
{
    if (step.stepTime == kMissing)
        step.stepTime = time;
}

void setField(LogStep& step, std::string_view name, const LoggedNumber& value)
{
    const std::string compact = compactName(name);
    const auto* field = std::ranges::find(kFields, compact, &Field::name);
    if (field == kFields.end()) {
        step.values[normalisedName(name)] = value.value;
        return;
    }
    switch (field->target) {
    case Target::Loss: setClosest(step.loss, value); break;
    case Target::GradNorm: setClosest(step.gradNorm, value); break;
    case Target::Skipped: step.skipped = asCount(value); break;
    case Target::NanIterations: step.nanIterations = asCount(value); break;
    case Target::StepTime: step.stepTime = nsFrom(value.value, field->scale); break;
    case Target::Value: step.values[std::string(field->as)] = value.value * field->scale; break;
    }
}

void takeStepTime(LogStep& step, const LoggedNumber& value, double unit, std::uint64_t line, LogBuilder& log)
{
    const Ns time = nsFrom(value.value, unit);
    if (time > 0) {
        step.stepTime = time;
        return;
    }
    log.note(Severity::Warning, "bad-time",
             fmt::format("a step time of {:g} {} can be none: it counts as not measured", value.value,
                         unit == kMillisecond ? "ms" : "s"),
             line);
}

void takeField(LogStep& step, std::string_view name, const LoggedNumber& value, std::uint64_t line, LogBuilder& log)
{
    const auto* field = std::ranges::find(kFields, compactName(name), &Field::name);
    if (field != kFields.end() && field->target == Target::StepTime)
        takeStepTime(step, value, field->scale, line, log);
    else
        setField(step, name, value);
}

bool isMegatronTimer(std::string_view name)
{
    return name.starts_with("optimizer-") || std::ranges::find(kTimers, name) != kTimers.end();
}

std::string deepSpeedStage(std::string_view name)
{
    std::string stage(trimmed(name));
    for (const auto& [from, to] : {std::pair("fwd", "forward"), std::pair("bwd", "backward")})
        if (stage == from || stage.starts_with(std::string(from) + "_"))
            return to + stage.substr(std::string_view(from).size());
    return stage;
}

std::optional<double> bytesFrom(std::string_view text, double unit)
{
    text = trimmed(text);
    const auto number = takeNumber(text);
    if (!number || !std::isfinite(number->value))
        return std::nullopt;
    constexpr std::array<std::pair<std::string_view, double>, 8> kUnits = {{{"GiB", kGibi},
                                                                            {"MiB", 1048576.0},
                                                                            {"KiB", 1024.0},
                                                                            {"GB", 1e9},
                                                                            {"MB", 1e6},
                                                                            {"KB", 1e3},
                                                                            {"TB", 1e12},
                                                                            {"G", kGibi}}};
    text = trimmed(text);
    for (const auto& [name, scale] : kUnits)
        if (text.starts_with(name))
            return number->value * scale;
    return number->value * unit;
}

}  // namespace headwater::logs

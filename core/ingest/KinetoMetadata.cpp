// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/KinetoMetadata.h"

#include <array>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/Decimal.h"
#include "core/ingest/RawMember.h"

namespace headwater {

namespace {

using nlohmann::json;

std::string textOf(const json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void deviceProperties(const json& devices, Trace& trace)
{
    if (!devices.is_array() || devices.empty())
        return;
    std::set<std::string> names;
    for (const json& device : devices)
        if (device.is_object() && device.contains("name") && device["name"].is_string())
            names.insert(device["name"].get<std::string>());
    std::string joined;
    for (const std::string& name : names)
        joined += (joined.empty() ? "" : ", ") + name;
    if (!joined.empty())
        trace.metadata["gpu"] = joined;
    trace.metadata["gpus_on_host"] = std::to_string(devices.size());
}

std::optional<int> smallInteger(const json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    const auto value = found->get<std::int64_t>();
    return value >= 0 && value < 10'000'000 ? std::optional<int>(static_cast<int>(value)) : std::nullopt;
}

void distributedInfo(const json& info, Trace& trace)
{
    if (!info.is_object())
        return;
    if (const auto rank = smallInteger(info, "rank")) {
        trace.rank = rank;
        trace.rankSource = "distributedInfo";
    }
    if (const auto size = smallInteger(info, "world_size"); size && *size > 0) {
        trace.worldSize = size;
        trace.metadata["world_size"] = std::to_string(*size);
    }
    for (const char* key : {"backend", "nccl_version"})
        if (const auto found = info.find(key); found != info.end() && textOf(*found) != "unknown")
            trace.metadata[key] = textOf(*found);
}

/// CUDA and HIP versions come as 12090 for 12.9; ROCm writes larger numbers, kept as they are.
std::string toolkitVersion(const json& value)
{
    if (!value.is_number_integer())
        return textOf(value);
    const auto number = value.get<std::int64_t>();
    if (number < 1000 || number > 99'999)
        return textOf(value);
    return fmt::format("{}.{}", number / 1000, number % 1000 / 10);
}

struct PlainKey {
    std::string_view member;
    const char* manifest;
};

constexpr std::array<PlainKey, 9> kPlainKeys = {{
    {"record_shapes", "profiler.record_shapes"},
    {"with_stack", "profiler.with_stack"},
    {"profile_memory", "profiler.profile_memory"},
    {"with_flops", "profiler.with_flops"},
    {"with_modules", "profiler.with_modules"},
    {"pytorch_version", "pytorch"},
    {"PyTorch version", "pytorch"},
    {"trace_id", "trace_id"},
    {"hostname", "hostname"},
}};

constexpr std::array<PlainKey, 5> kVersionKeys = {{
    {"cuda_runtime_version", "cuda_runtime"},
    {"cuda_driver_version", "cuda_driver"},
    {"cupti_version", "cupti"},
    {"hip_runtime_version", "hip_runtime"},
    {"hip_driver_version", "hip_driver"},
}};

}  // namespace

std::string KinetoMetadata::badRank(std::string_view distributedInfo)
{
    const json info = json::parse(distributedInfo, nullptr, false);
    if (!info.is_object() || !info.contains("rank") || info["rank"].is_null() || smallInteger(info, "rank"))
        return {};
    constexpr std::size_t kShown = 40;
    return info["rank"].is_string() ? textOf(info["rank"]).substr(0, kShown)
                                    : rawMember(distributedInfo, "rank").substr(0, kShown);
}

void KinetoMetadata::member(std::string_view key, std::string_view text, Trace& trace)
{
    if (key == "baseTimeNanoseconds") {
        m_baseTime = parseDecimal(text, TimeUnit::Nanosecond).value_or(0);
        return;
    }
    const json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        trace.problems.push_back({Severity::Info,
                                  "metadata-unreadable",
                                  "the member \"" + std::string(key) + "\" is no valid JSON and was ignored",
                                  {},
                                  trace.file});
        return;
    }
    if (key == "deviceProperties" || key == "computeProperties")
        deviceProperties(value, trace);
    else if (key == "distributedInfo")
        distributedInfo(value, trace);
    for (const PlainKey& known : kPlainKeys)
        if (key == known.member)
            trace.metadata[known.manifest] = textOf(value);
    for (const PlainKey& known : kVersionKeys)
        if (key == known.member)
            trace.metadata[known.manifest] = toolkitVersion(value);
}

void manifestFromNames(Trace& trace)
{
    std::set<std::string> optimizers;
    for (std::size_t i = 0; i < trace.names.size(); ++i) {
        const std::string_view name = trace.names[static_cast<NameId>(i)];
        if (name.starts_with("enumerate(DataLoader)#_SingleProcess"))
            trace.metadata["dataloader"] = "in the training process";
        else if (name.starts_with("enumerate(DataLoader)#_MultiProcessing"))
            trace.metadata["dataloader"] = "worker processes";
        constexpr std::string_view kStep = "Optimizer.step#";
        if (name.starts_with(kStep)) {
            const std::string_view rest = name.substr(kStep.size());
            optimizers.insert(std::string(rest.substr(0, rest.find('.'))));
        }
    }
    std::string joined;
    for (const std::string& name : optimizers)
        joined += (joined.empty() ? "" : ", ") + name;
    if (!joined.empty())
        trace.metadata["optimizer"] = joined;
}

}  // namespace headwater

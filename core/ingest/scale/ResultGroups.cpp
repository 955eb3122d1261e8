// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/ResultGroups.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "core/ingest/others/Json.h"
#include "core/ingest/scale/NcclResults.h"

namespace headwater::scale {

namespace {

using nlohmann::json;

constexpr const char* kStepTime = "step_time_ms";

Status readSide(const json& object, ScaleSide& side, const Place& place, const std::string& where)
{
    if (object.is_null())
        return {};
    if (!object.is_object())
        return place.bad("is no object", where);
    Status status = readNumbers(others::memberAt(object, "values"), side.values, place, where + ".values");
    if (status)
        status = readNumbers(others::memberAt(object, "sequence_lengths"), side.sequenceLengths, place,
                             where + ".sequence_lengths");
    const json& invariants = others::memberAt(object, "invariants");
    for (const auto& [key, ignored] : invariants.items())
        side.invariants[key] = others::textAt(invariants, key.c_str());
    return status;
}

/// The names of files or folders beside the results; one twice would count as a repeat that was never run.
Result<std::vector<std::filesystem::path>> readFiles(const json& list, const Place& place, const std::string& where)
{
    std::vector<std::filesystem::path> files;
    for (const json& file : list) {
        if (!file.is_string())
            return place.bad("is no list of files", where);
        files.push_back((std::filesystem::path(place.file).parent_path() / file.get<std::string>()).lexically_normal());
        if (std::ranges::count(files, files.back()) > 1)
            return place.bad(fmt::format("names {} twice: that is one repeat", file.get<std::string>()), where);
    }
    return files;
}

/// "runs": folders or files of runs beside the results, one a repeat. Their step time is the metric.
Status readRuns(const json& object, GroupMeasurement& group, ScaleSide& side, const Place& place,
                const std::string& where)
{
    const json& list = others::memberAt(object, "runs");
    if (list.is_null())
        return {};
    if (!list.is_array() || !others::memberAt(object, "values").is_null() ||
        (!group.metric.empty() && group.metric != kStepTime))
        return place.bad(fmt::format("is a list of runs, whose metric is {}, without values", kStepTime),
                         where + ".runs");
    const auto files = readFiles(list, place, where + ".runs");
    if (!files)
        return tl::unexpected(files.error());
    for (const std::filesystem::path& file : *files)
        side.runs.push_back(file.string());
    group.metric = kStepTime;
    return {};
}

/// Whether larger values of a metric are better, by its name; nothing for a name that is not known.
std::optional<bool> directionOf(const std::string& metric)
{
    const auto has = [&metric](std::string_view part) { return metric.find(part) != std::string::npos; };
    if (has("busbw") || has("algbw") || has("bandwidth") || has("throughput") || metric.ends_with("per_s") ||
        has("per_sec") || has("flops") || has("mfu") || has("tps") || has("gbps"))
        return true;
    if (has("time") || has("latency") || has("duration") || metric.ends_with("_ms") || metric.ends_with("_us") ||
        metric.ends_with("_ns") || metric.ends_with("_s"))
        return false;
    return std::nullopt;
}

/// By its name, or as the group says; a throughput that is judged as a time is judged backwards.
Status readDirection(const json& object, GroupMeasurement& group, const Place& place, const std::string& where)
{
    const json& told = others::memberAt(object, "higher_is_better");
    const auto known = directionOf(group.metric);
    if (group.metric.empty())
        return {};
    if (!told.is_boolean() && !known)
        return place.bad(fmt::format("does not say whether more {} is better", group.metric),
                         where + ".higher_is_better");
    if (told.is_boolean() && known && told.get<bool>() != *known)
        return place.bad(fmt::format("says that {} {} is better", *known ? "less" : "more", group.metric),
                         where + ".higher_is_better");
    group.higherIsBetter = told.is_boolean() ? told.get<bool>() : *known;
    return {};
}

/// "nccl_tests": files beside the results, at one message size.
Status readNccl(const json& object, GroupMeasurement& group, ScaleSide& side, const Place& place,
                const std::string& where, const Job& job)
{
    const json& list = others::memberAt(object, "nccl_tests");
    if (list.is_null())
        return {};
    const auto bytes = others::integerAt(object, "message_bytes");
    if (!list.is_array() || !bytes || *bytes <= 0)
        return place.bad("needs a list of files and message_bytes", where + ".nccl_tests");
    const auto files = readFiles(list, place, where + ".nccl_tests");
    if (!files)
        return tl::unexpected(files.error());
    group.metric = "busbw_gbps";
    return addNcclTests(*files, static_cast<std::uint64_t>(*bytes), group.nodes, side, job);
}

}  // namespace

Result<json> readSchema(const std::filesystem::path& path, std::string_view schema, const Job& job)
{
    auto read = others::readJsonObject(path, job);
    if (!read)
        return tl::unexpected(read.error());
    const Place place{path.string()};
    if (read->truncated)
        return place.bad("stops in the middle or is no valid JSON", fmt::format("byte {}", read->fault));
    if (others::textAt(read->value, "schema") != schema)
        return place.bad(fmt::format("is no {}", schema), "schema");
    return std::move(read->value);
}

Status readNumbers(const json& list, std::vector<double>& into, const Place& place, const std::string& where)
{
    if (list.is_null())
        return {};
    if (!list.is_array())
        return place.bad("is no list of numbers", where);
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].is_number())
            return place.bad("is no number", fmt::format("{}[{}]", where, i));
        into.push_back(list[i].get<double>());
    }
    return {};
}

Result<std::vector<std::string>> readNodes(const json& object, const Place& place, const std::string& where)
{
    const json& nodes = others::memberAt(object, "nodes");
    if (!nodes.is_array() || nodes.empty())
        return place.bad("has no nodes", where);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!nodes[i].is_string())
            return place.bad("is no name of a node", fmt::format("{}.nodes[{}]", where, i));
        names.push_back(nodes[i].get<std::string>());
    }
    return names;
}

Result<GroupMeasurement> readGroup(const json& object, const Place& place, const std::string& where, const Job& job)
{
    GroupMeasurement group;
    auto nodes = readNodes(object, place, where);
    if (!nodes)
        return tl::unexpected(nodes.error());
    group.nodes = std::move(*nodes);
    group.metric = others::textAt(object, "metric");
    group.said = others::textAt(object, "said");
    Status status;
    for (const char* name : {"baseline", "current"}) {
        ScaleSide& side = name == std::string_view("current") ? group.current : group.baseline;
        const json& told = others::memberAt(object, name);
        if (status)
            status = readNccl(told, group, side, place, where, job);
        if (status)
            status = readRuns(told, group, side, place, where);
    }
    if (status)
        status = readDirection(object, group, place, where);
    if (!status)
        return tl::unexpected(status.error());
    constexpr std::array<std::string_view, 3> kSaid{"good", "bad", "inconclusive"};
    if (group.metric.empty() && std::find(kSaid.begin(), kSaid.end(), group.said) == kSaid.end())
        return place.bad("has neither a metric nor \"said\": good, bad or inconclusive", where);
    status = readSide(others::memberAt(object, "baseline"), group.baseline, place, where + ".baseline");
    if (status)
        status = readSide(others::memberAt(object, "current"), group.current, place, where + ".current");
    if (!status)
        return tl::unexpected(status.error());
    return group;
}

}  // namespace headwater::scale

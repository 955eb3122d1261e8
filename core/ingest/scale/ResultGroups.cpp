// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/ResultGroups.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/ingest/others/Json.h"
#include "core/ingest/scale/NcclResults.h"

namespace headwater::scale {

namespace {

using nlohmann::json;

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
    std::vector<std::filesystem::path> files;
    for (const json& file : list) {
        if (!file.is_string())
            return place.bad("is no list of files", where + ".nccl_tests");
        files.push_back(std::filesystem::path(place.file).parent_path() / file.get<std::string>());
    }
    group.metric = "busbw_gbps";
    group.higherIsBetter = true;
    return addNcclTests(files, static_cast<std::uint64_t>(*bytes), group.nodes, side, job);
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
    const json& higher = others::memberAt(object, "higher_is_better");
    group.higherIsBetter = higher.is_boolean() && higher.get<bool>();
    Status status = readNccl(others::memberAt(object, "baseline"), group, group.baseline, place, where, job);
    if (status)
        status = readNccl(others::memberAt(object, "current"), group, group.current, place, where, job);
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

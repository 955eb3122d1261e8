// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/ScaleFiles.h"

#include <array>
#include <set>

#include <fmt/format.h>

#include "core/ingest/others/Json.h"

namespace headwater {

namespace {

using nlohmann::json;

constexpr std::size_t kMostNodes = 100'000;
constexpr int kMostGpusPerNode = 1024;

/// What is wrong in the document, and where.
struct Place {
    std::string file;

    [[nodiscard]] tl::unexpected<Error> bad(std::string what, std::string where) const
    {
        return fail(ErrorCode::Malformed, std::move(what), file, std::move(where),
                    "see the format in the documentation of plan-scale");
    }
};

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

Result<GroupMeasurement> readGroup(const json& object, const Place& place, const std::string& where)
{
    GroupMeasurement group;
    const json& nodes = others::memberAt(object, "nodes");
    if (!nodes.is_array() || nodes.empty())
        return place.bad("has no nodes", where);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!nodes[i].is_string())
            return place.bad("is no name of a node", fmt::format("{}.nodes[{}]", where, i));
        group.nodes.push_back(nodes[i].get<std::string>());
    }
    group.metric = others::textAt(object, "metric");
    group.said = others::textAt(object, "said");
    const json& higher = others::memberAt(object, "higher_is_better");
    group.higherIsBetter = higher.is_boolean() && higher.get<bool>();
    constexpr std::array<std::string_view, 3> kSaid{"good", "bad", "inconclusive"};
    if (group.metric.empty() && std::find(kSaid.begin(), kSaid.end(), group.said) == kSaid.end())
        return place.bad("has neither a metric nor \"said\": good, bad or inconclusive", where);
    Status status = readSide(others::memberAt(object, "baseline"), group.baseline, place, where + ".baseline");
    if (status)
        status = readSide(others::memberAt(object, "current"), group.current, place, where + ".current");
    if (!status)
        return tl::unexpected(status.error());
    return group;
}

}  // namespace

Result<Cluster> readCluster(const std::filesystem::path& path, const Job& job)
{
    const auto document = readSchema(path, "headwater.topology/1", job);
    if (!document)
        return tl::unexpected(document.error());
    const Place place{path.string()};
    Cluster cluster;
    if (const json& gpus = others::memberAt(*document, "gpus_per_node"); !gpus.is_null()) {
        const auto count = others::integerAt(*document, "gpus_per_node");
        if (!count || *count < 1 || *count > kMostGpusPerNode)
            return place.bad(fmt::format("is no number from 1 to {}", kMostGpusPerNode), "gpus_per_node");
        cluster.gpusPerNode = static_cast<int>(*count);
    }
    const json& nodes = others::memberAt(*document, "nodes");
    if (!nodes.is_array() || nodes.empty() || nodes.size() > kMostNodes)
        return place.bad(fmt::format("is no list of 1 to {} nodes", kMostNodes), "nodes");
    std::set<std::string> names;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        ClusterNode node{others::textAt(nodes[i], "name"), others::textAt(nodes[i], "leaf"),
                         others::textAt(nodes[i], "spine")};
        if (node.name.empty())
            return place.bad("has no name", fmt::format("nodes[{}]", i));
        if (!names.insert(node.name).second)
            return place.bad(fmt::format("names node {} a second time", node.name), fmt::format("nodes[{}]", i));
        cluster.nodes.push_back(std::move(node));
    }
    return cluster;
}

Result<std::vector<ScaleExperiment>> readScaleResults(const std::filesystem::path& path, const Job& job)
{
    const auto document = readSchema(path, "headwater.scale-results/1", job);
    if (!document)
        return tl::unexpected(document.error());
    const Place place{path.string()};
    const json& list = others::memberAt(*document, "experiments");
    if (!list.is_array())
        return place.bad("is no list", "experiments");
    std::vector<ScaleExperiment> experiments;
    for (std::size_t e = 0; e < list.size(); ++e) {
        const json& groups = others::memberAt(list[e], "groups");
        if (!groups.is_array() || groups.empty())
            return place.bad("has no groups", fmt::format("experiments[{}]", e));
        ScaleExperiment experiment;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            auto group = readGroup(groups[g], place, fmt::format("experiments[{}].groups[{}]", e, g));
            if (!group)
                return tl::unexpected(group.error());
            experiment.push_back(std::move(*group));
        }
        experiments.push_back(std::move(experiment));
    }
    return experiments;
}

}  // namespace headwater

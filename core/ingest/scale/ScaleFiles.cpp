// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/ScaleFiles.h"

#include <array>
#include <set>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"
#include "core/ingest/others/Json.h"
#include "core/ingest/scale/NcclResults.h"
#include "core/ingest/scale/TopologyText.h"

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
    return scale::addNcclTests(files, static_cast<std::uint64_t>(*bytes), group.nodes, side, job);
}

Result<GroupMeasurement> readGroup(const json& object, const Place& place, const std::string& where, const Job& job)
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

/// By content: `ibnetdiscover` begins its switches with "Switch", topology.conf its lines with "SwitchName=".
bool isFabric(std::string_view text)
{
    return text.starts_with("Switch\t") || text.starts_with("vendid=") ||
           text.find("\nswitchguid=") != std::string_view::npos || text.find("\nSwitch\t") != std::string_view::npos;
}

/// A topology that is no JSON.
Result<Cluster> readText(std::string_view text, const std::string& file)
{
    auto cluster = isFabric(text) ? scale::clusterFromFabric(text) : scale::clusterFromSlurm(text);
    if (!cluster)
        cluster.error().file = file;
    return cluster;
}

}  // namespace

Result<Cluster> readCluster(const std::filesystem::path& path, const Job& job)
{
    Problems problems;
    constexpr std::uint64_t kMostBytes = std::uint64_t(256) << 20U;
    const auto text = readWholeFile(path, job, problems, kMostBytes);
    if (!text)
        return tl::unexpected(text.error());
    const std::size_t first = text->find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (first != std::string::npos && (*text)[first] != '{')
        return readText(*text, path.string());
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
            auto group = readGroup(groups[g], place, fmt::format("experiments[{}].groups[{}]", e, g), job);
            if (!group)
                return tl::unexpected(group.error());
            experiment.push_back(std::move(*group));
        }
        experiments.push_back(std::move(experiment));
    }
    return experiments;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/ScaleFiles.h"

#include <set>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"
#include "core/ingest/others/Json.h"
#include "core/ingest/scale/ResultGroups.h"
#include "core/ingest/scale/TopologyText.h"

namespace headwater {

namespace {

using nlohmann::json;
using scale::Place;

constexpr std::size_t kMostNodes = 100'000;
constexpr int kMostGpusPerNode = 1024;

/// A topology that is no JSON.
Result<Cluster> readText(std::string_view text, const std::string& file)
{
    auto cluster = scale::isFabric(text)      ? scale::clusterFromFabric(text)
                   : scale::isSlurmYaml(text) ? scale::clusterFromSlurmYaml(text)
                                              : scale::clusterFromSlurm(text);
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
        return readText(std::string_view(*text).substr(first), path.string());
    const auto document = scale::readSchema(path, "headwater.topology/1", job);
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
    const auto document = scale::readSchema(path, "headwater.scale-results/1", job);
    if (!document)
        return tl::unexpected(document.error());
    const Place place{path.string()};
    const json& list = others::memberAt(*document, "experiments");
    std::vector<ScaleExperiment> experiments;
    if (list.is_null() && others::memberAt(*document, "isolation").is_array())
        return experiments;  // isolation tests may come first
    if (!list.is_array())
        return place.bad("is no list", "experiments");
    for (std::size_t e = 0; e < list.size(); ++e) {
        const json& groups = others::memberAt(list[e], "groups");
        if (!groups.is_array() || groups.empty())
            return place.bad("has no groups", fmt::format("experiments[{}]", e));
        ScaleExperiment experiment;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            auto group = scale::readGroup(groups[g], place, fmt::format("experiments[{}].groups[{}]", e, g), job);
            if (!group)
                return tl::unexpected(group.error());
            experiment.push_back(std::move(*group));
        }
        experiments.push_back(std::move(experiment));
    }
    return experiments;
}

}  // namespace headwater

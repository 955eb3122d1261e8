// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/TopologyFormat.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"
#include "core/ingest/others/Json.h"
#include "core/ingest/scale/DeviceMatrix.h"
#include "core/ingest/scale/ScaleFiles.h"
#include "core/ingest/scale/TopologyRanks.h"
#include "core/ingest/scale/TopologyText.h"
#include "core/run/Places.h"

namespace headwater::scale {

namespace {

constexpr std::string_view kDevices = "nvidia-smi topo -m";

Status readDevices(const std::filesystem::path& path, const Job& job, FileContent& content)
{
    const auto text = readWholeFile(path, job, content.source.problems);
    if (!text)
        return tl::unexpected(text.error());
    auto topology = deviceTopologyOf(*text);
    if (!topology) {
        topology.error().file = path.string();
        return tl::unexpected(topology.error());
    }
    const std::size_t gpus = topology->gpus();
    content.source.events = topology->devices.size();
    const std::string name = path.filename().string();
    const std::string host = name.substr(0, name.find('.'));
    const auto numa = topology->numa.begin();
    const auto add = [&](const char* key, const auto& values) {
        content.manifest.emplace(fmt::format("{}.{}", key, host),
                                 ManifestValue{fmt::format("{}", fmt::join(values, ",")), path.string(), {}});
    };
    // A list such as "0-1" or "0,2" keeps its place among the commas.
    std::vector<std::string> nodes(numa, numa + static_cast<std::ptrdiff_t>(gpus));
    bool known = false;
    for (std::string& node : nodes) {
        known |= !node.empty();
        std::ranges::replace(node, ',', '+');
    }
    if (known)
        add(kGpuNumaKey, nodes);
    add(kGpuPcieKey, pcieGroups(*topology));
    return {};
}

}  // namespace

std::optional<std::string> recogniseTopology(const FileHead& head)
{
    if (head.binary)
        return std::nullopt;
    if (others::schemaOf(head.text).starts_with("headwater.topology/"))
        return "topology";
    if (isDeviceMatrix(head.text))
        return std::string(kDevices);
    if (isSlurmTopology(head.text) || isSlurmYaml(head.text))
        return "Slurm topology";
    return isFabric(head.text) ? std::optional<std::string>("ibnetdiscover") : std::nullopt;
}

Status readTopology(const std::filesystem::path& path, const ReadOptions&, const Job& job, FileContent& content)
{
    if (content.source.variant == kDevices)
        return readDevices(path, job, content);
    const auto cluster = readCluster(path, job);
    if (!cluster)
        return tl::unexpected(cluster.error());
    auto more = readTopologyRanks(path, *cluster, job);
    if (!more)
        return tl::unexpected(more.error());
    std::ranges::move(more->problems, std::back_inserter(content.source.problems));
    content.source.events = cluster->nodes.size();
    for (const RankPlace& rank : more->ranks) {
        const std::string number = std::to_string(rank.rank);
        content.manifest.emplace(kRankHostKey + number, ManifestValue{rank.node, path.string(), {}});
        if (rank.gpu && *rank.gpu != rank.rank % cluster->gpusPerNode)  // else it is what is taken anyway
            content.manifest.emplace(kRankGpuKey + number, ManifestValue{std::to_string(*rank.gpu), path.string(), {}});
    }
    for (const ClusterNode& node : cluster->nodes) {
        if (!node.leaf.empty())
            content.manifest.emplace(kLeafKey + node.name, ManifestValue{node.leaf, path.string(), {}});
        if (!node.spine.empty())
            content.manifest.emplace(kSpineKey + node.name, ManifestValue{node.spine, path.string(), {}});
    }
    return {};
}

}  // namespace headwater::scale

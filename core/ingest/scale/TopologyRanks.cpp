// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/scale/TopologyRanks.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <span>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"
#include "core/ingest/others/Json.h"
#include "core/ingest/scale/ResultGroups.h"
#include "core/ingest/scale/TopologyText.h"

namespace headwater::scale {

namespace {

using nlohmann::json;

constexpr std::int64_t kMostRanks = 1'000'000;

/// Cut off by their first character: Slurm's and the fabric's own formats.
bool isJson(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    char first = ' ';
    while (stream.get(first))
        if (std::string_view(" \t\r\n\xEF\xBB\xBF").find(first) == std::string_view::npos)
            break;
    return first == '{';
}

/// Names the keys of an object that are not known, each once in a file.
class Keys {
public:
    explicit Keys(std::string file) : m_file(std::move(file)) {}

    void check(const json& object, std::span<const std::string_view> known, const std::string& where)
    {
        constexpr std::size_t kNamed = 20;
        if (!object.is_object())
            return;
        for (const auto& [key, value] : object.items())
            if (std::ranges::find(known, std::string_view(key)) == known.end() && problems.size() < kNamed &&
                m_said.insert(key).second)
                problems.push_back({Severity::Warning, "unknown-key",
                                    fmt::format("headwater.topology/1 has no key \"{}\" here; it is not read", key),
                                    where, m_file});
    }

    Problems problems;

private:
    std::string m_file;
    std::set<std::string> m_said;
};

Result<RankPlace> readRank(const json& entry, const Cluster& cluster, const std::set<std::string>& nodes,
                           const Place& place, const std::string& where)
{
    const auto rank = others::integerAt(entry, "rank");
    if (!rank || *rank < 0 || *rank >= kMostRanks)
        return place.bad(fmt::format("has no rank from 0 to {}", kMostRanks - 1), where);
    RankPlace out{static_cast<int>(*rank), others::textAt(entry, "node"), {}};
    if (!nodes.contains(out.node))
        return place.bad(fmt::format("rank {} is on node '{}', which is not among the nodes", *rank, out.node), where);
    if (const json& gpu = others::memberAt(entry, "gpu"); !gpu.is_null()) {
        const auto number = others::integerAt(entry, "gpu");
        if (!number || *number < 0 || *number >= cluster.gpusPerNode)
            return place.bad(fmt::format("rank {} has no GPU from 0 to {}", *rank, cluster.gpusPerNode - 1), where);
        out.gpu = static_cast<int>(*number);
    }
    return out;
}

/// A topology.yaml may hold several; one is read.
Result<TopologyRanks> otherTopologies(const std::filesystem::path& path, const Job& job)
{
    TopologyRanks out;
    Problems reading;
    const auto text = readWholeFile(path, job, reading);
    if (!text)
        return tl::unexpected(text.error());
    if (isSlurmYaml(*text))
        for (const std::string& name : otherSlurmTopologies(*text))
            out.problems.push_back({Severity::Warning,
                                    "topology-left-out",
                                    fmt::format("topology {} is not read", name),
                                    {},
                                    path.string()});
    return out;
}

}  // namespace

Result<TopologyRanks> readTopologyRanks(const std::filesystem::path& path, const Cluster& cluster, const Job& job)
{
    using Names = std::span<const std::string_view>;
    static constexpr std::array<std::string_view, 4> kTop{"schema", "gpus_per_node", "nodes", "ranks"};
    static constexpr std::array<std::string_view, 3> kNode{"name", "leaf", "spine"};
    static constexpr std::array<std::string_view, 3> kRank{"rank", "node", "gpu"};
    if (!isJson(path))
        return otherTopologies(path, job);
    const auto document = readSchema(path, "headwater.topology/1", job);
    if (!document)
        return tl::unexpected(document.error());
    Keys keys(path.string());
    keys.check(*document, Names(kTop), {});
    const json& nodes = others::memberAt(*document, "nodes");
    for (std::size_t i = 0; i < nodes.size(); ++i)
        keys.check(nodes[i], Names(kNode), fmt::format("nodes[{}]", i));
    const Place place{path.string()};
    const json& list = others::memberAt(*document, "ranks");
    if (!list.is_null() && (!list.is_array() || list.size() > static_cast<std::size_t>(kMostRanks)))
        return place.bad(fmt::format("is no list of at most {} ranks", kMostRanks), "ranks");
    std::set<std::string> names;
    for (const ClusterNode& node : cluster.nodes)
        names.insert(node.name);
    TopologyRanks out;
    std::set<int> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string where = fmt::format("ranks[{}]", i);
        keys.check(list[i], Names(kRank), where);
        auto rank = readRank(list[i], cluster, names, place, where);
        if (!rank)
            return tl::unexpected(rank.error());
        if (!seen.insert(rank->rank).second)
            return place.bad(fmt::format("has rank {} a second time", rank->rank), where);
        out.ranks.push_back(*std::move(rank));
    }
    out.problems = std::move(keys.problems);
    return out;
}

}  // namespace headwater::scale

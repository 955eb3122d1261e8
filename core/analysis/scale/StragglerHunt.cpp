// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/StragglerHunt.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "core/stats/Quantile.h"

namespace headwater::scale {

namespace {

constexpr double kPairFactor = 2;  // DLRover, METHODS 2.4
constexpr double kAlone = 1.05;    // METHODS 2.3: δ = 5 %
constexpr double kAloneFewPeers = 1.5;
constexpr std::size_t kPeersForZ = 5;

/// Everything measured of one node.
struct Seen {
    HuntNode node;
    std::set<std::vector<std::string>> companies;  ///< the same partner again says nothing new
};

Status addRound(const HuntRound& round, const Cluster& cluster, std::map<int, Seen>& nodes, bool& paired)
{
    std::set<std::string> used;
    for (const HuntRound::Group& group : round.groups) {
        paired |= group.nodes.size() > 1;
        std::vector<std::string> company = group.nodes;
        std::ranges::sort(company);
        for (const std::string& name : group.nodes) {
            const auto at = std::ranges::find(cluster.nodes, name, &ClusterNode::name);
            if (at == cluster.nodes.end())
                return fail(ErrorCode::BadUsage, fmt::format("node {} is not in the cluster", name), {}, {},
                            "use the names of the topology file, or node0, node1 \u2026 without one");
            if (!used.insert(name).second)
                return fail(ErrorCode::BadUsage, fmt::format("node {} stands twice in one round", name), {}, {},
                            "groups that run at the same time share no node");
            const int index = static_cast<int>(at - cluster.nodes.begin());
            Seen& seen = nodes[index];
            seen.node.node = index;
            seen.node.time = seen.companies.empty() ? group.time : std::min(seen.node.time, group.time);
            seen.companies.insert(company);
            seen.node.rounds = seen.companies.size();
        }
    }
    return {};
}

void judgeAlone(std::vector<HuntNode>& nodes)
{
    std::vector<double> times;
    times.reserve(nodes.size());
    for (const HuntNode& node : nodes)
        times.push_back(node.time);
    const std::vector<double> robust = stats::modifiedZ(times);
    const bool few = nodes.size() < kPeersForZ;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool slow = few ? nodes[i].ofMedian >= kAloneFewPeers
                              : nodes[i].ofMedian >= kAlone && robust[i] > stats::modifiedZCut(nodes.size());
        nodes[i].state = slow ? HuntState::Slow : HuntState::Fine;
    }
}

/// The slowest with the fastest, and so on inwards; of an odd number the middle one rests.
std::vector<NodeSet> slowWithFast(std::vector<HuntNode> nodes)
{
    std::ranges::stable_sort(nodes, {}, &HuntNode::time);
    std::vector<NodeSet> pairs;
    for (std::size_t i = 0; i < nodes.size() / 2; ++i)
        pairs.push_back({std::min(nodes[i].node, nodes[nodes.size() - 1 - i].node),
                         std::max(nodes[i].node, nodes[nodes.size() - 1 - i].node)});
    return pairs;
}

}  // namespace

std::vector<int> HuntReading::slow() const
{
    std::vector<int> out;
    for (const HuntNode& node : nodes)
        if (node.state == HuntState::Slow)
            out.push_back(node.node);
    return out;
}

Result<HuntReading> readHunt(std::span<const HuntRound> rounds, const Cluster& cluster)
{
    HuntReading reading;
    std::map<int, Seen> nodes;
    for (const HuntRound& round : rounds)
        if (Status status = addRound(round, cluster, nodes, reading.paired); !status)
            return tl::unexpected(status.error());
    std::vector<double> times;
    for (const auto& [index, seen] : nodes) {
        reading.nodes.push_back(seen.node);
        times.push_back(seen.node.time);
    }
    if (times.empty())
        return reading;
    reading.median = stats::median(times);
    bool open = false;
    for (HuntNode& node : reading.nodes) {
        node.ofMedian = node.time / reading.median;
        if (reading.paired && node.ofMedian > kPairFactor)
            node.state = node.rounds > 1 ? HuntState::Slow : HuntState::Open;
        open |= node.state == HuntState::Open;
    }
    if (!reading.paired)
        judgeAlone(reading.nodes);
    if (open)
        reading.nextRound = slowWithFast(reading.nodes);
    return reading;
}

}  // namespace headwater::scale

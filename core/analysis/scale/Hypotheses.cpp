// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Hypotheses.h"

#include <algorithm>
#include <set>

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;

/// The place of a name in a list, appended where it is new.
int indexIn(std::vector<std::string>& names, const std::string& name)
{
    const auto known = std::ranges::find(names, name);
    const auto index = static_cast<int>(known - names.begin());
    if (known == names.end())
        names.push_back(name);
    return index;
}

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

/// Groups of two, one for each way that leads over other switches: what tells faults of the fabric apart.
std::vector<GroupView> ways(const Leaves& leaves)
{
    std::vector<GroupView> out;
    for (std::size_t one = 0; one < leaves.nodes.size(); ++one)
        for (std::size_t other = one; other < leaves.nodes.size(); ++other)
            if (one != other || leaves.nodes[one].size() > 1)
                out.emplace_back(NodeSet{leaves.nodes[one].front(), leaves.nodes[other].back()}, leaves);
    return out;
}

/// Takes out what looks the same as an earlier one, or as a size, a node or a pair, on all groups of two.
void keepDifferent(std::vector<Hypothesis>& faults, const Leaves& leaves)
{
    constexpr std::size_t kMostLeaves = 64;  // beyond, no two look the same, and to try is slow
    if (leaves.nodes.size() > kMostLeaves)
        return;
    const std::vector<GroupView> groups = ways(leaves);
    const auto look = [&groups](const Hypothesis& one) {
        std::vector<bool> slow;
        for (const GroupView& group : groups)
            slow.push_back(predict(one, group) == Prediction::Slow);
        return slow;
    };
    std::set<std::vector<bool>> seen{std::vector<bool>(groups.size(), true), std::vector<bool>(groups.size(), false)};
    for (const NodeSet& nodes : leaves.nodes)
        if (nodes.size() == 1)
            seen.insert(look({Kind::Node, nodes.front(), 0}));
    std::erase_if(faults, [&](const Hypothesis& one) { return !seen.insert(look(one)).second; });
}

/// Faults of switches and of what joins them.
std::vector<Hypothesis> fabricFaults(const Leaves& leaves)
{
    std::vector<Hypothesis> all;
    const auto count = static_cast<int>(leaves.names.size());
    for (int leaf = 0; leaf < count; ++leaf)
        all.push_back({Kind::Leaf, leaf, 0});
    if (count > 1)
        all.push_back({Kind::Crossing, 0, 0});
    for (int leaf = 0; leaf < count; ++leaf)
        all.push_back({Kind::Uplink, leaf, 0});
    const auto spines = static_cast<int>(leaves.spines.size());
    for (int spine = 0; spine < spines && spines > 1; ++spine)
        all.push_back({Kind::Spine, spine, 0});
    if (spines > 1)
        all.push_back({Kind::SpineCrossing, 0, 0});
    keepDifferent(all, leaves);
    for (int one = 0; one < count && count > 2; ++one)
        for (int other = one + 1; other < count; ++other)
            if (leaves.nodes[at(one)].size() > 1 || leaves.nodes[at(other)].size() > 1)
                all.push_back({Kind::Link, one, other});
    return all;
}

}  // namespace

Leaves leavesOf(const Cluster& cluster)
{
    Leaves leaves;
    for (std::size_t node = 0; node < cluster.nodes.size(); ++node) {
        leaves.ofNode.push_back(indexIn(leaves.names, cluster.nodes[node].leaf));
        leaves.spineOfNode.push_back(indexIn(leaves.spines, cluster.nodes[node].spine));
        leaves.nodes.resize(leaves.names.size());
        leaves.nodes[at(leaves.ofNode.back())].push_back(static_cast<int>(node));
    }
    return leaves;
}

GroupView::GroupView(const NodeSet& group, const Leaves& leavesOfAll)
    : size(static_cast<int>(group.size()))
    , member(leavesOfAll.ofNode.size(), 0)
    , onLeaf(leavesOfAll.names.size(), 0)
    , onSpine(leavesOfAll.spines.size(), 0)
{
    for (const int node : group) {
        member[at(node)] = 1;
        leaves += onLeaf[at(leavesOfAll.ofNode[at(node)])]++ == 0 ? 1 : 0;
        spines += onSpine[at(leavesOfAll.spineOfNode[at(node)])]++ == 0 ? 1 : 0;
    }
}

Prediction predict(const Hypothesis& hypothesis, const GroupView& group)
{
    const auto [kind, a, b] = hypothesis;
    const auto slowIf = [](bool slow) { return slow ? Prediction::Slow : Prediction::Fine; };
    const auto node = [&group](bool there) {
        return !there ? Prediction::Fine : group.size > 1 ? Prediction::Slow : Prediction::Either;
    };
    switch (kind) {
    case Kind::Node: return node(group.member[at(a)] != 0);
    case Kind::Pair: return slowIf(group.member[at(a)] != 0 && group.member[at(b)] != 0);
    case Kind::TwoNodes: return node(group.member[at(a)] != 0 || group.member[at(b)] != 0);
    case Kind::Leaf: return slowIf(group.size > 1 && group.onLeaf[at(a)] > 0);
    case Kind::Uplink: return slowIf(group.leaves > 1 && group.onLeaf[at(a)] > 0);
    case Kind::Link: return slowIf(group.onLeaf[at(a)] > 0 && group.onLeaf[at(b)] > 0);
    case Kind::Crossing: return slowIf(group.leaves > 1);
    case Kind::Spine: return slowIf(group.leaves > 1 && group.onSpine[at(a)] > 0);
    case Kind::SpineCrossing: return slowIf(group.spines > 1);
    case Kind::Size:
        return group.size >= a ? Prediction::Slow : group.size <= b ? Prediction::Fine : Prediction::Either;
    }
    return Prediction::Fine;
}

void forEachHypothesis(const Cluster& cluster, const Leaves& leaves, int goodGpus,
                       const std::function<void(const Hypothesis&)>& visit)
{
    const int nodes = static_cast<int>(cluster.nodes.size());
    const int goodNodes = goodGpus / cluster.gpusPerNode;
    for (int size = nodes; size > goodNodes; size /= 2)
        visit({Kind::Size, size, std::max(goodNodes, size / 2)});
    if (goodNodes >= 2)  // any other fault shows on some two nodes
        return;
    for (int a = 0; a < nodes; ++a)
        visit({Kind::Node, a, 0});
    for (const Hypothesis& one : fabricFaults(leaves))
        visit(one);
    for (int a = 0; a < nodes; ++a)
        for (int b = a + 1; b < nodes; ++b) {
            visit({Kind::Pair, a, b});
            visit({Kind::TwoNodes, a, b});
        }
}

}  // namespace headwater::scale

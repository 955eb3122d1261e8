// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Proposals.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;

/// The two halves of a set, nodes of one leaf dealt out to both.
std::array<NodeSet, 2> dealt(NodeSet nodes, const Leaves& leaves)
{
    std::ranges::stable_sort(nodes, {}, [&leaves](int node) { return leaves.ofNode[static_cast<std::size_t>(node)]; });
    std::array<NodeSet, 2> halves;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        halves[i % 2].push_back(nodes[i]);
    for (NodeSet& half : halves)
        std::ranges::sort(half);
    return halves;
}

/// One part of the graph of suspected pairs: nodes that any chain of suspicions joins.
struct Component {
    NodeSet nodes;
    std::array<NodeSet, 2> sides;
    bool bipartite = true;  ///< every pair has one node on each side
};

std::vector<Component> componentsOf(const std::map<int, NodeSet>& partners)
{
    std::vector<Component> components;
    std::map<int, int> side;
    for (const auto& [start, ignored] : partners) {
        if (side.contains(start))
            continue;
        Component component;
        NodeSet open{start};
        side[start] = 0;
        while (!open.empty()) {
            const int node = open.back();
            open.pop_back();
            component.nodes.push_back(node);
            component.sides[static_cast<std::size_t>(side[node])].push_back(node);
            for (const int partner : partners.at(node)) {
                if (const auto known = side.find(partner); known != side.end()) {
                    component.bipartite &= known->second != side[node];
                    continue;
                }
                side[partner] = 1 - side[node];
                open.push_back(partner);
            }
        }
        std::ranges::sort(component.nodes);
        components.push_back(std::move(component));
    }
    return components;
}

std::map<int, NodeSet> partnersOf(std::span<const Hypothesis> alive)
{
    std::map<int, NodeSet> partners;
    for (const Hypothesis& one : alive)
        if (one.kind == Kind::Pair) {
            partners[one.a].push_back(one.b);
            partners[one.b].push_back(one.a);
        }
    return partners;
}

NodeSet joined(const NodeSet& a, const NodeSet& b)
{
    NodeSet out;
    std::ranges::set_union(a, b, std::back_inserter(out));
    return out;
}

Proposal pairing(std::span<const Hypothesis> alive, const Leaves& leaves)
{
    Proposal proposal{Design::Pairing, {}};
    for (const Component& component : componentsOf(partnersOf(alive))) {
        if (!component.bipartite) {
            for (const NodeSet& half : dealt(component.nodes, leaves))
                proposal.groups.push_back(half);
            continue;
        }
        const auto left = dealt(component.sides[0], leaves);
        const auto right = dealt(component.sides[1], leaves);
        for (std::size_t i = 0; i < 2; ++i)
            if (!left[i].empty() && !right[i].empty())
                proposal.groups.push_back(joined(left[i], right[i]));
    }
    return proposal;
}

Proposal halves(const NodeSet& suspects, const Leaves& leaves)
{
    const auto both = dealt(suspects, leaves);
    return {suspects.size() > 2 ? Design::Halves : Design::Single, {both[0], both[1]}};
}

Proposal byLeaves(std::span<const Hypothesis> alive, const Leaves& leaves)
{
    std::vector<int> suspects;
    for (const Hypothesis& one : alive)
        if (one.kind == Kind::Leaf)
            suspects.push_back(one.a);
    Proposal proposal{Design::Leaves, {{}, {}}};
    for (std::size_t i = 0; i < suspects.size(); ++i)
        for (int node = 0; node < static_cast<int>(leaves.ofNode.size()); ++node)
            if (leaves.ofNode[static_cast<std::size_t>(node)] == suspects[i])
                proposal.groups[i % 2].push_back(node);
    for (NodeSet& group : proposal.groups)
        std::ranges::sort(group);
    return proposal;
}

std::size_t leavesIn(const NodeSet& group, const Leaves& leaves)
{
    std::set<int> found;
    for (const int node : group)
        found.insert(leaves.ofNode[static_cast<std::size_t>(node)]);
    return found.size();
}

/// Adds partners that no hypothesis names until each group has two nodes on two leaves, as far as they last.
void addPartners(Proposal& proposal, NodeSet cleared, const Leaves& leaves)
{
    const std::size_t wantedLeaves = std::min<std::size_t>(2, leaves.names.size());
    for (NodeSet& group : proposal.groups) {
        while (group.size() < 2 || leavesIn(group, leaves) < wantedLeaves) {
            const std::size_t before = leavesIn(group, leaves);
            const auto elsewhere = std::ranges::find_if(cleared, [&](int node) {
                NodeSet with = group;
                with.push_back(node);
                return leavesIn(with, leaves) > before;
            });
            const auto chosen = elsewhere != cleared.end() || group.size() > 1 ? elsewhere : cleared.begin();
            if (chosen == cleared.end())
                break;
            group.push_back(*chosen);
            cleared.erase(chosen);
        }
        std::ranges::sort(group);
    }
}

}  // namespace

std::vector<Proposal> proposals(const Cluster& cluster, std::span<const Hypothesis> alive)
{
    const Leaves leaves = leavesOf(cluster);
    std::set<int> nodes;    // that may be faulty by themselves
    std::set<int> touched;  // that any hypothesis but a size's is about
    for (const Hypothesis& one : alive) {
        if (one.kind == Kind::Node)
            nodes.insert(one.a);
        if (one.kind == Kind::Node || one.kind == Kind::Pair)
            touched.insert(one.a);
        if (one.kind == Kind::Pair)
            touched.insert(one.b);
        for (int node = 0; node < static_cast<int>(leaves.ofNode.size()) && one.kind == Kind::Leaf; ++node)
            if (leaves.ofNode[static_cast<std::size_t>(node)] == one.a)
                touched.insert(node);
    }
    NodeSet everyone;
    NodeSet cleared;
    for (int node = 0; node < static_cast<int>(cluster.nodes.size()); ++node) {
        everyone.push_back(node);
        if (!touched.contains(node))
            cleared.push_back(node);
    }
    std::vector<Proposal> all;
    all.push_back(halves(nodes.size() > 1 ? NodeSet(nodes.begin(), nodes.end()) : everyone, leaves));
    // With every node cleared by itself, halves of all of them join what is good crosswise.
    if (nodes.empty() && std::ranges::any_of(alive, [](const Hypothesis& one) { return one.kind == Kind::Pair; }))
        all.back().design = Design::Pairing;
    all.push_back(byLeaves(alive, leaves));
    all.push_back(pairing(alive, leaves));
    for (Proposal& proposal : all) {
        std::erase_if(proposal.groups, [](const NodeSet& group) { return group.empty(); });
        if (proposal.design != Design::Leaves)
            addPartners(proposal, cleared, leaves);
    }
    std::erase_if(all, [](const Proposal& proposal) { return proposal.groups.empty(); });
    return all;
}

}  // namespace headwater::scale

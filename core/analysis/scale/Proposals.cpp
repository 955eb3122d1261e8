// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Proposals.h"

#include <algorithm>
#include <array>

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;
using Graph = std::vector<std::vector<int>>;  ///< of nodes or leaves: which is suspected together with which

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

NodeSet joined(const NodeSet& a, const NodeSet& b)
{
    NodeSet out;
    std::ranges::set_union(a, b, std::back_inserter(out));
    return out;
}

/// The two halves of a set, nodes of one leaf dealt out to both.
std::array<NodeSet, 2> dealt(NodeSet nodes, const Leaves& leaves)
{
    std::ranges::stable_sort(nodes, {}, [&leaves](int node) { return leaves.ofNode[at(node)]; });
    std::array<NodeSet, 2> halves;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        halves[i % 2].push_back(nodes[i]);
    for (NodeSet& half : halves)
        std::ranges::sort(half);
    return halves;
}

std::array<NodeSet, 2> alternate(const NodeSet& items)
{
    std::array<NodeSet, 2> halves;
    for (std::size_t i = 0; i < items.size(); ++i)
        halves[i % 2].push_back(items[i]);
    return halves;
}

/// One part of a graph: whatever any chain of suspicions joins.
struct Component {
    NodeSet all;
    std::array<NodeSet, 2> sides;
    bool bipartite = true;  ///< every suspicion has one end on each side
};

std::vector<Component> componentsOf(const Graph& graph)
{
    std::vector<Component> components;
    std::vector<int> side(graph.size(), -1);
    for (std::size_t start = 0; start < graph.size(); ++start) {
        if (side[start] >= 0 || graph[start].empty())
            continue;
        Component component;
        NodeSet open{static_cast<int>(start)};
        side[start] = 0;
        while (!open.empty()) {
            const int one = open.back();
            open.pop_back();
            component.all.push_back(one);
            component.sides[at(side[at(one)])].push_back(one);
            for (const int other : graph[at(one)]) {
                component.bipartite &= side[at(other)] != side[at(one)];
                if (side[at(other)] >= 0)
                    continue;
                side[at(other)] = 1 - side[at(one)];
                open.push_back(other);
            }
        }
        std::ranges::sort(component.all);
        for (NodeSet& one : component.sides)
            std::ranges::sort(one);
        components.push_back(std::move(component));
    }
    return components;
}

Graph graphOf(std::span<const Hypothesis> alive, Kind kind, std::size_t size)
{
    Graph graph(size);
    for (const Hypothesis& one : alive)
        if (one.kind == kind) {
            graph[at(one.a)].push_back(one.b);
            graph[at(one.b)].push_back(one.a);
        }
    return graph;
}

/// What is suspected together, a part of both sides in each group; one of no two sides is halved.
template <typename Halve>
std::vector<NodeSet> crosswise(const Graph& graph, const Halve& halve)
{
    std::vector<NodeSet> groups;
    for (const Component& component : componentsOf(graph)) {
        if (!component.bipartite) {
            for (const NodeSet& half : halve(component.all))
                groups.push_back(half);
            continue;
        }
        const auto left = halve(component.sides[0]);
        const auto right = halve(component.sides[1]);
        for (std::size_t i = 0; i < 2; ++i)
            if (!left[i].empty() && !right[i].empty())
                groups.push_back(joined(left[i], right[i]));
    }
    return groups;
}

class Planner {
public:
    Planner(const Leaves& leaves, std::span<const Hypothesis> alive, std::span<const Fact> facts)
        : m_leaves(leaves)
        , m_alive(alive)
        , m_facts(facts)
    {
        std::vector<char> node(leaves.ofNode.size(), 0);
        std::vector<char> leaf(leaves.names.size(), 0);
        for (const Hypothesis& one : alive) {
            ++m_count[static_cast<std::size_t>(one.kind)];
            if (one.kind == Kind::Node)
                node[at(one.a)] = 1;
            if (one.kind == Kind::Leaf || one.kind == Kind::Uplink)
                leaf[at(one.a)] = 1;
        }
        const bool twos = m_count[static_cast<std::size_t>(Kind::Node)] == 0;
        for (const Hypothesis& one : alive)
            if (twos && one.kind == Kind::TwoNodes)
                node[at(one.a)] = node[at(one.b)] = 1;
        for (std::size_t i = 0; i < node.size(); ++i)
            if (node[i] != 0)
                m_nodes.push_back(static_cast<int>(i));
        for (std::size_t i = 0; i < leaf.size(); ++i)
            if (leaf[i] != 0)
                m_suspectLeaves.push_back(static_cast<int>(i));
    }

    std::vector<Proposal> all()
    {
        addHalves();
        addPairings();
        addLeaves();
        addSizes();
        addSingles();
        if (m_alive.size() <= kFew)
            for (const Hypothesis& one : m_alive)
                add(Design::Single, unproved(one, m_leaves, m_facts), false);
        return std::move(m_all);
    }

private:
    static constexpr std::size_t kFew = 8;

    [[nodiscard]] std::size_t count(Kind kind) const { return m_count[static_cast<std::size_t>(kind)]; }

    void add(Design design, std::vector<NodeSet> groups, bool partners)
    {
        std::erase_if(groups, [](const NodeSet& group) { return group.empty(); });
        if (partners)
            addPartners(groups);
        if (!groups.empty() && groups.size() <= kMostGroups)
            m_all.push_back({design, std::move(groups)});
    }

    /// Partners until each group has two nodes on two leaves, as far as they last.
    void addPartners(std::vector<NodeSet>& groups) const
    {
        std::vector<char> taken(m_leaves.ofNode.size(), 0);
        for (const NodeSet& group : groups)
            for (const int node : group)
                taken[at(node)] = 1;
        for (NodeSet& group : groups) {
            const GroupView view(group, m_leaves);
            if (view.size > 1 && (view.leaves > 1 || m_leaves.names.size() < 2))
                continue;
            const int partner = partnerOf(group.front(), taken, m_leaves, m_facts);
            // One on the same leaf adds nothing where there is company already.
            const bool company = group.size() > 1;
            if (partner < 0 || (company && m_leaves.ofNode[at(partner)] == m_leaves.ofNode[at(group.front())]))
                continue;
            taken[at(partner)] = 1;
            group.push_back(partner);
            std::ranges::sort(group);
        }
    }

    void addHalves()
    {
        const NodeSet everyone = restOf({}, m_leaves.ofNode.size());
        const bool few = m_nodes.size() < 2;
        const bool pairs = m_nodes.empty() && count(Kind::Pair) > 0;
        const auto both = dealt(few ? everyone : m_nodes, m_leaves);
        const Design design = pairs ? Design::Pairing : m_nodes.size() == 2 ? Design::Single : Design::Halves;
        add(design, {both[0], both[1]}, true);
    }

    void addPairings()
    {
        const auto deal = [this](const NodeSet& nodes) { return dealt(nodes, m_leaves); };
        const std::size_t nodes = m_leaves.ofNode.size();
        if (count(Kind::Pair) > 0 && m_nodes.size() < nodes)
            add(Design::Pairing, crosswise(graphOf(m_alive, Kind::Pair, nodes), deal), true);
        if (count(Kind::TwoNodes) > 0 && m_nodes.size() < nodes) {
            std::vector<NodeSet> quarters;
            for (const Component& component : componentsOf(graphOf(m_alive, Kind::TwoNodes, nodes)))
                for (const NodeSet& side : component.sides)
                    for (const NodeSet& half : deal(side))
                        quarters.push_back(half);
            add(Design::Halves, std::move(quarters), true);
        }
        if (count(Kind::Link) == 0)
            return;
        std::vector<NodeSet> groups;
        for (const NodeSet& some : crosswise(graphOf(m_alive, Kind::Link, m_leaves.names.size()), alternate))
            groups.push_back(nodesOf(some));
        add(Design::Leaves, std::move(groups), false);
    }

    [[nodiscard]] NodeSet nodesOf(const NodeSet& some) const
    {
        NodeSet nodes;
        for (const int leaf : some)
            nodes = joined(nodes, m_leaves.nodes[at(leaf)]);
        return nodes;
    }

    void addLeaves()
    {
        const bool fabric =
            !m_suspectLeaves.empty() ||
            count(Kind::Crossing) + count(Kind::Link) + count(Kind::Spine) + count(Kind::SpineCrossing) > 0;
        // While nodes are suspected halves of them tell as much, and of pairs more.
        if (!fabric || count(Kind::Node) > kFew)
            return;
        if (m_suspectLeaves.size() > 1) {
            const auto halves = alternate(m_suspectLeaves);
            add(Design::Leaves, {nodesOf(halves[0]), nodesOf(halves[1])}, false);
            add(Design::Leaves, {nodesOf(halves[0]), nodesOf(halves[1])}, true);
        }
        std::vector<NodeSet> alone;    // each leaf by itself, the suspected ones first
        std::vector<NodeSet> outside;  // a node of each suspected leaf with one elsewhere
        for (const bool suspected : {true, false})
            for (std::size_t leaf = 0; leaf < m_leaves.nodes.size() && alone.size() < kMostGroups; ++leaf)
                if (m_leaves.nodes[leaf].size() > 1 && isSuspected(leaf) == suspected)
                    alone.push_back(m_leaves.nodes[leaf]);
        for (const int leaf : m_suspectLeaves)
            if (outside.size() < kMostGroups)
                outside.push_back({m_leaves.nodes[at(leaf)].front()});
        add(Design::Leaves, alone, false);
        add(Design::Leaves, smallest(alone), false);
        add(Design::Leaves, outside, true);
        std::vector<NodeSet> spines(m_leaves.spines.size());
        for (std::size_t node = 0; node < m_leaves.ofNode.size(); ++node)
            spines[at(m_leaves.spineOfNode[node])].push_back(static_cast<int>(node));
        if (count(Kind::Spine) + count(Kind::SpineCrossing) > 0)
            add(Design::Leaves, spines, false);
    }

    [[nodiscard]] bool isSuspected(std::size_t leaf) const
    {
        return std::ranges::find(m_suspectLeaves, static_cast<int>(leaf)) != m_suspectLeaves.end();
    }

    /// Two nodes of each group, of at most four groups.
    static std::vector<NodeSet> smallest(std::vector<NodeSet> groups)
    {
        constexpr std::size_t kMost = 4;
        groups.resize(std::min(kMost, groups.size()));
        for (NodeSet& group : groups)
            group.resize(2);
        return groups;
    }

    void addSizes()
    {
        if (count(Kind::Size) == 0)
            return;
        // Half of the sizes that are left are up to the middle one's lower end.
        std::vector<int> ends;
        for (const Hypothesis& one : m_alive)
            if (one.kind == Kind::Size)
                ends.push_back(one.b);
        std::ranges::sort(ends);
        const int middle = ends[ends.size() / 2];
        if (middle < 1)
            return;
        const auto nodes = static_cast<int>(m_leaves.ofNode.size());
        std::vector<NodeSet> together(1);  // whole leaves
        std::vector<NodeSet> spread(1);    // over all leaves
        NodeSet order = restOf({}, m_leaves.ofNode.size());
        std::ranges::stable_sort(order, {}, [this](int node) { return m_leaves.ofNode[at(node)]; });
        for (int group = 0; group < std::max(1, std::min(2, nodes / middle)); ++group) {
            NodeSet near;
            NodeSet far;
            const int apart = std::max(1, nodes / middle);
            for (int i = 0; i < middle; ++i) {
                near.push_back(order[at(group * middle + i)]);
                far.push_back(order[at(i * apart + group)]);
            }
            std::ranges::sort(near);
            std::ranges::sort(far);
            together.push_back(near);
            spread.push_back(far);
        }
        add(Design::Sizes, together, false);
        add(Design::Sizes, spread, false);
    }

    /// Each suspect with a partner of its own.
    void addSingles()
    {
        if (m_nodes.size() < 2 || m_nodes.size() > kFew || count(Kind::Pair) > kFew)
            return;
        std::vector<NodeSet> groups;
        for (const int node : m_nodes)
            groups.push_back({node});
        add(Design::Single, groups, true);
        add(Design::Single, {groups.front()}, true);
    }

    const Leaves& m_leaves;
    std::span<const Hypothesis> m_alive;
    std::span<const Fact> m_facts;
    NodeSet m_nodes;          ///< that may be faulty by themselves
    NodeSet m_suspectLeaves;  ///< whose switch or uplink may be
    std::array<std::size_t, kHypothesisKinds> m_count{};
    std::vector<Proposal> m_all;
};

/// Nodes that some hypothesis names, three of each leaf that one names, then three of each other; `most` at most.
NodeSet representatives(const Leaves& leaves, std::span<const Hypothesis> alive, std::size_t most)
{
    NodeSet nodes;
    const auto take = [&](int node) {
        if (nodes.size() < most && std::ranges::find(nodes, node) == nodes.end())
            nodes.push_back(node);
    };
    const auto takeLeaf = [&](const NodeSet& leaf) {
        constexpr std::size_t kOfLeaf = 3;
        std::ranges::for_each(leaf.begin(), leaf.begin() + static_cast<std::ptrdiff_t>(std::min(kOfLeaf, leaf.size())),
                              take);
    };
    for (const Hypothesis& one : alive) {
        if (one.kind == Kind::Node || one.kind == Kind::Pair || one.kind == Kind::TwoNodes)
            take(one.a);
        if (one.kind == Kind::Pair || one.kind == Kind::TwoNodes)
            take(one.b);
    }
    for (const Hypothesis& one : alive) {
        if (one.kind == Kind::Leaf || one.kind == Kind::Uplink || one.kind == Kind::Link)
            takeLeaf(leaves.nodes[at(one.a)]);
        if (one.kind == Kind::Link)
            takeLeaf(leaves.nodes[at(one.b)]);
    }
    std::ranges::for_each(leaves.nodes, takeLeaf);
    std::ranges::sort(nodes);
    return nodes;
}

}  // namespace

std::vector<Proposal> proposals(const Leaves& leaves, std::span<const Hypothesis> alive, std::span<const Fact> facts)
{
    return Planner(leaves, alive, facts).all();
}

std::vector<Proposal> searched(const Leaves& leaves, std::span<const Hypothesis> alive)
{
    constexpr std::size_t kMostNodes = 64;
    const NodeSet nodes = representatives(leaves, alive, kMostNodes);
    std::vector<Proposal> all;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        all.push_back({Design::Single, {{nodes[i]}}});
        for (std::size_t j = i + 1; j < nodes.size(); ++j)
            all.push_back({Design::Single, {{nodes[i], nodes[j]}}});
    }
    for (std::size_t size = 3; size < leaves.ofNode.size(); ++size) {
        NodeSet group(size);
        for (std::size_t i = 0; i < size; ++i)
            group[i] = static_cast<int>(i);
        all.push_back({Design::Sizes, {std::move(group)}});
    }
    return all;
}

}  // namespace headwater::scale

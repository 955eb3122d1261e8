// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Evidence.h"

#include <algorithm>
#include <limits>

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

bool holds(const NodeSet& all, const NodeSet& part)
{
    return std::ranges::includes(all, part);
}

/// A group that shares few nodes less with a good one stands for it where those are good elsewhere: the partners of a
/// suspect can't run beside it and with the rest.
bool isGood(const NodeSet& group, std::span<const Fact> facts, std::size_t mostMissing)
{
    return std::ranges::any_of(facts, [&](const Fact& fact) {
        NodeSet missing;
        std::ranges::set_difference(group, fact.nodes, std::back_inserter(missing));
        return !fact.slow && missing.size() <= std::min(mostMissing, group.size() / 3) &&
               std::ranges::all_of(missing, [&](int node) {
                   return std::ranges::any_of(facts, [node](const Fact& other) {
                       return !other.slow && other.nodes.size() > 1 && std::ranges::binary_search(other.nodes, node);
                   });
               });
    });
}

bool isBad(const NodeSet& group, std::span<const Fact> facts)
{
    return std::ranges::any_of(facts, [&](const Fact& fact) { return fact.slow && holds(group, fact.nodes); });
}

/// The groups of a proof while they are put together; no node twice.
class Groups {
public:
    Groups(const Leaves& leaves, std::span<const Fact> facts)
        : m_leaves(leaves)
        , m_facts(facts)
        , m_taken(leaves.ofNode.size(), 0)
    {}

    void add(NodeSet group)
    {
        if (group.empty() || std::ranges::any_of(group, [this](int node) { return m_taken[at(node)] != 0; }))
            return;
        for (const int node : group)
            m_taken[at(node)] = 1;
        std::ranges::sort(group);
        m_groups.push_back(std::move(group));
    }
    /// With one other node; `apart`: that no later partner may take these.
    void addWithPartner(int node, const NodeSet& apart)
    {
        std::vector<char> taken = m_taken;
        for (const int one : apart)
            taken[at(one)] = 1;
        taken[at(node)] = 1;
        if (const int partner = partnerOf(node, taken, m_leaves, m_facts); partner >= 0)
            add({node, partner});
    }
    void addRest() { add(restOf(m_groups, m_taken.size())); }
    [[nodiscard]] std::vector<NodeSet> take() { return std::move(m_groups); }

private:
    const Leaves& m_leaves;
    std::span<const Fact> m_facts;
    std::vector<char> m_taken;
    std::vector<NodeSet> m_groups;
};

NodeSet firstFree(const NodeSet& nodes, std::size_t skip)
{
    return nodes.size() > skip ? NodeSet{nodes[skip]} : NodeSet{};
}

NodeSet joined(NodeSet one, const NodeSet& other)
{
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

/// One node of each of two leaves, the leaves in pairs, and each leaf's others by themselves. `outer` names what must
/// differ within a pair: the leaf or the spine.
void addCrossing(Groups& groups, const Leaves& leaves, bool spines)
{
    std::vector<NodeSet> parts = leaves.nodes;
    if (spines) {
        parts.assign(leaves.spines.size(), {});
        for (std::size_t node = 0; node < leaves.ofNode.size(); ++node)
            parts[at(leaves.spineOfNode[node])].push_back(static_cast<int>(node));
    }
    for (std::size_t part = 0; part + 1 < parts.size(); part += 2)
        groups.add(joined(firstFree(parts[part], 0), firstFree(parts[part + 1], 0)));
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const bool paired = part / 2 * 2 + 1 < parts.size();
        NodeSet others(parts[part].begin() + (paired ? 1 : 0), parts[part].end());
        if (others.size() > 1)
            groups.add(others);
    }
}

constexpr int kMostOfSize = 16;

/// Groups of one size within leaves, then of what is left over.
void addTogether(Groups& groups, int size, const Leaves& leaves)
{
    NodeSet left;
    int number = 0;
    const auto addFrom = [&](const NodeSet& nodes) {
        auto next = nodes.begin();
        for (; nodes.end() - next >= size && number < kMostOfSize; next += size, ++number)
            groups.add({next, next + size});
        return NodeSet(next, nodes.end());
    };
    for (const NodeSet& leaf : leaves.nodes) {
        const NodeSet rest = addFrom(leaf);
        left.insert(left.end(), rest.begin(), rest.end());
    }
    addFrom(left);
}

/// Groups of one size, each over as many leaves as can be. Returns the nodes that are left over.
NodeSet addSpread(Groups& groups, int size, const Leaves& leaves)
{
    NodeSet left;
    for (const NodeSet& leaf : leaves.nodes)
        left.insert(left.end(), leaf.begin(), leaf.end());
    for (int number = 0; size > 0 && static_cast<int>(left.size()) >= size && number < kMostOfSize; ++number) {
        const auto count = static_cast<int>(left.size());
        NodeSet group;
        for (int i = 0; i < size; ++i)
            group.push_back(left[at(size > 1 ? i * (count - 1) / (size - 1) : 0)]);
        std::erase_if(left, [&group](int node) { return std::ranges::find(group, node) != group.end(); });
        groups.add(group);
    }
    return left;
}

/// That `a` nodes are slow wherever they are and `b` nodes are not, neighbours and far apart, and no node was left out:
/// some experiments.
std::vector<NodeSet> proofOfSize(const Hypothesis& fault, const Leaves& leaves, std::span<const Fact> facts)
{
    std::vector<NodeSet> all;
    const auto take = [&all](Groups& groups) {
        for (NodeSet& group : groups.take())
            all.push_back(std::move(group));
    };
    for (const int size : {fault.a, fault.b}) {
        Groups together(leaves, facts);
        addTogether(together, size, leaves);
        take(together);
        Groups spread(leaves, facts);
        NodeSet left = addSpread(spread, size, leaves);
        take(spread);
        for (int node = 0; !left.empty() && static_cast<int>(left.size()) < size; ++node)
            if (std::ranges::find(left, node) == left.end())
                left.push_back(node);
        Groups last(leaves, facts);
        if (static_cast<int>(left.size()) == size)
            last.add(left);
        take(last);
    }
    return all;
}

std::vector<NodeSet> proofOf(const Hypothesis& fault, const Leaves& leaves, std::span<const Fact> facts)
{
    Groups groups(leaves, facts);
    switch (fault.kind) {
    case Kind::Node: groups.addWithPartner(fault.a, {}); break;
    case Kind::Pair: groups.add({fault.a, fault.b}); break;
    case Kind::TwoNodes:
        groups.addWithPartner(fault.a, {fault.b});
        groups.addWithPartner(fault.b, {});
        break;
    case Kind::Leaf:
    case Kind::Uplink:
        for (const int node : leaves.nodes[at(fault.a)])
            groups.addWithPartner(node, leaves.nodes[at(fault.a)]);
        break;
    case Kind::Link: {
        const NodeSet& one = leaves.nodes[at(fault.a)];
        const NodeSet& other = leaves.nodes[at(fault.b)];
        for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
            groups.add({one[i], other[i]});
        break;
    }
    case Kind::Spine:
        for (std::size_t leaf = 0; leaf < leaves.nodes.size(); ++leaf)
            if (leaves.spineOfNode[at(leaves.nodes[leaf].front())] == fault.a)
                groups.addWithPartner(leaves.nodes[leaf].front(), leaves.nodes[leaf]);
        for (const NodeSet& nodes : leaves.nodes)  // each leaf by itself is fine
            if (leaves.spineOfNode[at(nodes.front())] == fault.a && nodes.size() > 2)
                groups.add({nodes.begin() + 1, nodes.end()});
        break;
    case Kind::Crossing: addCrossing(groups, leaves, false); return groups.take();
    case Kind::SpineCrossing: addCrossing(groups, leaves, true); return groups.take();
    case Kind::Size: return proofOfSize(fault, leaves, facts);
    }
    groups.addRest();
    return groups.take();
}

}  // namespace

std::vector<Fact> factsOf(std::span<const ExperimentResult> history)
{
    std::vector<Fact> facts;
    for (const ExperimentResult& experiment : history)
        for (const GroupResult& group : experiment) {
            int times = 1;
            for (const Fact& fact : facts)
                times += fact.nodes == group.nodes ? fact.times : 0;
            if (group.together)
                std::erase_if(facts, [&](const Fact& fact) { return fact.nodes == group.nodes; });
            if (group.state == GroupState::Good || group.state == GroupState::Bad)
                facts.push_back({group.nodes, group.state == GroupState::Bad, times});
        }
    return facts;
}

bool agrees(const Hypothesis& hypothesis, const GroupView& group, bool slow)
{
    return predict(hypothesis, group) != (slow ? Prediction::Fine : Prediction::Slow);
}

bool mayBeSize(std::span<const Fact> facts)
{
    std::size_t leastSlow = std::numeric_limits<std::size_t>::max();
    std::size_t mostFine = 0;
    for (const Fact& fact : facts)
        if (fact.slow)
            leastSlow = std::min(leastSlow, fact.nodes.size());
        else
            mostFine = std::max(mostFine, fact.nodes.size());
    return mostFine < leastSlow;
}

std::vector<NodeSet> unproved(const Hypothesis& hypothesis, const Leaves& leaves, std::span<const Fact> facts)
{
    const std::size_t mostMissing = hypothesis.kind == Kind::Size ? 0 : 4;
    std::vector<NodeSet> open;
    std::vector<char> taken(leaves.ofNode.size(), 0);
    for (NodeSet& group : proofOf(hypothesis, leaves, facts)) {
        const Prediction wanted = predict(hypothesis, GroupView(group, leaves));
        const bool whole = group.size() == leaves.ofNode.size();
        const bool known = wanted == Prediction::Slow   ? whole || isBad(group, facts)
                           : wanted == Prediction::Fine ? isGood(group, facts, mostMissing)
                                                        : true;
        if (known || std::ranges::any_of(group, [&](int node) { return taken[at(node)] != 0; }))
            continue;
        for (const int node : group)
            taken[at(node)] = 1;
        open.push_back(std::move(group));
    }
    return open;
}

NodeSet restOf(std::span<const NodeSet> groups, std::size_t nodes)
{
    std::vector<char> taken(nodes, 0);
    for (const NodeSet& group : groups)
        for (const int node : group)
            taken[at(node)] = 1;
    NodeSet rest;
    for (std::size_t node = 0; node < nodes; ++node)
        if (taken[node] == 0)
            rest.push_back(static_cast<int>(node));
    return rest;
}

int partnerOf(int node, const std::vector<char>& taken, const Leaves& leaves, std::span<const Fact> facts)
{
    std::vector<char> good(taken.size(), 0);
    for (const Fact& fact : facts)
        for (const int member : fact.nodes)
            good[at(member)] |= fact.slow ? 0 : 1;
    int best = -1;
    int most = -1;
    for (std::size_t other = 0; other < taken.size(); ++other) {
        const int worth = 2 * good[other] + (leaves.ofNode[other] != leaves.ofNode[at(node)] ? 1 : 0);
        if (taken[other] == 0 && static_cast<int>(other) != node && worth > most) {
            best = static_cast<int>(other);
            most = worth;
        }
    }
    return best;
}

}  // namespace headwater::scale

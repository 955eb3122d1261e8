// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/Replay.h"

#include <algorithm>

namespace headwater::whatif {

namespace {

/// The graph with each group as one node; an operation of no group is a node by itself.
struct Nodes {
    std::vector<std::vector<OpIndex>> members;
    std::vector<std::uint32_t> of;  ///< per op
    std::vector<std::vector<std::uint32_t>> next;
    std::vector<std::uint32_t> open;  ///< predecessors that are not yet in the order
};

Nodes nodesOf(const DependencyGraph& graph)
{
    Nodes nodes;
    nodes.of.assign(graph.ops, kNoOp);
    for (const std::vector<OpIndex>& group : graph.groups) {
        for (const OpIndex op : group)
            nodes.of[op] = static_cast<std::uint32_t>(nodes.members.size());
        if (!group.empty())
            nodes.members.push_back(group);
    }
    for (OpIndex op = 0; op < graph.ops; ++op)
        if (nodes.of[op] == kNoOp) {
            nodes.of[op] = static_cast<std::uint32_t>(nodes.members.size());
            nodes.members.push_back({op});
        }
    nodes.next.resize(nodes.members.size());
    nodes.open.assign(nodes.members.size(), 0);
    for (const auto& [before, after] : graph.edges) {
        nodes.next[nodes.of[before]].push_back(nodes.of[after]);
        ++nodes.open[nodes.of[after]];
    }
    return nodes;
}

/// One cycle among the nodes that could not be ordered: each of them has a predecessor that could not either.
std::vector<OpIndex> cycleOf(const DependencyGraph& graph, const Nodes& nodes)
{
    std::vector<std::pair<OpIndex, OpIndex>> into(nodes.members.size(), {kNoOp, kNoOp});
    for (const auto& [before, after] : graph.edges)
        if (nodes.open[nodes.of[before]] > 0 && nodes.open[nodes.of[after]] > 0)
            into[nodes.of[after]] = {before, after};
    auto node = static_cast<std::uint32_t>(
        std::ranges::find_if(nodes.open, [](std::uint32_t open) { return open > 0; }) - nodes.open.begin());
    std::vector<char> seen(nodes.members.size(), 0);
    while (seen[node] == 0) {
        seen[node] = 1;
        node = nodes.of[into[node].first];
    }
    std::vector<OpIndex> cycle;
    const std::uint32_t start = node;
    do {
        cycle.push_back(into[node].second);
        node = nodes.of[into[node].first];
    } while (node != start);
    std::ranges::reverse(cycle);
    return cycle;
}

void listPredecessors(const DependencyGraph& graph, ReplayPlan& plan)
{
    plan.firstPred.assign(graph.ops + 1, 0);
    for (const auto& [before, after] : graph.edges)
        ++plan.firstPred[after + 1];
    for (std::size_t i = 1; i < plan.firstPred.size(); ++i)
        plan.firstPred[i] += plan.firstPred[i - 1];
    plan.preds.resize(graph.edges.size());
    std::vector<std::uint32_t> at = plan.firstPred;
    for (const auto& [before, after] : graph.edges)
        plan.preds[at[after]++] = before;
}

}  // namespace

tl::expected<ReplayPlan, std::vector<OpIndex>> planReplay(const DependencyGraph& graph)
{
    Nodes nodes = nodesOf(graph);
    std::vector<std::uint32_t> ready;
    for (std::uint32_t node = 0; node < nodes.members.size(); ++node)
        if (nodes.open[node] == 0)
            ready.push_back(node);
    ReplayPlan plan;
    plan.ops = graph.ops;
    plan.order.reserve(graph.ops);
    plan.groupEnd.reserve(graph.ops);
    for (std::size_t i = 0; i < ready.size(); ++i) {
        const std::vector<OpIndex>& members = nodes.members[ready[i]];
        const auto end = static_cast<OpIndex>(plan.order.size() + members.size());
        plan.order.insert(plan.order.end(), members.begin(), members.end());
        plan.groupEnd.resize(end, end);
        for (const std::uint32_t next : nodes.next[ready[i]])
            if (--nodes.open[next] == 0)
                ready.push_back(next);
    }
    if (ready.size() < nodes.members.size())
        return tl::unexpected(cycleOf(graph, nodes));
    listPredecessors(graph, plan);
    return plan;
}

void replay(const ReplayPlan& plan, std::span<const Ns> duration, std::vector<Ns>& end)
{
    end.resize(plan.ops);
    for (std::size_t i = 0; i < plan.order.size();) {
        const std::size_t groupEnd = plan.groupEnd[i];
        Ns start = 0;
        for (std::size_t m = i; m < groupEnd; ++m)
            for (std::uint32_t p = plan.firstPred[plan.order[m]]; p < plan.firstPred[plan.order[m] + 1]; ++p)
                start = std::max(start, end[plan.preds[p]]);
        for (; i < groupEnd; ++i)
            end[plan.order[i]] = start + duration[plan.order[i]];
    }
}

}  // namespace headwater::whatif

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/analysis/scale/CasePlan.h"

namespace headwater::scale {

namespace {

/// The smallest group that was slow, of equal ones the last; the whole cluster where none was measured yet.
NodeSet slowNodes(const ScalePlan& plan)
{
    NodeSet nodes(plan.cluster.nodes.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    for (const auto& experiment : plan.experiments)
        for (const JudgedGroup& group : experiment)
            if (group.result.state == GroupState::Bad && group.result.nodes.size() <= nodes.size())
                nodes = group.result.nodes;
    return nodes;
}

double hoursOf(const ScalePlan& plan, const NodeSet& nodes, int runs, double minutes)
{
    return static_cast<double>(nodes.size()) * plan.cluster.gpusPerNode * runs * minutes / 60;
}

/// Pairs that share no node, at the same time, each to a file of its own.
std::string pairCommand(const NodeSet& nodes, const Cluster& cluster)
{
    std::string out;
    for (std::size_t i = 0; i + 1 < nodes.size(); i += 2)
        out +=
            fmt::format("{} > pair-{}.log &\n", runCommand({nodes[i], nodes[i + 1]}, cluster, kNcclTests), i / 2 + 1);
    return out.empty() ? runCommand(nodes, cluster, kNcclTests) : out + "wait";
}

}  // namespace

std::vector<IsolationTest> isolationSteps(const ScalePlan& plan)
{
    const NodeSet nodes = slowNodes(plan);
    const int count = static_cast<int>(nodes.size());
    // Every node with every other while that is little; else with one on its own switch and one elsewhere.
    constexpr int kMostEach = 16;
    const bool each = count <= kMostEach;
    const int all = std::max(1, count % 2 == 0 ? count - 1 : count);
    const int rounds = each ? all : 2;
    constexpr int kHuntRounds = 2;
    return {
        {"nccl-tests", pairCommand(nodes, plan.cluster),
         each ? say("Run nccl-tests on the very groups of the experiment and on every pair of these {} nodes, pairs "
                    "that "
                    "share no node at the same time, with the job's message size among the sizes. The command is the "
                    "first round of pairs.",
                    count)
              : say("Run nccl-tests on the very groups of the experiment and on pairs of these {} nodes, once within a "
                    "leaf switch and once across, pairs that share no node at the same time, with the job's message "
                    "size "
                    "among the sizes. The command is the first round of pairs.",
                    count),
         say("Bus bandwidth more than 5 % below the baseline's on a slow group: the network, whatever the model does. "
             "The same as the baseline's: not the network by itself. One pair out of line: the path between the two; "
             "all pairs of one node: its adapter, port or host."),
         nodes, rounds, hoursOf(plan, nodes, rounds, kMinutesPerCheck)},
        {"synthetic-data",
         {},
         say("Repeat the slow group with random tensors in memory instead of the data set."),
         say("Fast again: reading of data at this scale. As slow as before: not the data."),
         nodes,
         plan.options.repeats,
         hoursOf(plan, nodes, plan.options.repeats, plan.options.minutesPerRun)},
        {"straggler-hunt",
         {},
         say("Run one small check, a matrix product and an all-gather, on pairs of nodes, and once more with the slow "
             "ones paired with fast ones. Or record a trace of every rank of the slow group and compare pure compute."),
         say("A node beyond twice the median with both partners, or one rank above the others: that node's devices or "
             "host. All alike and waiting: the path between them."),
         nodes,
         kHuntRounds,
         hoursOf(plan, nodes, kHuntRounds, kMinutesPerCheck)},
    };
}

Status addIsolation(ScalePlan& plan, const std::vector<IsolationResult>& results,
                    const std::vector<ScaleExperiment>& experiments)
{
    auto readings = readIsolation(results, experiments, plan.cluster, plan.judging);
    if (!readings)
        return tl::unexpected(readings.error());
    plan.readings = std::move(*readings);
    decide(plan);
    if (plan.options.stop.stop_requested())
        return cancelled();
    return {};
}

}  // namespace headwater::scale

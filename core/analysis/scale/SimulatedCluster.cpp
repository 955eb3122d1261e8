// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/SimulatedCluster.h"

#include <fmt/format.h>

#include "core/stats/Random.h"

namespace headwater::scale {

namespace {

constexpr int kNodes = 32;
constexpr int kPerLeaf = 4;
constexpr int kPerSpine = 16;

/// Baseline and current of one group, both with the same invariants.
GroupMeasurement measured(const NodeSet& group, const Cluster& cluster, bool slow, int repeats,
                          stats::SplitMix64& random)
{
    constexpr double kStepMs = 812;
    constexpr double kNoise = 0.01;
    constexpr double kSlower = 1.2;
    GroupMeasurement out;
    for (const int node : group)
        out.nodes.push_back(cluster.nodes[static_cast<std::size_t>(node)].name);
    out.metric = "step_time_ms";
    for (int i = 0; i < repeats; ++i) {
        out.baseline.values.push_back(kStepMs * (1 + kNoise * (random.unit() - 0.5)));
        out.current.values.push_back(kStepMs * (slow ? kSlower : 1) * (1 + kNoise * (random.unit() - 0.5)));
    }
    out.baseline.invariants = {{"batch_per_gpu", "4"}, {"message_bytes", "67108864"}, {"pp", "1"}, {"tp", "8"}};
    out.current.invariants = out.baseline.invariants;
    return out;
}

}  // namespace

ScaleCase simulatedCase(std::uint64_t seed)
{
    ScaleCase out;
    out.topologyKnown = true;
    out.simulated = seed;
    out.goodGpus = out.cluster.gpusPerNode;
    for (int i = 0; i < kNodes; ++i)
        out.cluster.nodes.push_back({fmt::format("n{:02}", i), fmt::format("leaf{}", i / kPerLeaf + 1),
                                     fmt::format("spine{}", i / kPerSpine + 1)});
    return out;
}

Hypothesis simulatedFault(std::uint64_t seed)
{
    stats::SplitMix64 random(seed);
    const auto kind = static_cast<Hypothesis::Kind>(random.index(3));  // Node, Pair or Leaf
    const int a = static_cast<int>(random.index(kNodes));
    if (kind == Hypothesis::Kind::Leaf)
        return {kind, a / kPerLeaf, 0};
    if (kind == Hypothesis::Kind::Node)
        return {kind, a, 0};
    const int b = (a + 1 + static_cast<int>(random.index(kNodes - 1))) % kNodes;
    return {kind, std::min(a, b), std::max(a, b)};
}

ScaleExperiment simulatedResult(const ScalePlan& plan, std::uint64_t seed)
{
    ScaleExperiment out;
    if (!plan.state.next)
        return out;
    const Hypothesis fault = simulatedFault(seed);
    const Leaves leaves = leavesOf(plan.cluster);
    stats::SplitMix64 random(seed + 1 + plan.experiments.size());
    for (const NodeSet& group : plan.state.next->groups) {
        const bool slow = predict(fault, GroupView(group, leaves)) != Prediction::Fine;
        out.push_back(measured(group, plan.cluster, slow, plan.state.next->repeats, random));
    }
    return out;
}

}  // namespace headwater::scale

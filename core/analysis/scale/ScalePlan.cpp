// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/ScalePlan.h"

#include <algorithm>
#include <array>

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;

const std::string& nameAt(const Cluster& cluster, int node)
{
    return cluster.nodes[static_cast<std::size_t>(node)].name;
}

std::size_t countOf(std::span<const Hypothesis> left, Kind kind)
{
    return static_cast<std::size_t>(std::ranges::count(left, kind, &Hypothesis::kind));
}

}  // namespace

Cluster clusterOfSize(int gpus, int gpusPerNode)
{
    Cluster cluster;
    cluster.gpusPerNode = gpusPerNode;
    const int nodes = (gpus + gpusPerNode - 1) / gpusPerNode;
    for (int i = 0; i < nodes; ++i)
        cluster.nodes.push_back({fmt::format("node{}", i), {}, {}});
    return cluster;
}

Result<ScalePlan> planScale(const Cluster& cluster, bool topologyKnown, const std::vector<ScaleExperiment>& results,
                            const BisectionOptions& options, const JudgeOptions& judging)
{
    ScalePlan plan;
    plan.cluster = cluster;
    plan.topologyKnown = topologyKnown;
    plan.options = options;
    plan.judging = judging;
    std::vector<ExperimentResult> history;
    for (const ScaleExperiment& experiment : results) {
        auto judged = judgeExperiment(experiment, cluster, judging);
        if (!judged)
            return tl::unexpected(judged.error());
        ExperimentResult result;
        for (std::size_t g = 0; g < judged->size(); ++g) {
            result.push_back((*judged)[g].result);
            const std::size_t runs = std::max<std::size_t>(1, experiment[g].current.values.size());
            plan.gpuHoursSpent += static_cast<double>((*judged)[g].result.nodes.size() * runs) * cluster.gpusPerNode *
                                  options.minutesPerRun / 60;
        }
        history.push_back(std::move(result));
        plan.experiments.push_back(std::move(*judged));
    }
    plan.state = bisect(cluster, history, options);
    if (plan.state.next)
        plan.outcomes = outcomesOf(cluster, plan.state.alive, plan.state.next->groups);
    plan.isolation = isolationSteps(plan);
    return plan;
}

Text textOf(const Hypothesis& hypothesis, const Cluster& cluster)
{
    switch (hypothesis.kind) {
    case Kind::Node: return say("node {}", nameAt(cluster, hypothesis.a));
    case Kind::Pair: return say("the pair {} and {}", nameAt(cluster, hypothesis.a), nameAt(cluster, hypothesis.b));
    case Kind::Leaf: return say("leaf switch {}", leavesOf(cluster).names[static_cast<std::size_t>(hypothesis.a)]);
    case Kind::Size: return say("any group of {} GPUs or more", hypothesis.a);
    }
    return {};
}

Text textOf(std::span<const Hypothesis> left, const Cluster& cluster)
{
    constexpr std::size_t kNamed = 4;
    Text out;
    const auto add = [&out](const Text& part) {
        if (!out.empty())
            out += say(" or ");
        out += part;
    };
    const std::size_t sizes = countOf(left, Kind::Size);
    if (!left.empty() && sizes == left.size())
        return textOf(std::ranges::min(left, {}, &Hypothesis::a), cluster);
    if (left.size() - sizes <= kNamed) {
        for (const Hypothesis& one : left)
            if (one.kind != Kind::Size)
                add(textOf(one, cluster));
        if (sizes > 0)
            add(say("the size alone"));
        return out;
    }
    if (const std::size_t n = countOf(left, Kind::Node))
        add(say("one of {} nodes", n));
    if (const std::size_t n = countOf(left, Kind::Leaf))
        add(say("one of {} leaf switches", n));
    if (const std::size_t n = countOf(left, Kind::Pair))
        add(say("one of {} pairs of nodes", n));
    if (sizes > 0)
        add(say("the size alone"));
    return out;
}

Text conclusionOf(const ScalePlan& plan)
{
    const std::vector<Hypothesis>& alive = plan.state.alive;
    switch (plan.state.diagnosis) {
    case Diagnosis::Node:
        return say("The fault follows {}: every group with it is slow, the others are not.",
                   textOf(alive.front(), plan.cluster));
    case Diagnosis::Pair:
        return say("The fault is {}: each is fine without the other. Their link, ports or rail.",
                   textOf(alive.front(), plan.cluster));
    case Diagnosis::Leaf:
        return say("The fault follows {}: groups that touch it are slow, the others are not.",
                   textOf(alive.front(), plan.cluster));
    case Diagnosis::Size: {
        const int smallest = std::ranges::min(alive, {}, &Hypothesis::a).a;
        return say(
            "It is no single node, pair or switch: groups of {} GPUs or more are slow whichever they are. Look at "
            "software and configuration that change with size.",
            smallest);
    }
    case Diagnosis::Contradiction:
        return say("No single fault explains these results: there may be several, it may come and go, or a result is "
                   "wrong. Repeat the experiments that disagree before concluding.");
    case Diagnosis::Open: break;
    }
    return say("Not decided yet; left are {}.", textOf(alive, plan.cluster));
}

Text reasonOf(const NextExperiment& next)
{
    if (next.repeat)
        return say("Some groups told nothing last time: run just those again, {} times each.", next.repeats);
    switch (next.design) {
    case Design::Halves:
        return say("Two halves at the same time, each with nodes of several switches so that the path between switches "
                   "stays in: the slow half holds the fault.");
    case Design::Leaves: return say("Whole leaf switches apart: does it follow a switch, or any of them?");
    case Design::Pairing:
        return say("Both halves are fine by themselves, so it lies between them: join parts of both crosswise.");
    case Design::Single:
        return say(
            "The last suspects apart, each with a partner that is cleared: is it the node, or the two together?");
    }
    return {};
}

std::string_view nameOf(Diagnosis diagnosis)
{
    constexpr std::array<std::string_view, 6> kNames{"open", "node", "pair", "leaf", "size", "contradiction"};
    return kNames[static_cast<std::size_t>(diagnosis)];
}

std::string_view nameOf(Design design)
{
    constexpr std::array<std::string_view, 4> kNames{"halves", "leaves", "pairing", "single"};
    return kNames[static_cast<std::size_t>(design)];
}

std::string_view nameOf(GroupState state)
{
    constexpr std::array<std::string_view, 4> kNames{"good", "bad", "inconclusive", "invalid"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string_view nameOf(Hypothesis::Kind kind)
{
    constexpr std::array<std::string_view, 4> kNames{"node", "pair", "leaf", "size"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace headwater::scale

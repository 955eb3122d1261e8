// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/CasePlan.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;

bool proves(const std::vector<JudgedGroup>& experiment)
{
    return std::ranges::any_of(experiment, [](const JudgedGroup& group) {
        return group.result.state == GroupState::Good || group.result.state == GroupState::Bad;
    });
}

/// For a POSIX shell: node names come from somebody else's machine.
std::string quoted(const std::string& text)
{
    const auto harmless = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
               c == '-' || c == ',';
    };
    if (!text.empty() && text.front() != '-' && std::ranges::all_of(text, harmless))
        return text;
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

}  // namespace

Result<ScalePlan> planCase(const ScaleCase& given)
{
    if (given.empty())
        return fail(ErrorCode::BadUsage, "no nodes are given", {}, {}, "give a topology, or a number of GPUs");
    Cluster cluster = given.cluster;
    const int bad = given.badGpus > 0 ? given.badGpus : cluster.gpus();
    const auto wanted = static_cast<std::size_t>((bad + cluster.gpusPerNode - 1) / cluster.gpusPerNode);
    if (wanted > cluster.nodes.size())
        return fail(ErrorCode::BadUsage, fmt::format("the topology has {} GPUs, the slow job {}", cluster.gpus(), bad),
                    {}, {}, "give the nodes that the slow job ran on");
    if (wanted < 2)
        return fail(ErrorCode::BadUsage, "fewer than two nodes are slow", {}, {},
                    "nothing is left to halve: compare the node with another by nccl-tests");
    if (given.goodGpus >= bad)
        return fail(ErrorCode::BadUsage, "the size that is fine is not below the one that is slow", {}, {},
                    "a fault that shows at every size is no fault of scale: compare two runs");
    cluster.nodes.resize(wanted);
    BisectionOptions options;
    options.goodGpus = given.goodGpus;
    options.minutesPerRun = given.minutesPerRun;
    auto plan = planScale(cluster, given.topologyKnown, given.experiments, options, {});
    if (plan)
        if (const Status read = addIsolation(*plan, given.isolation, given.experiments); !read)
            return tl::unexpected(read.error());
    return plan;
}

std::vector<NodeState> nodeStates(const ScalePlan& plan)
{
    const bool proved = std::ranges::any_of(plan.experiments, proves);
    if (!proved || plan.state.alive.empty())
        return std::vector<NodeState>(plan.cluster.nodes.size(), NodeState::Open);
    std::vector<NodeState> states(plan.cluster.nodes.size(), NodeState::Cleared);
    const Leaves leaves = leavesOf(plan.cluster);
    const auto suspect = [&states](int node) { states[static_cast<std::size_t>(node)] = NodeState::Suspected; };
    const auto suspectLeaf = [&](int leaf) {
        std::ranges::for_each(leaves.nodes[static_cast<std::size_t>(leaf)], suspect);
    };
    for (const Hypothesis& one : plan.state.alive) {
        const bool two = one.kind == Kind::Pair || one.kind == Kind::TwoNodes;
        if (one.kind == Kind::Node || two)
            suspect(one.a);
        if (two)
            suspect(one.b);
        if (one.kind == Kind::Leaf || one.kind == Kind::Uplink || one.kind == Kind::Link)
            suspectLeaf(one.a);
        if (one.kind == Kind::Link)
            suspectLeaf(one.b);
        for (std::size_t node = 0; node < states.size() && one.kind == Kind::Spine; ++node)
            if (leaves.spineOfNode[node] == one.a)
                states[node] = NodeState::Suspected;
    }
    return states;
}

std::string runCommand(const NodeSet& group, const Cluster& cluster, std::string_view program)
{
    std::string names;
    for (const int node : group)
        names += (names.empty() ? "" : ",") + cluster.nodes[static_cast<std::size_t>(node)].name;
    return fmt::format("srun --nodes={} --ntasks-per-node={} --nodelist={} {}", group.size(), cluster.gpusPerNode,
                       quoted(names), program);
}

std::string_view nameOf(NodeState state)
{
    constexpr std::array<std::string_view, 3> kNames{"open", "suspected", "cleared"};
    return kNames[static_cast<std::size_t>(state)];
}

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Bisection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;
constexpr std::size_t kKinds = 4;

std::vector<char> membersOf(const NodeSet& group, std::size_t nodes)
{
    std::vector<char> member(nodes, 0);
    for (const int node : group)
        member[static_cast<std::size_t>(node)] = 1;
    return member;
}

void ruleOut(std::vector<Hypothesis>& alive, const Cluster& cluster, const Leaves& leaves, const GroupResult& result)
{
    if (result.state != GroupState::Good && result.state != GroupState::Bad)
        return;
    const std::vector<char> member = membersOf(result.nodes, cluster.nodes.size());
    const bool slow = result.state == GroupState::Bad;
    std::erase_if(alive,
                  [&](const Hypothesis& one) { return isSlow(one, cluster, leaves, result.nodes, member) != slow; });
}

Diagnosis diagnose(const std::vector<Hypothesis>& alive)
{
    if (alive.empty())
        return Diagnosis::Contradiction;
    const Kind kind = alive.front().kind;
    if (kind == Kind::Size)
        return std::ranges::all_of(alive, [](const Hypothesis& one) { return one.kind == Kind::Size; })
                   ? Diagnosis::Size
                   : Diagnosis::Open;
    if (alive.size() > 1)
        return Diagnosis::Open;
    return kind == Kind::Node ? Diagnosis::Node : kind == Kind::Pair ? Diagnosis::Pair : Diagnosis::Leaf;
}

double informationOf(const std::vector<Outcome>& outcomes)
{
    double bits = 0;
    for (const Outcome& outcome : outcomes)
        bits -= outcome.probability * std::log2(outcome.probability);
    return bits;
}

double gpuHoursOf(const std::vector<NodeSet>& groups, int repeats, const Cluster& cluster,
                  const BisectionOptions& options)
{
    std::size_t nodes = 0;
    for (const NodeSet& group : groups)
        nodes += group.size();
    return static_cast<double>(nodes) * cluster.gpusPerNode * repeats * options.minutesPerRun / 60;
}

/// The groups of the last experiment that told nothing, with twice the runs; nothing where all did or the cap is
/// reached.
std::optional<NextExperiment> repeatOf(std::span<const ExperimentResult> history, const Cluster& cluster,
                                       const BisectionOptions& options)
{
    if (history.empty())
        return std::nullopt;
    NextExperiment next;
    next.repeat = true;
    for (const GroupResult& group : history.back())
        if (group.state == GroupState::Inconclusive || group.state == GroupState::Invalid)
            next.groups.push_back(group.nodes);
    int runs = options.repeats;
    for (auto earlier = history.rbegin(); earlier != history.rend(); ++earlier) {
        const bool same = std::ranges::any_of(*earlier, [&](const GroupResult& group) {
            return group.state == GroupState::Inconclusive &&
                   std::ranges::find(next.groups, group.nodes) != next.groups.end();
        });
        runs *= same ? 2 : 1;
    }
    if (next.groups.empty() || runs > options.mostRepeats)
        return std::nullopt;
    next.repeats = runs;
    next.gpuHours = gpuHoursOf(next.groups, runs, cluster, options);
    return next;
}

std::optional<NextExperiment> choose(const std::vector<Hypothesis>& alive, const Cluster& cluster,
                                     const BisectionOptions& options)
{
    std::optional<NextExperiment> best;
    constexpr double kSame = 1e-9;
    for (Proposal& proposal : proposals(cluster, alive)) {
        NextExperiment next;
        next.design = proposal.design;
        next.repeats = options.repeats;
        next.information = informationOf(outcomesOf(cluster, alive, proposal.groups));
        next.gpuHours = gpuHoursOf(proposal.groups, options.repeats, cluster, options);
        next.groups = std::move(proposal.groups);
        const bool better = !best || next.information > best->information + kSame ||
                            (next.information > best->information - kSame && next.gpuHours < best->gpuHours);
        if (next.information > kSame && better)
            best = std::move(next);
    }
    return best;
}

}  // namespace

std::vector<Outcome> outcomesOf(const Cluster& cluster, std::span<const Hypothesis> alive,
                                std::span<const NodeSet> groups)
{
    const Leaves leaves = leavesOf(cluster);
    std::array<double, kKinds> count{};
    double kinds = 0;
    for (const Hypothesis& one : alive)
        kinds += count[static_cast<std::size_t>(one.kind)]++ == 0 ? 1 : 0;
    std::vector<std::vector<char>> members;
    for (const NodeSet& group : groups)
        members.push_back(membersOf(group, cluster.nodes.size()));
    std::map<std::vector<char>, Outcome> outcomes;
    std::vector<char> slow(groups.size());
    for (const Hypothesis& one : alive) {
        for (std::size_t g = 0; g < groups.size(); ++g)
            slow[g] = isSlow(one, cluster, leaves, groups[g], members[g]) ? 1 : 0;
        Outcome& outcome = outcomes[slow];
        outcome.probability += 1 / (kinds * count[static_cast<std::size_t>(one.kind)]);
        outcome.left.push_back(one);
    }
    std::vector<Outcome> all;
    for (auto& [pattern, outcome] : outcomes) {
        outcome.slow = pattern;
        all.push_back(std::move(outcome));
    }
    return all;
}

BisectionState bisect(const Cluster& cluster, std::span<const ExperimentResult> history,
                      const BisectionOptions& options)
{
    const Leaves leaves = leavesOf(cluster);
    BisectionState state;
    state.alive = allHypotheses(cluster, options.goodGpus);
    for (const ExperimentResult& experiment : history)
        for (const GroupResult& group : experiment)
            ruleOut(state.alive, cluster, leaves, group);
    state.diagnosis = diagnose(state.alive);
    if (state.diagnosis == Diagnosis::Contradiction)
        return state;
    state.next = choose(state.alive, cluster, options);
    if (state.next)
        if (auto repeat = repeatOf(history, cluster, options))
            state.next = std::move(repeat);
    return state;
}

}  // namespace headwater::scale

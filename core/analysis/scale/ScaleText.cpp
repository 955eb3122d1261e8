// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/analysis/scale/ScalePlan.h"

namespace headwater::scale {

namespace {

using Kind = Hypothesis::Kind;

const std::string& nameAt(const Cluster& cluster, int node)
{
    return cluster.nodes[static_cast<std::size_t>(node)].name;
}

void add(Text& out, const Text& between, const Text& part)
{
    if (!out.empty() && !part.empty())
        out += between;
    out += part;
}

/// "one of 12 nodes"; nothing for sizes, which are said as one.
Text oneOf(Kind kind, std::size_t n)
{
    switch (kind) {
    case Kind::Node: return say("one of {} nodes", n);
    case Kind::Pair: return say("one of {} pairs of nodes", n);
    case Kind::TwoNodes: return say("two nodes by themselves, one of {} combinations", n);
    case Kind::Leaf: return say("one of {} leaf switches", n);
    case Kind::Uplink: return say("the uplinks of one of {} leaf switches", n);
    case Kind::Link: return say("one of {} links between leaf switches", n);
    case Kind::Spine: return say("one of {} spines", n);
    case Kind::Crossing:
    case Kind::SpineCrossing:
    case Kind::Size: break;
    }
    return {};
}

/// What was measured of the fault, in numbers.
Text measuredText(const ScalePlan& plan)
{
    std::size_t slow = 0;
    std::size_t fine = 0;
    std::size_t least = plan.cluster.nodes.size();
    std::size_t most = 0;
    for (const Fact& fact : plan.state.facts) {
        (fact.slow ? slow : fine) += 1;
        least = fact.slow ? std::min(least, fact.nodes.size()) : least;
        most = fact.slow ? most : std::max(most, fact.nodes.size());
    }
    const auto gpus = static_cast<std::size_t>(plan.cluster.gpusPerNode);
    return say("Measured: slow groups {}, the smallest of {} GPUs; fine groups {}, the largest of {} GPUs.", slow,
               least * gpus, fine, most * gpus);
}

Text sizeText(const ScalePlan& plan)
{
    auto [kind, slow, fine] = plan.state.alive.front();
    for (const Fact& fact : plan.state.facts) {  // nearer than the sizes that were looked for
        const auto size = static_cast<int>(fact.nodes.size());
        (fact.slow ? slow : fine) = fact.slow ? std::min(slow, size) : std::max(fine, size);
    }
    const int gpus = plan.cluster.gpusPerNode;
    Text out;
    if (slow * gpus == plan.cluster.gpus() && fine > 0)
        out =
            say("All {} GPUs together are slow, groups of {} GPUs are fine whichever nodes they have: look at software "
                "and configuration that change with size.",
                slow * gpus, fine * gpus);
    else if (fine > 0)
        out = say(
            "Groups of {} GPUs are slow whichever nodes they have, groups of {} GPUs are fine: look at software and "
            "configuration that change with size.",
            slow * gpus, fine * gpus);
    else
        out = say("Even groups of {} GPUs are slow, whichever nodes they have: it is nothing of size. Look at software "
                  "and configuration that all share, and at the baseline.",
                  slow * gpus);
    if (leavesOf(plan.cluster).names.size() < 2)
        add(out, " ", say("A switch that all these nodes share is not told apart from it."));
    return out;
}

Text foundText(const ScalePlan& plan)
{
    const Hypothesis& fault = plan.state.alive.front();
    const Text what = textOf(fault, plan.cluster);
    switch (plan.state.diagnosis) {
    case Diagnosis::Node: {
        Text out = say("The fault follows {}: every group with it is slow, the others are not.", what);
        const Leaves leaves = leavesOf(plan.cluster);
        const auto leaf = static_cast<std::size_t>(leaves.ofNode[static_cast<std::size_t>(fault.a)]);
        if (leaves.names.size() > 1 && leaves.nodes[leaf].size() == 1)
            add(out, " ",
                say("No other node of the job is on leaf switch {}: the switch and its uplink are not told "
                    "apart from the node.",
                    leaves.names[leaf]));
        return out;
    }
    case Diagnosis::Pair:
        return say("The fault is {}: each is fine without the other. Their link, ports or rail.", what);
    case Diagnosis::TwoNodes: return say("The fault is {}: groups with either are slow, without both fine.", what);
    case Diagnosis::Leaf: return say("The fault follows {}: groups that touch it are slow, the others are not.", what);
    case Diagnosis::Uplink:
        return say("The fault is {}: groups across it are slow, its nodes among themselves are not.", what);
    case Diagnosis::Link: return say("The fault is {}: groups on both are slow, on one of them they are not.", what);
    case Diagnosis::Crossing:
        return say("The fault is {}: groups on several are slow, within one they are fine. Uplinks, spines, routing or "
                   "rails.",
                   what);
    case Diagnosis::Spine:
        return say("The fault follows {}: groups that cross leaf switches under it are slow, the others are not.",
                   what);
    case Diagnosis::SpineCrossing:
        return say("The fault is {}: groups under several are slow, under one they are fine.", what);
    case Diagnosis::Size: return sizeText(plan);
    case Diagnosis::Open:
    case Diagnosis::Contradiction:
    case Diagnosis::Unsteady:
    case Diagnosis::Gone: break;
    }
    return {};
}

/// The groups that were slow once and fine another time.
Text changedText(const ScalePlan& plan)
{
    std::map<NodeSet, std::set<bool>> states;
    for (const Fact& fact : plan.state.facts)
        states[fact.nodes].insert(fact.slow);
    const auto changed = std::ranges::find_if(states, [](const auto& one) { return one.second.size() > 1; });
    if (changed == states.end())
        return {};
    constexpr std::size_t kNamed = 4;
    Text nodes;
    for (std::size_t i = 0; i < std::min(kNamed, changed->first.size()); ++i)
        add(nodes, ", ", nameAt(plan.cluster, changed->first[i]));
    if (changed->first.size() > kNamed)
        nodes = say("{} and {} more", nodes, changed->first.size() - kNamed);
    return say("The same nodes were slow once and fine another time ({}): the fault comes and goes, or something was "
               "changed meanwhile. Nothing is concluded from it. If the whole is slow again, the search begins anew.",
               nodes);
}

Text openText(const ScalePlan& plan)
{
    const BisectionState& state = plan.state;
    const Text left = textOf(state.alive, plan.cluster);
    if (state.undecided)
        return say(
            "What is left is {}, but groups that would prove it stay undecided: they are too near the threshold, "
            "or slow now and then. Measure a quieter or larger figure, or look at it.",
            left);
    if (state.alive.size() == 1 && state.next && state.next->still)
        return say("All results point to {}; the last groups were all fine, so it may have gone away.", left);
    if (plan.state.facts.empty())
        return say("Nothing is measured yet: it may be any node, pair, switch, or the size alone.");
    if (!state.next)
        return say("These nodes cannot tell apart what is left: {}. Borrow another node, or look at each.", left);
    if (state.alive.size() == 1 && plan.experiments.empty())
        return say("Nothing was tried yet. By the sizes alone it can only be {}.", left);
    if (state.alive.size() == 1)
        return say("All results point to {}; it is not proved yet.", left);
    return say("Not decided yet; left are {}.", left);
}

/// What nobody told although it must be equal at every size (METHODS 5.2).
Text uncheckedText(const ScalePlan& plan)
{
    std::set<std::string> keys;
    for (const auto& experiment : plan.experiments)
        for (const JudgedGroup& group : experiment)
            keys.insert(group.unchecked.begin(), group.unchecked.end());
    return keys.empty()
               ? Text()
               : say("Not checked to be equal, as results do not tell: {}.", fmt::format("{}", fmt::join(keys, ", ")));
}

Text goodText(const ScalePlan& plan)
{
    if (plan.state.goodSetAside)
        return say("That any {} GPUs are fine is set aside: the results speak against it.", plan.options.goodGpus);
    if (plan.options.goodGpus < 2 * plan.cluster.gpusPerNode)
        return {};
    return say("Taken as said: any {} GPUs are fine, whichever they are.", plan.options.goodGpus);
}

/// Why these groups, a slow one that runs along apart.
Text purposeOf(const NextExperiment& next)
{
    if (next.still)
        return say(
            "Is it slow now? Run this once more, {} times: if it is fine, the fault comes and goes or is gone, and "
            "nothing may be concluded.",
            next.repeats);
    if (next.atOdds)
        return say("These results are at odds with the others: run those again, {} times each.", next.repeats);
    if (next.repeat)
        return say("Some groups told nothing last time: run those again, {} times each.", next.repeats);
    const bool alone = std::ranges::all_of(next.groups, [](const NodeSet& group) { return group.size() == 1; });
    switch (next.design) {
    case Design::Halves:
        return say("Two halves at the same time, each with nodes of several switches so that the path between switches "
                   "stays in: the slow half holds the fault.");
    case Design::Leaves: return say("Whole leaf switches apart: does it follow a switch, or any of them?");
    case Design::Pairing:
        return say("Both halves are fine by themselves, so it lies between them: join parts of both crosswise.");
    case Design::Single:
        return alone ? say("Nodes by themselves: is it one of them, or only what they do together?")
                     : say("The last suspects apart, each with a partner: is it the node, or the two together?");
    case Design::Sizes: return say("Groups of one size that share no node: is it the size, whichever nodes they have?");
    case Design::Proof:
        return say("One explanation is left. Its proof: what it blames is slow in the smallest groups, and everything "
                   "else is fine without it.");
    }
    return {};
}

}  // namespace

Text textOf(const Hypothesis& hypothesis, const Cluster& cluster)
{
    const auto leaf = [&cluster](int index) { return leavesOf(cluster).names[static_cast<std::size_t>(index)]; };
    switch (hypothesis.kind) {
    case Kind::Node: return say("node {}", nameAt(cluster, hypothesis.a));
    case Kind::Pair: return say("the pair {} and {}", nameAt(cluster, hypothesis.a), nameAt(cluster, hypothesis.b));
    case Kind::TwoNodes:
        return say("the nodes {} and {}, each by itself", nameAt(cluster, hypothesis.a), nameAt(cluster, hypothesis.b));
    case Kind::Leaf: return say("leaf switch {}", leaf(hypothesis.a));
    case Kind::Uplink: return say("what joins leaf switch {} to the others", leaf(hypothesis.a));
    case Kind::Link: return say("what joins leaf switches {} and {}", leaf(hypothesis.a), leaf(hypothesis.b));
    case Kind::Crossing: return say("what joins the leaf switches");
    case Kind::Spine: return say("spine {}", leavesOf(cluster).spines[static_cast<std::size_t>(hypothesis.a)]);
    case Kind::SpineCrossing: return say("what joins the spines");
    case Kind::Size: return say("any group of {} GPUs or more", hypothesis.a * cluster.gpusPerNode);
    }
    return {};
}

Text textOf(std::span<const Hypothesis> left, const Cluster& cluster)
{
    constexpr std::size_t kNamed = 4;
    std::array<std::size_t, kHypothesisKinds> count{};
    for (const Hypothesis& one : left)
        ++count[static_cast<std::size_t>(one.kind)];
    const std::size_t sizes = count[static_cast<std::size_t>(Kind::Size)];
    if (!left.empty() && sizes == left.size())
        return textOf(std::ranges::min(left, {}, &Hypothesis::a), cluster);
    Text out;
    std::array<bool, kHypothesisKinds> said{};
    for (const Hypothesis& one : left) {
        const auto kind = static_cast<std::size_t>(one.kind);
        if (one.kind == Kind::Size || said[kind])
            continue;
        const bool named = left.size() - sizes <= kNamed || count[kind] == 1;
        said[kind] = !named;
        add(out, say(" or "), named ? textOf(one, cluster) : oneOf(one.kind, count[kind]));
    }
    if (sizes > 0)
        add(out, say(" or "), say("the size alone"));
    return out;
}

Text conclusionOf(const ScalePlan& plan)
{
    Text out;
    if (plan.state.diagnosis == Diagnosis::Gone)
        out = say("All nodes together are fine now: the slowdown is not there any more, or comes and goes. Nothing is "
                  "concluded. Note what was changed, and begin anew when the job is slow again.");
    else if (plan.state.diagnosis == Diagnosis::Unsteady)
        out = changedText(plan);
    else if (plan.state.diagnosis == Diagnosis::Contradiction)
        out = say("No single fault explains these results: there may be several, it may come and go, or a result is "
                  "wrong. Repeat the experiments that disagree before concluding.");
    else if (plan.state.diagnosis == Diagnosis::Open)
        out = openText(plan);
    else {
        out = foundText(plan);
        add(out, " ", measuredText(plan));
        if (plan.state.diagnosis != Diagnosis::Size)
            add(out, " ", say("A second fault may hide behind it: run the whole again once it is mended."));
    }
    add(out, " ", uncheckedText(plan));
    add(out, " ", goodText(plan));
    if (plan.isolationAtOdds)
        add(out, " ",
            say("What the isolation tests found slow does not explain the experiments: it is left out here."));
    return out;
}

Text reasonOf(const NextExperiment& next)
{
    Text out = purposeOf(next);
    if (next.control)
        add(out, " ", say("A group that was slow runs along: if it is fine now, the fault comes and goes."));
    return out;
}

std::string_view nameOf(Diagnosis diagnosis)
{
    constexpr std::array<std::string_view, 14> kNames{"open",          "node",           "pair",     "leaf", "size",
                                                      "contradiction", "two-nodes",      "uplink",   "link", "crossing",
                                                      "spine",         "spine-crossing", "unsteady", "gone"};
    return kNames[static_cast<std::size_t>(diagnosis)];
}

std::string_view nameOf(Design design)
{
    constexpr std::array<std::string_view, 6> kNames{"halves", "leaves", "pairing", "single", "sizes", "proof"};
    return kNames[static_cast<std::size_t>(design)];
}

std::string_view nameOf(GroupState state)
{
    constexpr std::array<std::string_view, 4> kNames{"good", "bad", "inconclusive", "invalid"};
    return kNames[static_cast<std::size_t>(state)];
}

std::string_view nameOf(Hypothesis::Kind kind)
{
    constexpr std::array<std::string_view, kHypothesisKinds> kNames{
        "node", "pair", "leaf", "size", "two-nodes", "uplink", "link", "crossing", "spine", "spine-crossing"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/analysis/scale/Bisection.h"
#include "core/workshop/ConceptFigures.h"

namespace headwater::workshop::figures {

namespace {

constexpr int kNodes = 16;
constexpr int kPerLeaf = 4;
constexpr int kMostRounds = 12;

Cluster cluster()
{
    Cluster nodes;
    for (int i = 0; i < kNodes; ++i)
        nodes.nodes.push_back({fmt::format("n{}", i), fmt::format("sw{}", i / kPerLeaf), {}});
    return nodes;
}

/// What really happens: the fault is at one node, or between two.
scale::GroupState run(const NodeSet& group, int node, int partner)
{
    const bool slow = std::ranges::find(group, node) != group.end() && std::ranges::find(group, partner) != group.end();
    return slow ? scale::GroupState::Bad : scale::GroupState::Good;
}

/// All nodes in a row, one of them at fault: its left edge is what is dragged.
ConceptBar placed(const LocalText& label, int at, int handle)
{
    return {label,
            {{"good", 0, double(at)}, {"bad", double(at), 1}, {"good", double(at + 1), double(kNodes - at - 1)}},
            handle};
}

/// Nodes without a gap between them, as first and last.
std::vector<std::pair<int, int>> runsOf(NodeSet group)
{
    std::ranges::sort(group);
    std::vector<std::pair<int, int>> runs;
    for (const int node : group) {
        if (runs.empty() || runs.back().second + 1 != node)
            runs.emplace_back(node, node);
        else
            runs.back().second = node;
    }
    return runs;
}

/// "0–3, 8–11"; in brackets where the group is slow.
std::string named(const scale::GroupResult& group)
{
    std::string text;
    for (const auto& [first, last] : runsOf(group.nodes)) {
        text += text.empty() ? "" : ", ";
        text += first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
    }
    return group.state == scale::GroupState::Bad ? "[" + text + "]" : text;
}

/// Every group where its nodes stand, so that it can be compared with what is at fault.
ConceptBar drawn(const LocalText& label, const scale::ExperimentResult& result)
{
    ConceptBar bar{label, {}, -1, -1, false};
    for (const auto& group : result)
        for (const auto& [first, last] : runsOf(group.nodes))
            bar.segments.push_back(
                {group.state == scale::GroupState::Bad ? "bad" : "good", double(first), double(last - first + 1)});
    std::ranges::sort(bar.segments, {}, &ConceptSegment::start);
    return bar;
}

}  // namespace

ConceptFigure bisection(const Concept& idea, std::span<const double> values)
{
    const Cluster nodes = cluster();
    const int node = static_cast<int>(values[0]);
    const int partner = static_cast<int>(values[1]);
    scale::BisectionOptions options;
    options.goodGpus = node == partner ? 0 : nodes.gpusPerNode;
    std::vector<scale::ExperimentResult> history;
    ConceptFigure figure{"nodes", kNodes, {}, {}, {}};
    figure.bars.push_back(placed(idea.word("node"), node, 0));
    figure.bars.push_back(placed(idea.word("partner"), partner, 1));
    std::vector<ConceptReading> tests;
    double hours = 0;
    scale::BisectionState state = scale::bisect(nodes, history, options);
    while (state.next && static_cast<int>(history.size()) < kMostRounds) {
        scale::ExperimentResult result;
        for (const NodeSet& group : state.next->groups)
            result.push_back({group, run(group, node, partner)});
        hours += state.next->gpuHours;
        const std::string number = std::to_string(history.size() + 1);
        figure.bars.push_back(drawn(filled(idea.word("round"), {number}), result));
        std::vector<std::string> groups;
        std::ranges::transform(result, std::back_inserter(groups), named);
        tests.push_back({filled(idea.word("groups"), {number}), fmt::format("{}", fmt::join(groups, " | "))});
        history.push_back(std::move(result));
        state = scale::bisect(nodes, history, options);
    }
    figure.readings = {{idea.word("rounds"), std::to_string(history.size())},
                       {idea.word("hours"), fmt::format("{:.0f} GPU h", hours)},
                       {idea.word("left"), std::to_string(state.alive.size())}};
    figure.readings.insert(figure.readings.end(), tests.begin(), tests.end());
    using scale::Diagnosis;
    if (state.diagnosis == Diagnosis::Node && !state.alive.empty())
        figure.conclusion = filled(idea.word("is-node"), {std::to_string(state.alive.front().a)});
    else if (state.diagnosis == Diagnosis::Pair && !state.alive.empty())
        figure.conclusion = filled(idea.word("is-pair"),
                                   {std::to_string(state.alive.front().a), std::to_string(state.alive.front().b)});
    else
        figure.conclusion = idea.word("open");
    return figure;
}

}  // namespace headwater::workshop::figures

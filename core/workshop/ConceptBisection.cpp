// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

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
ConceptBar placed(const LocalText& label, const Cluster& nodes, int at, int handle)
{
    const double width = nodes.gpusPerNode;
    const auto count = static_cast<double>(nodes.nodes.size());
    return {label,
            {{"good", 0, at * width}, {"bad", at * width, width}, {"good", (at + 1) * width, (count - at - 1) * width}},
            handle};
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
    ConceptFigure figure{"GPUs", static_cast<double>(nodes.gpus()), {}, {}, {}};
    figure.bars.push_back(placed(idea.word("node"), nodes, node, 0));
    figure.bars.push_back(placed(idea.word("partner"), nodes, partner, 1));
    double hours = 0;
    scale::BisectionState state = scale::bisect(nodes, history, options);
    while (state.next && static_cast<int>(history.size()) < kMostRounds) {
        scale::ExperimentResult result;
        ConceptBar bar{filled(idea.word("round"), {std::to_string(history.size() + 1)}), {}, -1, -1, false};
        double at = 0;
        for (const NodeSet& group : state.next->groups) {
            result.push_back({group, run(group, node, partner)});
            const auto gpus = static_cast<double>(group.size()) * nodes.gpusPerNode;
            bar.segments.push_back({result.back().state == scale::GroupState::Bad ? "bad" : "good", at, gpus});
            at += gpus;
        }
        hours += state.next->gpuHours;
        figure.bars.push_back(std::move(bar));
        history.push_back(std::move(result));
        state = scale::bisect(nodes, history, options);
    }
    figure.readings = {{idea.word("rounds"), std::to_string(history.size())},
                       {idea.word("hours"), fmt::format("{:.0f} GPU h", hours)},
                       {idea.word("left"), std::to_string(state.alive.size())}};
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

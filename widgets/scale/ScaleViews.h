// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/scale/CasePlan.h"
#include "core/run/Run.h"
#include "widgets/models/RowsModel.h"
#include "widgets/scale/TopologyLayout.h"

namespace headwater {

/// Which ranks of a run are on which node.
struct NodeRanks {
    std::vector<std::vector<int>> ofNode;  ///< one entry a node of the cluster, ascending; empty: not known
    bool assumed = false;                  ///< no rank names its host: given out in order, GPU by GPU
};

/// By the hosts that the ranks name (a host's first label counts); without any host in the order of the nodes.
[[nodiscard]] NodeRanks ranksOfNodes(const Cluster& cluster, const Run* run);

/// The ranks on these nodes, ascending.
[[nodiscard]] std::vector<int> ranksOn(const NodeRanks& ranks, const std::vector<int>& nodes);

/// "A", "B" … "Z", "27": a group of an experiment.
[[nodiscard]] QString groupName(std::size_t group);
[[nodiscard]] QString stateName(scale::NodeState state);
[[nodiscard]] QString stateName(scale::GroupState state);
/// "n0, n4, n8 … n60 (16 nodes)".
[[nodiscard]] QString nodesText(const NodeSet& nodes, const Cluster& cluster);

[[nodiscard]] TopologyData topologyOf(const scale::ScalePlan& plan, const NodeRanks& ranks);

/// What was done: one row a group, which leads to its ranks.
[[nodiscard]] RowsData experimentRows(const scale::ScalePlan& plan, const NodeRanks& ranks);
/// What is to be done next: one row a group, with the command.
[[nodiscard]] RowsData nextRows(const scale::ScalePlan& plan, const NodeRanks& ranks);
/// What the next experiment may show and what that would prove.
[[nodiscard]] RowsData outcomeRows(const scale::ScalePlan& plan);

/// What the conclusion rests on, one or two sentences: experiments, what was slow, what proves nothing, the cost.
[[nodiscard]] QString evidenceText(const scale::ScalePlan& plan);

/// Of the next experiment: repeats and cost.
[[nodiscard]] QString costText(const scale::NextExperiment& next);

}  // namespace headwater

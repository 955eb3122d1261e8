// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/scale/ScalePlan.h"
#include "core/run/ScaleCase.h"

namespace headwater::scale {

/// The plan of what a person gave, on the nodes that the slow job ran on, with what isolation tests showed. Fails with
/// BadUsage where no nodes are given, where they are fewer than two or fewer than the job needs, and where the good
/// size is not below the bad one; else as planScale() does. Runs of results must be read before (readScaleRuns).
[[nodiscard]] Result<ScalePlan> planCase(const ScaleCase& given, std::stop_token stop = {});

/// Outputs of nccl-tests name hosts by their first label; a topology may have whole names: those instead, where one
/// begins so.
void nameAsIn(const Cluster& cluster, std::vector<std::string>& names);

/// Leaves the named nodes, in the order of the cluster. BadUsage where a name
/// is not in the cluster.
[[nodiscard]] Status keepNodes(Cluster& cluster, std::span<const std::string> names);

/// What the results leave of one node.
enum class NodeState : std::uint8_t {
    Open,       ///< nothing was proved yet, or the results contradict each other
    Suspected,  ///< a fault that is left names it, its switch, or it as one of a pair
    Cleared,    ///< no fault that is left names it
};

/// One entry a node of the plan's cluster. Before the first result that proves something all nodes are Open: to suspect
/// everything says nothing.
[[nodiscard]] std::vector<NodeState> nodeStates(const ScalePlan& plan);

/// nccl-tests, all sizes.
inline constexpr std::string_view kNcclTests = "all_reduce_perf -b 8 -e 16G -f 2 -g 1";

/// A command for a shell that runs a program on just these nodes by Slurm, names quoted, `gpusPerNode` tasks a node. As
/// it stands that is the training job itself, kept in the variable JOB: nothing else has the invariants that an
/// experiment must keep.
[[nodiscard]] std::string runCommand(const NodeSet& group, const Cluster& cluster, std::string_view program = "$JOB");

[[nodiscard]] std::string_view nameOf(NodeState state);  ///< "open", "suspected", "cleared"

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/run/Cluster.h"

namespace headwater::scale {

/// Where one process of a job ran.
struct RankPlace {
    int rank = 0;
    std::string node;        ///< one of the cluster's
    std::optional<int> gpu;  ///< of the node, from 0
};

/// What a `headwater.topology/1` says beside its nodes.
struct TopologyRanks {
    std::vector<RankPlace> ranks;
    Problems problems;  ///< what is not read: keys that the format does not have, each once, and further topologies
};

/// Reads the ranks of a topology whose nodes readCluster() gave; none of a file that is no JSON. Errors: those of
/// reading JSON, and Malformed with the place: a rank that is no number from 0 or stands there twice, a node that is
/// not among `nodes`, a GPU that the node does not have.
[[nodiscard]] Result<TopologyRanks> readTopologyRanks(const std::filesystem::path& path, const Cluster& cluster,
                                                      const Job& job);

}  // namespace headwater::scale

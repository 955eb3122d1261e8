// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/Cluster.h"
#include "core/run/ScaleResults.h"

namespace headwater {

/// Reads a topology: `headwater.topology/1` (README.md), Slurm's topology.conf or topology.yaml, or the output of
/// ibnetdiscover, told apart by content (TopologyText.h); the last two do not say how many GPUs a node has. Errors:
/// those of reading JSON, and Malformed with the place: no nodes, a node without a name, a name twice, more than
/// 100,000 nodes, or GPUs per node that are no number from 1 to 1,024.
[[nodiscard]] Result<Cluster> readCluster(const std::filesystem::path& path, const Job& job);

/// Reads `headwater.scale-results/1` (README.md). Errors likewise: a group without nodes, a value that is no number, a
/// group with neither a metric nor a judgement.
[[nodiscard]] Result<std::vector<ScaleExperiment>> readScaleResults(const std::filesystem::path& path, const Job& job);

}  // namespace headwater

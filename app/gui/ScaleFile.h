// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/analysis/scale/CasePlan.h"
#include "core/base/Job.h"
#include "core/run/Run.h"

namespace headwater {

/// A case with its plan and every matrix of pairs that was measured in it: those of isolation tests first, then of
/// experiments by another metric than bandwidth.
struct PlannedCase {
    ScaleCase given;
    scale::ScalePlan plan;
    std::vector<scale::PairMatrix> pairs;
    bool resultsTakenOut = false;  ///< those that were there name nodes that are not: `given` has none of them
    Problems problems = {};        ///< of the files that it was made of: what they say and nothing reads
};

/// Plans a case; runs that its results name and nobody read yet are read first (readScaleRuns), and `given` has what
/// they showed. Fails as that and scale::planCase() do.
[[nodiscard]] Result<PlannedCase> plannedCase(const ScaleCase& given, const Job& job);

/// The case with what files hold, told apart by content, in any order: a topology in place of the nodes that are there,
/// and results added to those that are there, each once: those of experiments and isolation tests, and outputs of
/// nccl-tests. Errors: those of reading them, and BadUsage for results without a topology, for two topologies, and
/// where there can be no plan.
[[nodiscard]] Result<PlannedCase> withScaleFiles(const ScaleCase& given,
                                                 const std::vector<std::filesystem::path>& paths, const Job& job);

/// The case with outputs of nccl-tests as the baselines of its results (addNcclBaseline). Fails as that and
/// plannedCase() do.
[[nodiscard]] Result<PlannedCase> withNcclBaseline(const ScaleCase& given,
                                                   const std::vector<std::filesystem::path>& paths, const Job& job);

/// The case on just these nodes, without the results that name others. BadUsage where a name is not in its cluster,
/// else as plannedCase().
[[nodiscard]] Result<PlannedCase> withNodes(const ScaleCase& given, const std::vector<std::string>& names,
                                            const Job& job);

/// Whether one of these files is plainly a topology, results or an output of nccl-tests, by how it begins.
[[nodiscard]] bool anyScaleFile(const std::vector<std::filesystem::path>& paths);

/// The topology file that a run's manifest names ("topology"; a relative path lies beside the file that names it).
[[nodiscard]] std::optional<std::filesystem::path> topologyNamedBy(const Run& run);

}  // namespace headwater

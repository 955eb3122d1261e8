// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/analysis/scale/CasePlan.h"
#include "core/analysis/scale/PairMatrix.h"
#include "core/base/Job.h"
#include "core/run/Run.h"

namespace headwater {

/// A case with its plan and the pairs that were measured in it.
struct PlannedCase {
    ScaleCase given;
    scale::ScalePlan plan;
    std::vector<scale::PairMatrix> pairs;
    bool resultsTakenOut = false;  ///< those that were there name nodes that are not: `given` has none of them
};

[[nodiscard]] Result<PlannedCase> plannedCase(const ScaleCase& given);

/// The case with what a file holds, told apart by content: a topology in place of the nodes that are there, or results
/// added to those that are there, each once. Errors: those of reading it, and BadUsage for results without a topology
/// and where there can be no plan.
[[nodiscard]] Result<PlannedCase> withScaleFile(const ScaleCase& given, const std::filesystem::path& path,
                                                const Job& job);

/// The topology file that a run's manifest names ("topology"; a relative path lies beside the file that names it).
[[nodiscard]] std::optional<std::filesystem::path> topologyNamedBy(const Run& run);

}  // namespace headwater

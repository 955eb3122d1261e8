// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/run/StageCube.h"

namespace headwater {

/// One row of the verdict: a stage and where it is in each run.
struct AlignedStage {
    std::string name;
    std::optional<std::size_t> baseline;  ///< index into the baseline's stages, or nothing: a new stage
    std::optional<std::size_t> current;   ///< index into the current run's stages, or nothing: a missing one
    bool outside = false;                 ///< the pseudo stage "(outside stages)"
};

/// The stages of both runs as one list (METHODS 1.9): the baseline's order, new stages after the stage they follow in
/// the current run, "(outside stages)" last.
struct StageAlignment {
    std::vector<AlignedStage> stages;
    std::size_t comparable = 0;        ///< only the first so many may be scanned for the first regressed stage
    std::vector<std::string> missing;  ///< in the baseline alone
    std::vector<std::string> added;    ///< in the current run alone
    bool orderChanged = false;         ///< common stages come in another order
};

/// Aligns by name. Two plain stage vectors of different length are an error (DESIGN section 5), never a silent zip.
[[nodiscard]] Result<StageAlignment> alignStages(const StageCube& baseline, const StageCube& current);

}  // namespace headwater

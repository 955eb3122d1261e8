// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/run/StageCube.h"
#include "core/stats/Quantile.h"

namespace headwater {

/// One stage of one run over its steps, ns. The value of a step is the median over ranks of span − wait (DESIGN
/// section 4, across ranks); steps that are not Ok on a rank do not count there.
struct StageSummary {
    std::string stage;
    int index = 0;
    stats::Summary value;  ///< over steps; only n means something where n is 0
};

[[nodiscard]] std::vector<StageSummary> summarizeStages(const StageCube& cube);

/// The same for one rank alone; `rank` is an index into cube.ranks().
[[nodiscard]] std::vector<StageSummary> summarizeStagesOfRank(const StageCube& cube, std::size_t rank);

}  // namespace headwater

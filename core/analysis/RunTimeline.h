// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/CollectiveMatch.h"
#include "core/analysis/CollectiveWaits.h"
#include "core/analysis/Partition.h"
#include "core/analysis/Steps.h"

namespace headwater {

/// One rank's steps in order of time.
struct RankTimeline {
    std::vector<StepWindow> steps;
    StagePieces work;
    std::vector<Ns> wait;  ///< per device row: ns of waiting at its start, kMissing where that is not known
};

/// What a replay of a run of traces needs beside the sums in RunAnalysis; ranks in the same order.
struct RunTimeline {
    std::vector<RankTimeline> ranks;
    CollectiveMatch match;
};

/// Partition and matching as analyzeRun does them, in order of time. `ranges` and `waits` are parallel to `ranks`.
[[nodiscard]] std::shared_ptr<const RunTimeline> runTimeline(const std::vector<RankSteps>& ranks,
                                                             const std::vector<StageRanges>& ranges,
                                                             std::size_t stageCount, const CollectiveWaits& waits,
                                                             bool linkedOnly);

}  // namespace headwater

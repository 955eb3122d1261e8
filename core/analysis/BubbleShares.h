// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// Time without compute in one step, mean over the ranks whose step is whole and whose device is known; ns.
struct StepBubbles {
    std::int64_t step = 0;
    int ranks = 0;    ///< the mean is of these; 0: unknown
    Ns duration = 0;  ///< of the step
    Bubbles bubbles;  ///< rounded down to the ns, cause by cause
};

/// Of all ranks, or of those in `ranks`: the steps of the cube in order, or those of them in `only`, ascending. Steps
/// that no rank knows stay in with 0 ranks: unknown is not zero. Empty for a run whose traces hold no device activity,
/// and for one of stage metrics.
[[nodiscard]] std::vector<StepBubbles> bubblesByStep(const RunAnalysis& run,
                                                     const std::vector<std::int64_t>* only = nullptr,
                                                     const std::vector<int>& ranks = {});

/// Mean over the known steps; nothing where none is. `step` of it means nothing, `ranks` is the most of any step.
[[nodiscard]] std::optional<StepBubbles> meanOf(const std::vector<StepBubbles>& steps);

/// The cause of most of it; of equals the first. Unresolved where there is no time at all.
[[nodiscard]] BubbleCause largestCause(const Bubbles& bubbles);

}  // namespace headwater

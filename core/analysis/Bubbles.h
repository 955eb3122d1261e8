// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/Steps.h"
#include "core/run/BubbleCauses.h"
#include "core/trace/Trace.h"

namespace headwater {

struct BubbleInput {
    const Trace& trace;
    const StepSet& steps;
    bool linkedOnly = false;
    const std::vector<Ns>& waits;  ///< per device row, or empty: see CollectiveWaits::blocked
};

/// The compute-absent time of each step, split: communication first, then copies, then memsets; what is idle up to the
/// launch of the next compute kernel by what its launching thread did meanwhile; what is idle after that launch is
/// launch latency up to 10 µs, else dependency where other device work in the gap ended just before the kernel began,
/// else unresolved. Where the next kernel has no launch in the trace, idle time is unresolved; where no kernel comes
/// any more, the step's thread counts.
[[nodiscard]] std::vector<Bubbles> splitBubbles(const BubbleInput& input);

}  // namespace headwater

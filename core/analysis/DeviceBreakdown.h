// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Whether an activity counts: with linkedOnly, those whose launch is not in the trace are left out.
[[nodiscard]] bool isCounted(const Trace& trace, Row activity, bool linkedOnly);

/// Union of the activities of one class over all streams.
[[nodiscard]] IntervalSet activityUnion(const Trace& trace, ActivityClass activity, bool linkedOnly);

/// The device's time from the first activity's start to the last one's end by class, DESIGN section 4.
[[nodiscard]] DeviceWindow deviceBreakdown(const Trace& trace, bool linkedOnly);

}  // namespace headwater

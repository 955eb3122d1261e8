// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "widgets/timeline/TimelineLayout.h"

namespace headwater {

/// The slice or gap of a row that begins next after `time` (of the trace), or last before it. O(lanes · log n).
[[nodiscard]] std::optional<TimelinePick> neighbour(const TimelineData& data, const TimelineState& state,
                                                    const TimelineRow& row, Ns time, bool forward);

/// What a row has at a time, else what begins next.
[[nodiscard]] std::optional<TimelinePick> pickNear(const TimelineData& data, const TimelineState& state,
                                                   const TimelineRow& row, Ns time);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "widgets/charts/AccessibleRows.h"
#include "widgets/timeline/TimelineLayout.h"

namespace headwater {

/// What the timeline says of what it shows, in words.

[[nodiscard]] QString nameOf(const TimelineData& data, const TimelinePick& pick);
/// Name, duration, place, what it means and what other tools call it; several lines.
[[nodiscard]] QString describe(const TimelineData& data, const TimelinePick& pick);
[[nodiscard]] QString rowLabel(const TimelineData& data, const TimelineState& state, const TimelineRow& row);
/// What a row shows within the window, for screen readers and as a line of a table.
[[nodiscard]] AccessibleRow describeRow(const TimelineData& data, const TimelineLayout& layout,
                                        const TimelineState& state, const TimelineRow& row);
/// Whether a pick lies in a row of this kind: a gap and compute in the rank's row, every slice in its track's lane.
[[nodiscard]] bool shows(const TimelineData& data, const TimelineRow& row, const TimelinePick& pick);

}  // namespace headwater

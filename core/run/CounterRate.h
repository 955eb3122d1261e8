// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/Telemetry.h"

namespace headwater {

/// The rate of a counter: one value for each sample after the first, growth since the last value that was measured
/// divided by the time since then, at the time of the sample. `unitsPerCount` is what one count of the device is worth
/// in the series' unit (4 for InfiniBand words), which tells where its registers wrap.
///
/// A fall is a wrap when the values fit in 32 (64) bits, the last was in the upper quarter, the new one is in the lower
/// quarter, and the growth it implies is no more than twice the largest seen elsewhere in the series. Any other fall is
/// a reset: the value is NaN (a gap, never a negative rate), counted in `resets`. Samples at the same time as the one
/// before give no rate; a value of exactly 2^32 − 1 counts is a register that stands still and counts as not measured.
///
/// The result is named "<name>.rate"; its unit is "B/s", "count/s", "W" for joules, "1" (a share of the time) for
/// seconds. A series that is no counter gives an empty series.
[[nodiscard]] MetricSeries toRate(const MetricSeries& counter, double unitsPerCount = 1.0);

}  // namespace headwater

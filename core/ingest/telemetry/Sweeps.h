// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

#include "core/base/Duration.h"

namespace headwater::telemetry {

/// Time between samples of a source that has no times, unless it says otherwise.
constexpr Ns kAssumedPeriod = 1'000'000'000;

/// How many rows one sweep over the devices writes, told from the gaps between the rows' times: short within a sweep,
/// long between two. 0 when the gaps do not tell, or sweeps differ in size (the last may be short).
[[nodiscard]] std::size_t devicesPerSweep(std::span<const Ns> times);

}  // namespace headwater::telemetry

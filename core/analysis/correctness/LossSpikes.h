// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analysis/correctness/Spikes.h"

namespace headwater {

/// As findSpikes(), for a value with a course: a loss that falls spreads over the trailing values more than it varies,
/// and hides a spike. The centre is the median of the 16 values before, the spread that of the trailing 128 around
/// their course (1.4826 MAD of the changes from step to step, over √2; of the logarithm, ours). Same limits: z > 6 and
/// ratio > 2, from the 17th value on; values that are not positive and finite are left out.
[[nodiscard]] std::vector<Spike> findLossSpikes(const LoggedSeries& series, const CorrectnessLimits& limits = {});

}  // namespace headwater

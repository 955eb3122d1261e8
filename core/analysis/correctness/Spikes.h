// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/correctness/Limits.h"
#include "core/analysis/correctness/LoggedSeries.h"

namespace headwater {

/// A gradient norm, or a loss, that stands out of the steps before it.
struct Spike {
    std::int64_t step = 0;
    double value = 0;
    double z = 0;          ///< robust z of its logarithm; ∞ where the steps before are all equal
    double ratio = 0;      ///< to their median
    bool tenfold = false;  ///< at least 10 times the largest of the first 100 values (Megatron's rerun machine)
};

/// METHODS 5, of the loss too: robust z of the log over the trailing 128 values > 6 and ratio to their median > 2, from
/// the 11th value on. Values that are not positive and finite are left out. V22: z = 49.4, ratio 9, tenfold silent.
[[nodiscard]] std::vector<Spike> findSpikes(const LoggedSeries& series, const CorrectnessLimits& limits = {});

/// As findSpikes(), for a value with a course: a loss that falls spreads over the trailing values more than it varies,
/// and hides a spike. The centre is the median of the 16 values before, the spread that of the trailing 128 around
/// their course (1.4826 MAD of the changes from step to step, over √2; of the logarithm, ours). Same limits: z > 6 and
/// ratio > 2, from the 17th value on; values that are not positive and finite are left out.
[[nodiscard]] std::vector<Spike> findLossSpikes(const LoggedSeries& series, const CorrectnessLimits& limits = {});

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/correctness/LoggedSeries.h"

namespace headwater {

constexpr std::size_t kFewestBaselines = 5;  ///< METHODS 5: with fewer no statistical claim is possible

/// Where one more run of the same job lies in 99 of 100 cases: x̄ ± t(K − 1, 0.995) · s · √(1 + 1/K). METHODS 5, V21b.
struct Band {
    double mean = 0;
    double sd = 0;
    double t = 0;
    double lo = 0;
    double hi = 0;
};

/// Nothing for fewer than kFewestBaselines values.
[[nodiscard]] std::optional<Band> bandOf(std::span<const double> values);

/// A run against the band of K baselines, step by step, each series smoothed by the mean of its last 10 steps.
struct BandVerdict {
    std::size_t runs = 0;
    std::size_t steps = 0;  ///< that all runs have, with finite values and equal intervals
    std::size_t outside = 0;
    std::size_t longestOutside = 0;      ///< consecutive
    std::optional<std::int64_t> leftAt;  ///< first step of the longest stretch outside
    std::size_t windowSteps = 0;         ///< of the final window: the last tenth, at least 10 or all there are
    Band window;                         ///< of the final window's means
    double current = 0;                  ///< the run's mean there
    [[nodiscard]] bool windowOutside() const { return current < window.lo || current > window.hi; }
    /// At least 10 consecutive smoothed steps outside, or the final window's mean.
    [[nodiscard]] bool fails() const;
};

/// Nothing for fewer than kFewestBaselines baselines or no common step.
[[nodiscard]] std::optional<BandVerdict> judgeByBand(std::span<const LoggedSeries> baselines,
                                                     const LoggedSeries& current);

}  // namespace headwater

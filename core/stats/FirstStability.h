// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace headwater::stats {

/// How stable "first by the course rule" is, METHODS 1.3.7: steps are resampled jointly (the same steps for all stages,
/// so that what happens together stays together), medians and the rule are computed again each time.
struct FirstStability {
    std::vector<double> share;  ///< per stage: share of resamples in which it is first
    double none = 0;            ///< share in which no stage regressed
};

/// `baseline[k]` and `current[k]` are the step series of stage k in ns; all stages of a side have the same number of
/// steps. Per replicate the current side's steps are drawn first, then the baseline's.
[[nodiscard]] FirstStability firstStability(std::span<const std::vector<double>> baseline,
                                            std::span<const std::vector<double>> current, double epsilon,
                                            std::size_t resamples, std::uint64_t seed);

}  // namespace headwater::stats

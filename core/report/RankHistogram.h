// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Language.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// How many ranks of each run have which own time (DESIGN 7: both runs on one axis from zero, with the same bins).
struct RankHistogram {
    Text metric;                                   ///< what the own time is, in words
    double binWidth = 0;                           ///< ns; bin i is [i, i+1) · binWidth
    std::vector<std::array<std::size_t, 2>> bins;  ///< ranks, by Side
    /// Of the current run, where all its ranks have one role; ns (cutsOf).
    std::optional<double> robust, threeSigma;
    double largestZ = 0;
};

/// Of the medians over steps of each rank's local time. Without bins where neither run has two ranks with a value.
[[nodiscard]] RankHistogram rankHistogram(const Verdict& verdict);

/// Bars of both runs beside each other, cuts as dashed lines, a scale in time.
[[nodiscard]] std::string rankHistogramSvg(const RankHistogram& histogram, const Language& language = {});

}  // namespace headwater

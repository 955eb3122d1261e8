// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/run/TrainingLog.h"

namespace headwater {

/// What one training log says of the whole run. Nothing where no line tells it.
struct LogSummary {
    std::size_t lines = 0;   ///< that tell of a step
    std::size_t timed = 0;   ///< of these, with a step time
    Ns stepTime = kMissing;  ///< median over the lines, ns
    std::optional<LoggedNumber> firstLoss, lastLoss;
    std::optional<double> gradNorm;                      ///< median over the lines that tell a finite one
    std::size_t notFinite = 0;                           ///< lines whose loss or gradient norm is NaN or infinite
    std::optional<std::int64_t> skipped, nanIterations;  ///< sums over the lines
    std::string ending;  ///< LogEnding::kind of the first that is not "finished", else "finished", else empty
};

[[nodiscard]] LogSummary summaryOf(const TrainingLog& log);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/correctness/LoggedSeries.h"

namespace headwater {

/// NaN or infinite values of one quantity in one log.
struct BadNumber {
    LoggedQuantity quantity = LoggedQuantity::Loss;
    double value = 0;  ///< the first: NaN, +∞ or −∞
    std::int64_t step = 0;
    std::optional<int> rank;
    std::string source;
    std::uint64_t line = 0;
    std::size_t count = 0;  ///< steps with such a value
};

/// The first of every log and quantity, the earliest step first. A gradient norm that is no number in a step that was
/// skipped, or under a loss scale or float16 (`scaled`), is the scaler at work (METHODS 5): findIterations() counts it.
[[nodiscard]] std::vector<BadNumber> findBadNumbers(const std::vector<TrainingLog>& logs, bool scaled);

/// Iterations that did no update, as the logs count them.
struct IterationCounts {
    std::int64_t iterations = 0;
    std::optional<std::int64_t> skipped;  ///< nothing: no log counts them
    std::optional<std::int64_t> nan;      ///< the same
    std::int64_t overflows = 0;  ///< steps whose gradient norm overflowed under a loss scale, none counted skipped
    std::optional<std::int64_t> firstNan, firstSkipped;  ///< steps

    [[nodiscard]] std::optional<std::int64_t> withoutUpdate() const;
};

/// Of one run (the first of findRepeats), so that ranks that print the same are not counted twice.
[[nodiscard]] IterationCounts findIterations(const RunLogs& logs, bool scaled);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/TrainingLog.h"

namespace headwater {

enum class LoggedQuantity : std::uint8_t { Loss, GradNorm };
/// "loss", "gradient norm".
[[nodiscard]] std::string_view nameOf(LoggedQuantity quantity);

struct LoggedPoint {
    std::int64_t step = 0;
    int covered = 1;  ///< steps the value is a mean of
    LoggedNumber number;
    std::uint64_t line = 0;
    std::string source = {};  ///< file of the line
};

/// One quantity of one run by step, upwards.
struct LoggedSeries {
    std::optional<int> rank;
    std::vector<LoggedPoint> points;
    /// The values are float32 as they were: from a binary file, or mostly printed with the 9 digits that tell every
    /// float32 from its neighbours.
    bool exact = false;
};

/// A run's logs in order: a file, and those that continue it.
using RunLogs = std::vector<const TrainingLog*>;
[[nodiscard]] LoggedSeries seriesOf(const RunLogs& logs, LoggedQuantity quantity);

/// What one unit of the last printed digit is worth; 0 for a binary value or one that is no finite number.
[[nodiscard]] double printedUnit(const LoggedNumber& number);

/// Equal as far as the printed digits go: the finer one rounded to the coarser one's last digit. Two NaN are equal, and
/// so are two infinities of one sign.
[[nodiscard]] bool agreeAsPrinted(const LoggedNumber& a, const LoggedNumber& b);

}  // namespace headwater

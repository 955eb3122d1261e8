// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/Duration.h"

namespace headwater {

/// How many nanoseconds one unit of the text is worth.
enum class TimeUnit : std::int64_t {
    Nanosecond = 1,
    Microsecond = 1'000,
    Millisecond = 1'000'000,
    Second = 1'000'000'000
};

/// "ns", "us", "ms" or "s"; nothing for any other text.
[[nodiscard]] std::optional<TimeUnit> timeUnitFromName(std::string_view name);

/// Parses a decimal number ("1712195495502094.123", "-3", "1e3", optionally in quotes) in `unit` to nanoseconds without
/// going through a double, so that times beyond 2^53 keep every digit. Digits below a nanosecond are rounded half away
/// from zero. Nothing for text that is no finite decimal number or does not fit in int64 nanoseconds.
[[nodiscard]] std::optional<Ns> parseDecimal(std::string_view text, TimeUnit unit);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/run/Telemetry.h"

namespace headwater::telemetry {

/// A point in time as a file writes it.
struct Stamp {
    ClockKind clock = ClockKind::LocalTime;  ///< Epoch where the zone is written too
    Ns time = 0;
    std::size_t length = 0;  ///< characters of the text that it took
};

/// A date and time at the beginning of `text`: "2025/02/18 18:56:35.571", "2025-02-18T18:56:35,571+01:00",
/// "2025-02-18 18:56:35 UTC", "20250218 18:56:35". Years 1970 to 2200.
[[nodiscard]] std::optional<Stamp> readDateTime(std::string_view text);

/// "Tue Jul 14 08:12:38 2026" at the beginning of `text`; local time unless a zone "UTC" stands before the year.
[[nodiscard]] std::optional<Stamp> readCalendar(std::string_view text);

/// A whole text that is seconds (also with a fraction), ms, µs or ns since 1970 between 2001 and 2200: what a script
/// prints with `date +%s` before each sample.
[[nodiscard]] std::optional<Stamp> readEpoch(std::string_view text);

/// Any of the above alone on a line, with or without a leading "#".
[[nodiscard]] std::optional<Stamp> readStampLine(std::string_view line);

/// "HH:MM:SS" and a fraction, as ns since midnight; `length` receives the characters taken.
[[nodiscard]] std::optional<Ns> readClock(std::string_view text, std::size_t& length);

}  // namespace headwater::telemetry

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headwater::telemetry::text {

/// Without blanks and tabs at either end.
[[nodiscard]] std::string_view trim(std::string_view text);

/// Pieces between runs of blanks and tabs. Views into `line`.
[[nodiscard]] std::vector<std::string_view> words(std::string_view line);

/// The first line of `text` that is neither empty nor a '#' comment.
[[nodiscard]] std::string_view firstDataLine(std::string_view text);

/// The next line of `rest`, which then begins behind it; line ends removed.
[[nodiscard]] std::string_view takeLine(std::string_view& rest);

/// A whole decimal number, nothing around it.
[[nodiscard]] std::optional<std::int64_t> integer(std::string_view text);

/// A finite decimal or hexadecimal ("0x…") number, nothing around it.
[[nodiscard]] std::optional<double> number(std::string_view text);

}  // namespace headwater::telemetry::text

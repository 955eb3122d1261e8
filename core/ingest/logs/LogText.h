// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/Duration.h"
#include "core/run/TrainingLog.h"

namespace headwater::logs {

/// Small scanners for log text. All take views of untrusted text of any length and never read outside it; the take…
/// functions advance `text` behind what they took and leave it alone when they take nothing.

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
/// Whether a number can be that of a step; far below the limits of its type, so that steps can be added and subtracted.
[[nodiscard]] constexpr bool isStepNumber(std::int64_t number)
{
    return number >= 0 && number <= 1'000'000'000'000;
}
[[nodiscard]] constexpr bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] bool contains(std::string_view text, std::string_view part);

bool takePrefix(std::string_view& text, std::string_view prefix);
void skipSpaces(std::string_view& text);
/// Digits with an optional sign; nothing where there are none or the value does not fit.
std::optional<std::int64_t> takeInteger(std::string_view& text);
/// A decimal number, "nan" or "inf" in any case; "6,939" is one number (thousands separators).
std::optional<LoggedNumber> takeNumber(std::string_view& text);
/// The whole of `text`, white space around it aside, as a number.
[[nodiscard]] std::optional<LoggedNumber> loggedNumber(std::string_view text);
/// The whole of `text` as an integer; "5.000" and "2e+3" are integers too.
[[nodiscard]] std::optional<std::int64_t> wholeNumber(std::string_view text);

/// Only letters and digits, lower case: "elapsed time per iteration (ms)" → "elapsedtimeperiterationms". Line breaks
/// and spelling variants inside a name make no difference to it.
[[nodiscard]] std::string compactName(std::string_view name);
/// Lower case with underscores, "%" as "percent": "time_metrics/data_loading(%)" → "time_metrics_data_loading_percent".
[[nodiscard]] std::string normalisedName(std::string_view name);
/// Without terminal colour and cursor sequences.
[[nodiscard]] std::string withoutAnsi(std::string_view text);

/// `value` times `unit` nanoseconds, rounded; kMissing for what is negative, not finite or out of range.
[[nodiscard]] Ns nsFrom(double value, double unit);
constexpr double kSecond = 1e9;
constexpr double kMillisecond = 1e6;

/// A moment as a log prints it.
struct Stamp {
    Ns time = 0;         ///< ns since 1970 as if the text were UTC, or really UTC when `zoned`
    bool zoned = false;  ///< the text names its zone, which was applied
};
/// "2026-05-14 11:42:56.840650", "2026-05-19T15:34:33,363Z", "2026-05-19_19:52:27".
std::optional<Stamp> takeStamp(std::string_view& text);

}  // namespace headwater::logs

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/TimeText.h"

#include <charconv>
#include <chrono>
#include <optional>
#include <string>

#include "core/base/Decimal.h"

namespace headwater {

namespace {

constexpr Ns kSecond = 1'000'000'000;

tl::unexpected<Error> notATime(std::string_view text)
{
    return fail(ErrorCode::BadUsage, "\"" + std::string(text) + "\" is no time", {}, {},
                "write 2026-11-29T23:24:00Z, epoch seconds, now, or -90m");
}

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count)
{
    int value = 0;
    if (at + count > text.size())
        return std::nullopt;
    const char* begin = text.data() + at;
    const auto [end, error] = std::from_chars(begin, begin + count, value);
    if (error != std::errc() || end != begin + count || value < 0)
        return std::nullopt;
    return value;
}

/// Seconds east of UTC for "Z", "" or "+01:00".
std::optional<int> zoneOf(std::string_view text)
{
    if (text.empty() || text == "Z" || text == "z")
        return 0;
    const auto hours = digits(text, 1, 2);
    const auto minutes = digits(text, text.size() > 3 && text[3] == ':' ? 4 : 3, 2);
    if ((text[0] != '+' && text[0] != '-') || !hours || !minutes || *hours > 14 || *minutes > 59)
        return std::nullopt;
    return (text[0] == '-' ? -1 : 1) * (*hours * 3600 + *minutes * 60);
}

std::optional<Ns> calendar(std::string_view text)
{
    const auto year = digits(text, 0, 4);
    const auto month = digits(text, 5, 2);
    const auto day = digits(text, 8, 2);
    const auto hour = digits(text, 11, 2);
    const auto minute = digits(text, 14, 2);
    const auto second = digits(text, 17, 2);
    if (!year || !month || !day || !hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day))};
    if (!date.ok() || *year < 1970 || *year > 2200)
        return std::nullopt;
    std::size_t end = 19;
    Ns fraction = 0;
    if (end < text.size() && text[end] == '.') {
        const std::size_t stop = std::min(text.find_first_not_of("0123456789", end + 1), text.size());
        fraction = parseDecimal("0" + std::string(text.substr(end, stop - end)), TimeUnit::Second).value_or(0);
        end = stop;
    }
    const auto zone = zoneOf(text.substr(end));
    if (!zone)
        return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    return (Ns(days) * 86'400 + *hour * 3600 + *minute * 60 + *second - *zone) * kSecond + fraction;
}

std::optional<Ns> unitOf(std::string_view name)
{
    if (name == "ms")
        return kSecond / 1000;
    if (name == "s")
        return kSecond;
    if (name == "m")
        return 60 * kSecond;
    if (name == "h")
        return 3600 * kSecond;
    if (name == "d")
        return 86'400 * kSecond;
    return std::nullopt;
}

}  // namespace

Result<Ns> parseSpan(std::string_view text)
{
    const auto bad = fail(ErrorCode::BadUsage, "\"" + std::string(text) + "\" is no span of time", {}, {},
                          "write 15s, 500ms, 2m or 1h30m");
    if (const auto seconds = parseDecimal(text, TimeUnit::Second))
        return *seconds > 0 ? Result<Ns>(*seconds) : bad;
    Ns sum = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t number = rest.find_first_not_of("0123456789");
        if (number == 0 || number == std::string_view::npos || number > 9)
            return bad;
        const std::size_t end = std::min(rest.find_first_of("0123456789", number), rest.size());
        const auto unit = unitOf(rest.substr(number, end - number));
        if (!unit)
            return bad;
        Ns part = 0;
        if (__builtin_mul_overflow(parseDecimal(rest.substr(0, number), TimeUnit::Nanosecond).value_or(0), *unit,
                                   &part) ||
            __builtin_add_overflow(sum, part, &sum))
            return bad;
        rest.remove_prefix(end);
    }
    return sum > 0 ? Result<Ns>(sum) : bad;
}

Result<Ns> parseMoment(std::string_view text, Ns now)
{
    if (text == "now")
        return now;
    if (text.starts_with('-')) {
        const auto span = parseSpan(text.substr(1));
        return span ? Result<Ns>(now - *span) : notATime(text);
    }
    if (text.size() >= 19 && text[4] == '-' && (text[10] == 'T' || text[10] == ' ')) {
        const auto moment = calendar(text);
        return moment ? Result<Ns>(*moment) : notATime(text);
    }
    const auto seconds = parseDecimal(text, TimeUnit::Second);
    return seconds ? Result<Ns>(*seconds) : notATime(text);
}

}  // namespace headwater

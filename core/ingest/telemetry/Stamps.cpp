// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/Stamps.h"

#include <array>
#include <chrono>

#include "core/base/Decimal.h"
#include "core/ingest/telemetry/Text.h"

namespace headwater::telemetry {

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kDay = 86'400 * kSecond;

/// Takes exactly `digits` digits from the front of `text`.
std::optional<int> takeDigits(std::string_view& text, std::size_t digits)
{
    if (text.size() < digits)
        return std::nullopt;
    int value = 0;
    for (const char c : text.substr(0, digits)) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = value * 10 + (c - '0');
    }
    text.remove_prefix(digits);
    return value;
}

bool takeChar(std::string_view& text, std::string_view anyOf)
{
    if (text.empty() || anyOf.find(text.front()) == std::string_view::npos)
        return false;
    text.remove_prefix(1);
    return true;
}

std::optional<Ns> dayStart(int year, int month, int day)
{
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (year < 1970 || year > 2200 || !date.ok())
        return std::nullopt;
    return std::chrono::sys_days(date).time_since_epoch().count() * kDay;
}

std::optional<Ns> takeDate(std::string_view& text)
{
    const auto year = takeDigits(text, 4);
    if (!year)
        return std::nullopt;
    const bool separated = takeChar(text, "/-");
    const auto month = takeDigits(text, 2);
    if (!month || (separated && !takeChar(text, "/-")))
        return std::nullopt;
    const auto day = takeDigits(text, 2);
    return day ? dayStart(*year, *month, *day) : std::nullopt;
}

std::optional<Ns> takeClock(std::string_view& text)
{
    const auto hour = takeDigits(text, 2);
    if (!hour || !takeChar(text, ":"))
        return std::nullopt;
    const auto minute = takeDigits(text, 2);
    if (!minute || !takeChar(text, ":"))
        return std::nullopt;
    const auto second = takeDigits(text, 2);
    if (!second || *hour > 23 || *minute > 59 || *second > 60)
        return std::nullopt;
    Ns time = ((*hour * 60 + *minute) * 60 + *second) * kSecond;
    std::string_view fraction = text;
    if (takeChar(fraction, ".,")) {
        Ns unit = kSecond / 10;
        while (!fraction.empty() && fraction.front() >= '0' && fraction.front() <= '9') {
            time += (fraction.front() - '0') * unit;
            unit /= 10;
            fraction.remove_prefix(1);
            text = fraction;
        }
    }
    return time;
}

/// Zone at the front of the text as an offset to take off, where there is one.
std::optional<Ns> takeZone(std::string_view& text)
{
    std::string_view rest = text;
    while (takeChar(rest, " ")) {
    }
    for (const std::string_view name : {"UTC", "GMT", "Z"})
        if (rest.starts_with(name)) {
            text = rest.substr(name.size());
            return 0;
        }
    if (rest.empty() || (rest.front() != '+' && rest.front() != '-'))
        return std::nullopt;
    const bool west = rest.front() == '-';
    rest.remove_prefix(1);
    const auto hours = takeDigits(rest, 2);
    takeChar(rest, ":");
    const auto minutes = takeDigits(rest, 2);
    if (!hours || !minutes || *hours > 14 || *minutes > 59)
        return std::nullopt;
    text = rest;
    const Ns offset = (*hours * 60 + *minutes) * 60 * kSecond;
    return west ? -offset : offset;
}

std::optional<int> takeMonth(std::string_view& text)
{
    static constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    for (std::size_t i = 0; i < kMonths.size(); ++i)
        if (text.starts_with(kMonths[i])) {
            text.remove_prefix(3);
            return static_cast<int>(i) + 1;
        }
    return std::nullopt;
}

}  // namespace

std::optional<Ns> readClock(std::string_view text, std::size_t& length)
{
    std::string_view rest = text;
    const auto time = takeClock(rest);
    length = text.size() - rest.size();
    return time;
}

std::optional<Stamp> readDateTime(std::string_view text)
{
    std::string_view rest = text;
    const auto day = takeDate(rest);
    if (!day || !takeChar(rest, " T"))
        return std::nullopt;
    const auto time = takeClock(rest);
    if (!time)
        return std::nullopt;
    Stamp stamp{ClockKind::LocalTime, *day + *time, 0};
    if (const auto zone = takeZone(rest)) {
        stamp.clock = ClockKind::Epoch;
        stamp.time -= *zone;
    }
    stamp.length = text.size() - rest.size();
    return stamp;
}

std::optional<Stamp> readCalendar(std::string_view text)
{
    std::string_view rest = text;
    if (rest.size() < 20 || rest[3] != ' ')
        return std::nullopt;
    rest.remove_prefix(4);
    const auto month = takeMonth(rest);
    if (!month || !takeChar(rest, " "))
        return std::nullopt;
    while (takeChar(rest, " ")) {
    }
    auto twoDigits = rest;
    auto day = takeDigits(twoDigits, 2);
    if (day)
        rest = twoDigits;
    else
        day = takeDigits(rest, 1);
    if (!day || !takeChar(rest, " "))
        return std::nullopt;
    const auto time = takeClock(rest);
    if (!time)
        return std::nullopt;
    const bool zoned = takeZone(rest).has_value();
    if (!takeChar(rest, " "))
        return std::nullopt;
    const auto year = takeDigits(rest, 4);
    const auto start = year ? dayStart(*year, *month, *day) : std::nullopt;
    if (!start)
        return std::nullopt;
    return Stamp{zoned ? ClockKind::Epoch : ClockKind::LocalTime, *start + *time, text.size() - rest.size()};
}

std::optional<Stamp> readEpoch(std::string_view text)
{
    const std::size_t digits = std::min(text.find('.'), text.size());
    if (text.empty() || text.find_first_not_of("0123456789.") != std::string_view::npos)
        return std::nullopt;
    std::optional<TimeUnit> unit;
    if (digits == 10)
        unit = TimeUnit::Second;
    else if (digits == 13)
        unit = TimeUnit::Millisecond;
    else if (digits == 16)
        unit = TimeUnit::Microsecond;
    else if (digits == 19)
        unit = TimeUnit::Nanosecond;
    const auto time = unit ? parseDecimal(text, *unit) : std::nullopt;
    constexpr Ns kFirst = 978'307'200 * kSecond;
    constexpr Ns kLast = 7'258'118'400 * kSecond;
    if (!time || *time < kFirst || *time > kLast)
        return std::nullopt;
    return Stamp{ClockKind::Epoch, *time, text.size()};
}

std::optional<Stamp> readStampLine(std::string_view line)
{
    line = text::trim(line);
    if (line.starts_with('#'))
        line = text::trim(line.substr(1));
    if (const auto epoch = readEpoch(line))
        return epoch;
    for (const auto read : {readDateTime, readCalendar})
        if (const auto stamp = read(line); stamp && stamp->length == line.size())
            return stamp;
    return std::nullopt;
}

}  // namespace headwater::telemetry

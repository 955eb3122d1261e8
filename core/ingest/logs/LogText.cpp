// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/LogText.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/Lowered.h"

namespace headwater::logs {

namespace {

bool startsWithWord(std::string_view text, std::string_view word)
{
    if (text.size() < word.size())
        return false;
    for (std::size_t i = 0; i < word.size(); ++i)
        if (lowered(text[i]) != word[i])
            return false;
    return text.size() == word.size() || !isLetter(text[word.size()]);
}

/// The characters of one number, taken off the text without its thousands separators.
struct Digits {
    std::string text;
    int significant = 0;  ///< from the first digit that is not 0
    int printed = 0;
    bool valid = false;
};

constexpr std::size_t kLongestNumber = 400;

bool isThousandsComma(std::string_view text, std::size_t at)
{
    if (at + 3 >= text.size())
        return false;
    for (std::size_t i = at + 1; i <= at + 3; ++i)
        if (!isDigit(text[i]))
            return false;
    return at + 4 >= text.size() || !isDigit(text[at + 4]);
}

void countDigit(Digits& digits, char c)
{
    ++digits.printed;
    digits.significant += digits.significant > 0 || c != '0';
}

std::size_t mantissa(std::string_view text, std::size_t i, Digits& digits)
{
    bool point = false;
    for (; i < text.size() && digits.text.size() < kLongestNumber; ++i) {
        const char c = text[i];
        if (isDigit(c)) {
            countDigit(digits, c);
            digits.text += c;
        } else if (c == '.' && !point) {
            point = true;
            digits.text += c;
        } else if (!(c == ',' && !point && digits.printed > 0 && isThousandsComma(text, i))) {
            break;
        }
    }
    digits.valid = digits.printed > 0;
    return i;
}

std::size_t exponent(std::string_view text, std::size_t i, Digits& digits)
{
    if (i >= text.size() || lowered(text[i]) != 'e')
        return i;
    std::size_t at = i + 1;
    std::string sign;
    if (at < text.size() && (text[at] == '+' || text[at] == '-'))
        sign = text[at++] == '-' ? "-" : "";
    const std::size_t first = at;
    while (at < text.size() && isDigit(text[at]) && at - first < 6)
        ++at;
    if (at == first)
        return i;
    digits.text += "e" + sign + std::string(text.substr(first, at - first));
    return at;
}

std::optional<double> specialValue(std::string_view& text, bool negative)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (startsWithWord(text, "nan")) {
        text.remove_prefix(3);
        return std::numeric_limits<double>::quiet_NaN();
    }
    // "nanms" is what a script prints for an average of no steps.
    if (startsWithWord(text, "nanms")) {
        text.remove_prefix(3);
        return std::numeric_limits<double>::quiet_NaN();
    }
    for (const std::string_view word : {"infinity", "inf"})
        if (startsWithWord(text, word)) {
            text.remove_prefix(word.size());
            return negative ? -kInfinity : kInfinity;
        }
    return std::nullopt;
}

double valueOf(const std::string& digits)
{
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range)
        return contains(digits, "e-") ? 0.0 : std::numeric_limits<double>::infinity();
    return value;
}

/// Two, four or eight digits at a fixed place; -1 where they are none.
int fixedDigits(std::string_view text, std::size_t at, std::size_t count)
{
    if (at + count > text.size())
        return -1;
    int value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (!isDigit(text[i]))
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

/// Days since 1970-01-01 of a date of the proleptic Gregorian calendar.
std::int64_t daysFrom(int year, int month, int day)
{
    const int y = month <= 2 ? year - 1 : year;
    const int era = y / 400;
    const int yearOfEra = y - era * 400;
    const int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return static_cast<std::int64_t>(era) * 146097 + dayOfEra - 719468;
}

Ns fraction(std::string_view text, std::size_t& at)
{
    if (at + 1 >= text.size() || (text[at] != '.' && text[at] != ',') || !isDigit(text[at + 1]))
        return 0;
    Ns value = 0;
    Ns unit = 1'000'000'000;
    for (++at; at < text.size() && isDigit(text[at]); ++at) {
        unit /= 10;
        value += unit * (text[at] - '0');
    }
    return value;
}

/// "Z", "+02:00" or "-0700" behind a time: the offset in seconds, or nothing.
std::optional<std::int64_t> zone(std::string_view text, std::size_t& at)
{
    if (at < text.size() && text[at] == 'Z') {
        ++at;
        return 0;
    }
    if (at >= text.size() || (text[at] != '+' && text[at] != '-'))
        return std::nullopt;
    const int hours = fixedDigits(text, at + 1, 2);
    const std::size_t colon = at + 3 < text.size() && text[at + 3] == ':' ? 1 : 0;
    const int minutes = fixedDigits(text, at + 3 + colon, 2);
    if (hours < 0 || hours > 14 || minutes < 0 || minutes > 59)
        return std::nullopt;
    const std::int64_t seconds = hours * 3600 + minutes * 60;
    const bool west = text[at] == '-';
    at += 5 + colon;
    return west ? -seconds : seconds;
}

}  // namespace

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool takePrefix(std::string_view& text, std::string_view prefix)
{
    if (!text.starts_with(prefix))
        return false;
    text.remove_prefix(prefix.size());
    return true;
}

void skipSpaces(std::string_view& text)
{
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
}

std::optional<std::int64_t> takeInteger(std::string_view& text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

std::optional<LoggedNumber> takeNumber(std::string_view& text)
{
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+'))
        rest.remove_prefix(1);
    if (const auto special = specialValue(rest, negative)) {
        text = rest;
        return LoggedNumber{*special, 0};
    }
    Digits digits;
    std::size_t end = mantissa(rest, 0, digits);
    if (!digits.valid)
        return std::nullopt;
    end = exponent(rest, end, digits);
    const double value = valueOf(digits.text);
    text = rest.substr(end);
    return LoggedNumber{negative ? -value : value, digits.significant > 0 ? digits.significant : digits.printed};
}

std::optional<LoggedNumber> loggedNumber(std::string_view text)
{
    text = trimmed(text);
    auto number = takeNumber(text);
    if (!text.empty())
        return std::nullopt;
    return number;
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    const auto number = loggedNumber(text);
    constexpr double kLargest = 9.0e15;
    if (!number || !(std::abs(number->value) <= kLargest) || std::floor(number->value) != number->value)
        return std::nullopt;
    return static_cast<std::int64_t>(number->value);
}

std::string compactName(std::string_view name)
{
    std::string out;
    for (const char c : name)
        if (isDigit(c) || isLetter(c))
            out += lowered(c);
    return out;
}

std::string normalisedName(std::string_view name)
{
    std::string out;
    bool gap = false;
    const auto add = [&](std::string_view part) {
        if (gap && !out.empty())
            out += '_';
        gap = false;
        out += part;
    };
    for (const char c : name) {
        const char small = lowered(c);
        if (isDigit(c) || isLetter(c)) {
            add({&small, 1});
        } else if (c == '%') {
            gap = true;
            add("percent");
        } else {
            gap = true;
        }
    }
    return out;
}

std::string withoutAnsi(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\x1b') {
            out += text[i];
            continue;
        }
        if (i + 1 >= text.size() || text[i + 1] != '[')
            continue;
        i += 2;
        while (i < text.size() && (isDigit(text[i]) || text[i] == ';' || text[i] == '?'))
            ++i;  // ends on the letter that says what the sequence does
    }
    return out;
}

Ns nsFrom(double value, double unit)
{
    const double ns = value * unit;
    constexpr double kLargest = 9.0e18;
    return ns >= 0 && ns < kLargest ? static_cast<Ns>(std::llround(ns)) : kMissing;
}

std::optional<Stamp> takeStamp(std::string_view& text)
{
    if (text.size() < 19 || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    if (text[10] != ' ' && text[10] != 'T' && text[10] != '_')
        return std::nullopt;
    const int year = fixedDigits(text, 0, 4);
    const int month = fixedDigits(text, 5, 2);
    const int day = fixedDigits(text, 8, 2);
    const int hour = fixedDigits(text, 11, 2);
    const int minute = fixedDigits(text, 14, 2);
    const int second = fixedDigits(text, 17, 2);
    const bool date = year >= 1970 && year < 2262 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
    if (!date || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return std::nullopt;
    std::size_t at = 19;
    const Ns subSecond = fraction(text, at);
    const auto offset = zone(text, at);
    const std::int64_t seconds =
        daysFrom(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset.value_or(0);
    text.remove_prefix(at);
    return Stamp{seconds * 1'000'000'000 + subSecond, offset.has_value()};
}

}  // namespace headwater::logs

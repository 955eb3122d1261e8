// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Decimal.h"

#include <charconv>
#include <limits>

namespace headwater {

namespace {

__extension__ using Wide = unsigned __int128;

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const auto first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return {};
    text = text.substr(first, text.find_last_not_of(kSpace) - first + 1);
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    return text;
}

/// A decimal number taken apart: digits without leading zeros, and the power of ten of the last digit.
struct Decimal {
    bool negative = false;
    Wide digits = 0;
    int exponent = 0;
    bool valid = false;
};

constexpr int kMostDigits = 36;  // 10^36 fits in 128 bits

/// Takes digits and one point off the front of `text`; false where there is no digit.
bool takeMantissa(std::string_view& text, Decimal& d)
{
    int significant = 0;
    bool any = false;
    bool afterPoint = false;
    for (; !text.empty(); text.remove_prefix(1)) {
        const char c = text.front();
        if (c == '.' && !afterPoint) {
            afterPoint = true;
            continue;
        }
        if (c < '0' || c > '9')
            break;
        any = true;
        if (significant < kMostDigits) {
            d.digits = d.digits * 10 + static_cast<unsigned>(c - '0');
            significant += (d.digits != 0);
            d.exponent -= afterPoint;
        } else {
            d.exponent += !afterPoint;
        }
    }
    return any;
}

/// Takes "e−3" off the front of `text`, if it starts so; false where no sensible number follows.
bool takeExponent(std::string_view& text, Decimal& d)
{
    if (text.empty() || (text.front() != 'e' && text.front() != 'E'))
        return true;
    text.remove_prefix(1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    int power = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), power);
    if (error != std::errc() || power > 1000 || power < -1000)
        return false;
    d.exponent += power;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return true;
}

Decimal parse(std::string_view text)
{
    Decimal d;
    d.negative = text.starts_with('-');
    if (d.negative || text.starts_with('+'))
        text.remove_prefix(1);
    d.valid = takeMantissa(text, d) && takeExponent(text, d) && text.empty();
    return d;
}

constexpr int powerOf(TimeUnit unit)
{
    switch (unit) {
    case TimeUnit::Nanosecond: return 0;
    case TimeUnit::Microsecond: return 3;
    case TimeUnit::Millisecond: return 6;
    case TimeUnit::Second: return 9;
    }
    return 0;
}

}  // namespace

std::optional<Ns> parseDecimal(std::string_view text, TimeUnit unit)
{
    const Decimal d = parse(trimmed(text));
    if (!d.valid)
        return std::nullopt;
    Wide value = d.digits;
    constexpr auto kLimit = static_cast<Wide>(std::numeric_limits<Ns>::max());
    int exponent = d.exponent + powerOf(unit);
    for (; exponent > 0 && value != 0; --exponent) {
        if (value > kLimit)
            return std::nullopt;
        value *= 10;
    }
    bool roundUp = false;
    for (; exponent < 0 && value != 0; ++exponent) {
        roundUp = value % 10 >= 5;
        value /= 10;
    }
    value += (exponent == 0 && roundUp);
    if (value > kLimit)
        return std::nullopt;
    const auto magnitude = static_cast<Ns>(value);
    return d.negative ? -magnitude : magnitude;
}

std::optional<TimeUnit> timeUnitFromName(std::string_view name)
{
    if (name == "ns")
        return TimeUnit::Nanosecond;
    if (name == "us")
        return TimeUnit::Microsecond;
    if (name == "ms")
        return TimeUnit::Millisecond;
    if (name == "s")
        return TimeUnit::Second;
    return std::nullopt;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/Text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace headwater::telemetry::text {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

}  // namespace

std::string_view trim(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> words(std::string_view line)
{
    std::vector<std::string_view> result;
    while (true) {
        const std::size_t begin = line.find_first_not_of(kBlanks);
        if (begin == std::string_view::npos)
            return result;
        const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
        result.push_back(line.substr(begin, end - begin));
        line.remove_prefix(end);
    }
}

std::string_view takeLine(std::string_view& rest)
{
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::string_view firstDataLine(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = trim(takeLine(text));
        if (!line.empty() && line.front() != '#')
            return line;
    }
    return {};
}

std::optional<std::int64_t> integer(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<double> number(std::string_view text)
{
    if (text.starts_with("0x") || text.starts_with("0X")) {
        std::uint64_t bits = 0;
        const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
        const bool whole = error == std::errc() && end == text.data() + text.size();
        return whole ? std::optional(static_cast<double>(bits)) : std::nullopt;
    }
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

}  // namespace headwater::telemetry::text

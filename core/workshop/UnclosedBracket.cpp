// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/UnclosedBracket.h"

#include <algorithm>
#include <vector>

namespace headwater::workshop {

namespace {

std::size_t beginOfLine(std::string_view text, std::size_t i)
{
    const auto before = i == 0 ? std::string_view::npos : text.rfind('\n', i - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t indent(std::string_view text, std::size_t i)
{
    const std::size_t begin = beginOfLine(text, i);
    return std::min(text.find_first_not_of(" \t", begin), text.size()) - begin;
}

/// Where the text that begins at `i` with a quote ends.
std::size_t afterQuoted(std::string_view text, std::size_t i)
{
    for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\')
            ++i;
    return i;
}

}  // namespace

std::size_t afterRemark(std::string_view text, std::size_t i)
{
    const std::string_view begin = text.substr(i, 2);
    const bool line = begin == "//";
    if (!line && begin != "/*")
        return i;
    const std::size_t end = line ? text.find('\n', i) : text.find("*/", i + 2);
    return end == std::string_view::npos ? text.size() : end + (line ? 0 : 1);
}

std::optional<std::size_t> unclosedBracket(std::string_view text, std::size_t stopped)
{
    std::vector<std::size_t> open;
    std::optional<std::size_t> odd;
    for (std::size_t i = 0; i < text.size() && i < stopped; ++i) {
        const char c = text[i];
        if (c == '/')
            i = afterRemark(text, i);
        else if (c == '"')
            i = afterQuoted(text, i);
        else if (c == '[' || c == '{')
            open.push_back(i);
        if ((c != ']' && c != '}') || open.empty())
            continue;
        if ((c == ']') != (text[open.back()] == '['))
            return i + 1 == stopped ? std::optional(open.back()) : std::nullopt;
        const bool ownLine = beginOfLine(text, i) + indent(text, i) == i;
        if (!odd && ownLine && indent(text, i) != indent(text, open.back()))
            odd = open.back();
        open.pop_back();
    }
    const auto last = text.find_last_not_of(" \t\r\n");
    if (open.empty() || last == std::string_view::npos || stopped <= last + 1)
        return std::nullopt;
    return odd ? odd : open.back();
}

}  // namespace headwater::workshop

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/HostList.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

namespace {

tl::unexpected<Error> bad(std::string what)
{
    return fail(ErrorCode::Malformed, std::move(what), {}, {}, "see `man topology.conf`");
}

bool isNumber(std::string_view text)
{
    constexpr std::size_t kDigits = 9;
    return !text.empty() && text.size() <= kDigits &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "01-03" as "01", "02", "03": as wide as the first.
Result<std::vector<std::string>> numbers(std::string_view ranges)
{
    std::vector<std::string> out;
    for (const std::string_view range : hostParts(ranges)) {
        const std::size_t dash = range.find('-');
        const std::string_view from = range.substr(0, dash);
        const std::string_view to = dash == std::string_view::npos ? from : range.substr(dash + 1);
        if (!isNumber(from) || !isNumber(to))
            return bad(fmt::format("'{}' is no range of numbers", range));
        const int first = std::stoi(std::string(from));
        const int last = std::stoi(std::string(to));
        if (last < first || static_cast<std::size_t>(last - first) >= kMostHosts - std::min(kMostHosts, out.size()))
            return bad(fmt::format("the range '{}' runs backwards or is too long", range));
        for (int i = first; i <= last; ++i)
            out.push_back(fmt::format("{:0{}}", i, from.size()));
    }
    return out;
}

/// One part of a list, its first bracket expanded, and so on.
Status expandInto(std::string_view part, const std::string& before, std::vector<std::string>& out)
{
    const std::size_t open = part.find('[');
    if (part.substr(0, open).find(']') != std::string_view::npos)
        return bad(fmt::format("a bracket of '{}' does not open", part));
    if (open == std::string_view::npos) {
        if (out.size() >= kMostHosts)
            return bad(fmt::format("more than {} names", kMostHosts));
        out.push_back(before + std::string(part));
        return {};
    }
    const std::size_t close = part.find(']', open);
    if (close == std::string_view::npos)
        return bad(fmt::format("a bracket of '{}' does not close", part));
    const auto list = numbers(part.substr(open + 1, close - open - 1));
    if (!list)
        return tl::unexpected(list.error());
    if (list->empty())
        return bad(fmt::format("a bracket of '{}' is empty", part));
    for (const std::string& number : *list)
        if (Status status =
                expandInto(part.substr(close + 1), before + std::string(part.substr(0, open)) + number, out);
            !status)
            return status;
    return {};
}

}  // namespace

std::vector<std::string_view> hostParts(std::string_view list)
{
    std::vector<std::string_view> out;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        if (i < list.size() && list[i] == '[')
            ++depth;
        if (i < list.size() && list[i] == ']')
            --depth;
        if (i < list.size() && (list[i] != ',' || depth > 0))
            continue;
        if (i > start)
            out.push_back(list.substr(start, i - start));
        start = i + 1;
    }
    return out;
}

Result<std::vector<std::string>> expandHosts(std::string_view list)
{
    std::vector<std::string> out;
    for (const std::string_view part : hostParts(list))
        if (Status status = expandInto(part, {}, out); !status)
            return tl::unexpected(status.error());
    return out;
}

}  // namespace headwater

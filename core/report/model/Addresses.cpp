// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/Addresses.h"

#include <algorithm>
#include <optional>

#include "core/base/Lowered.h"
#include "core/report/model/NameBytes.h"

namespace headwater::report {

namespace {

constexpr std::size_t kGroups = 8;
constexpr std::size_t kLongest = 45;  // six groups of four digits and an IPv4 address

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// How many groups of 16 bits "db8:0:1" has; an IPv4 address at the end is two.
std::optional<std::size_t> groupsOf(std::string_view text)
{
    std::size_t groups = 0;
    for (std::size_t from = 0; !text.empty() && from <= text.size();) {
        const std::size_t colon = std::min(text.find(':', from), text.size());
        const std::string_view group = text.substr(from, colon - from);
        const bool hex = !group.empty() && group.size() <= 4 && std::ranges::all_of(group, isHex);
        const bool four = colon == text.size() && isAddress4(group);
        if (!hex && !four)
            return std::nullopt;
        groups += four ? 2 : 1;
        from = colon + 1;
    }
    return groups;
}

/// Whether an address with "::" begins as one of a network does, and not as a name of C++ may.
bool isOfNetwork(std::string_view address)
{
    const std::string text = lowered(address);
    if (text.find('.') != std::string::npos || text.starts_with("::ffff:") || text.starts_with("64:ff9b::"))
        return true;
    if (text.find(':') != 4)
        return false;
    return text[0] == '2' || text[0] == '3' || text.starts_with("fc") || text.starts_with("fd") ||
           text.starts_with("ff") || (text.starts_with("fe") && std::string_view("89ab").find(text[2]) < 4);
}

/// Length of the longest address at the start of `rest` that is followed by no more of a word.
std::size_t addressLength(std::string_view rest)
{
    std::size_t end = 0;
    while (end < rest.size() && end < kLongest && (isHex(rest[end]) || rest[end] == ':' || rest[end] == '.'))
        ++end;
    if (rest.substr(0, end).find(':') == std::string_view::npos)
        return 0;
    for (; end > 1; --end) {
        const std::string_view address = rest.substr(0, end);
        const bool whole = end == rest.size() || !(isWordByte(rest[end]) || rest[end] == '_');
        if (whole && isAddress6(address) && (address.find("::") == std::string_view::npos || isOfNetwork(address)))
            return end;
    }
    return 0;
}

}  // namespace

bool isAddress4(std::string_view text)
{
    int numbers = 0;
    for (std::size_t from = 0; from <= text.size(); ++numbers) {
        const std::size_t dot = std::min(text.find('.', from), text.size());
        const std::string_view number = text.substr(from, dot - from);
        if (number.empty() || number.size() > 3 || !std::ranges::all_of(number, isDigit))
            return false;
        from = dot + 1;
    }
    return numbers == 4;
}

bool isAddress6(std::string_view text)
{
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos)
        return groupsOf(text) == kGroups;
    const std::string_view head = text.substr(0, gap);
    const auto before = head.find('.') == std::string_view::npos ? groupsOf(head) : std::nullopt;
    const auto after = groupsOf(text.substr(gap + 2));
    return before && after && *before + *after < kGroups;
}

std::vector<std::string> addresses6In(std::string_view text)
{
    std::vector<std::string> addresses;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at > 0 && (isWordByte(text[at - 1]) || text[at - 1] == '_'))
            continue;
        const std::size_t length = addressLength(text.substr(at));
        const std::string_view address = text.substr(at, length);
        if (length > 0 && std::ranges::find(addresses, address) == addresses.end())
            addresses.emplace_back(address);
        at += length > 0 ? length - 1 : 0;
    }
    return addresses;
}

}  // namespace headwater::report

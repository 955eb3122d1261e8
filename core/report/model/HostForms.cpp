// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/HostForms.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/Lowered.h"
#include "core/report/model/Addresses.h"
#include "core/report/model/NameBytes.h"
#include "core/run/HostList.h"

namespace headwater::report {

namespace {

using Labels = std::vector<std::string_view>;

Labels labelsOf(std::string_view name, char between)
{
    Labels labels;
    for (std::size_t from = 0; from <= name.size();) {
        const std::size_t end = std::min(name.find(between, from), name.size());
        labels.push_back(name.substr(from, end - from));
        from = end + 1;
    }
    return labels;
}

/// Versions have four numbers, too; those of private networks begin as no version does.
bool isPrivateAddress(std::string_view name)
{
    if (!isAddress4(name))
        return false;
    const Labels labels = labelsOf(name, '.');
    const bool sixteen = labels[0] == "172" && labels[1].size() == 2 && labels[1] >= "16" && labels[1] <= "31";
    return labels[0] == "10" || sixteen || (labels[0] == "192" && labels[1] == "168") ||
           (labels[0] == "169" && labels[1] == "254");
}

bool isFullName(std::string_view name)
{
    static constexpr std::array<std::string_view, 22> kPublic{"com", "net", "org", "edu", "gov", "io", "ai", "cloud",
                                                              "cn",  "de",  "uk",  "fr",  "jp",  "eu", "ch", "kr",
                                                              "nl",  "tw",  "sg",  "au",  "ru",  "us"};
    static constexpr std::array<std::string_view, 7> kPrivate{"corp",  "home",        "internal", "lan",
                                                              "local", "localdomain", "svc"};
    const Labels labels = labelsOf(name, '.');
    if (labels.size() < 2 || std::ranges::any_of(labels, &std::string_view::empty))
        return false;
    const std::string last = lowered(labels.back());
    const bool pod = labels.size() > 2 && labels[0].find('-') != std::string_view::npos &&
                     std::ranges::find(labels, std::string_view("svc")) != labels.end();
    return pod || (labels.size() > 2 && std::ranges::find(kPublic, last) != kPublic.end()) ||
           std::ranges::find(kPrivate, last) != kPrivate.end();
}

bool isHex(std::string_view text)
{
    return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

/// "ip-10-0-0-5", "i-0abc1234567890def", "gke-pool-1a2b3c4d-x9z0", as clouds call their machines.
bool isCloudName(std::string_view name)
{
    constexpr std::size_t kShort = 8, kLong = 17;  // digits of an id of EC2
    const Labels parts = labelsOf(name, '-');
    const std::string first = lowered(parts[0]);
    if (parts.size() == 2 && first == "i")
        return (parts[1].size() == kShort || parts[1].size() == kLong) && isHex(parts[1]);
    if (first == "gke" || first == "aks")
        return parts.size() > 3;
    const auto number = [](std::string_view part) {
        return !part.empty() && part.size() <= 3 && std::ranges::all_of(part, isDigit);
    };
    return parts.size() == 5 && first.size() > 1 && std::ranges::all_of(first, isLetter) &&
           std::ranges::all_of(parts.begin() + 1, parts.end(), number);
}

/// Past "node[01-04,07].lab" or "node7" at `at`.
std::size_t pastHosts(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (end < text.size() && (isHostByte(text[end]) || (text[end] == '[' && end > at))) {
        if (text[end] == '[') {
            const std::size_t close = text.find_first_not_of("0123456789-,", end + 1);
            if (close == std::string_view::npos || text[close] != ']' || close == end + 1)
                break;
            end = close;
        }
        ++end;
    }
    while (end > at && text[end - 1] == '.')
        --end;
    return end;
}

}  // namespace

bool looksLikeHost(std::string_view name)
{
    return isPrivateAddress(name) || isFullName(name) || isCloudName(name.substr(0, name.find('.')));
}

std::string_view hostListAt(std::string_view text, std::size_t at, bool several)
{
    std::size_t end = pastHosts(text, at);
    while (end > at && end < text.size() && text[end] == ',') {
        const std::size_t next = pastHosts(text, end + 1);
        const std::string_view one = text.substr(end + 1, next - end - 1);
        const bool numbered = !one.empty() && isLetter(one[0]) && std::ranges::any_of(one, isDigit);
        const bool port = next + 1 < text.size() && isDigit(text[next + 1]);
        const bool setting = next < text.size() && (text[next] == '=' || (text[next] == ':' && !port));
        if (one.empty() || setting || !(numbered || several))
            break;
        end = next;
    }
    return text.substr(at, end - at);
}

bool looksLikeHosts(std::string_view list)
{
    static constexpr std::array<std::string_view, 8> kHosts{"node", "host", "gpu", "srv", "server", "dgx", "nid", "cn"};
    return std::ranges::any_of(hostParts(list), [](std::string_view part) {
        const std::size_t open = part.find('[');
        if (open == std::string_view::npos || isDigit(part[0]))
            return false;
        const std::size_t close = part.find(']', open);
        const std::string_view inside = part.substr(open + 1, close - open - 1);
        const std::string small = lowered(part.substr(0, open));
        const bool padded = inside[0] == '0' && inside.size() > 1 && isDigit(inside[1]);
        const bool called =
            std::ranges::any_of(kHosts, [&](std::string_view host) { return small.find(host) != std::string::npos; });
        const std::string_view behind = part.substr(part.rfind(']') + 1);
        const bool full = behind.starts_with('.') && isFullName(behind.substr(1));
        return inside.find_first_of("-,") != std::string_view::npos && (padded || called || full);
    });
}

}  // namespace headwater::report

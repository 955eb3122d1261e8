// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/PrivateNames.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/Lowered.h"
#include "core/report/model/Addresses.h"
#include "core/report/model/PlainNames.h"

namespace headwater::report {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWordByte(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isNameByte(char c)
{
    return isWordByte(c) || c == '-' || c == '_';
}

bool isHostByte(char c)
{
    return isNameByte(c) || c == '.';
}

/// The longest run of such bytes from `at` on, without dots at its end.
template <class Is>
std::string_view runFrom(std::string_view text, std::size_t at, Is is)
{
    std::size_t end = at;
    while (end < text.size() && is(text[end]))
        ++end;
    std::string_view run = text.substr(at, end - at);
    while (!run.empty() && run.back() == '.')
        run.remove_suffix(1);
    return run;
}

/// The longest run of such bytes that ends before `at`.
template <class Is>
std::string_view runBefore(std::string_view text, std::size_t at, Is is)
{
    std::size_t from = at;
    while (from > 0 && is(text[from - 1]))
        --from;
    return text.substr(from, at - from);
}

/// What every machine has tells nothing.
void keep(std::vector<std::string>& names, std::string_view name)
{
    if (!name.empty() && !isPlainName(name) && !isPublicHost(name) && std::ranges::find(names, name) == names.end())
        names.emplace_back(name);
}

/// The IPv6 address at `at`, in brackets or not; empty where there is none.
std::string_view address6At(std::string_view text, std::size_t at)
{
    if (at < text.size() && text[at] == '[')
        ++at;
    const std::string_view run = runFrom(text, at, [](char c) { return isHostByte(c) || c == ':'; });
    return isAddress6(run) ? run : std::string_view();
}

/// A full name or an address: what else stands behind an "@" may be anything.
bool isWrittenOut(std::string_view host)
{
    return host.find('.') != std::string_view::npos || isAddress6(host);
}

/// Calls `visit(login, host)` for every "login@host", in a URL or not.
template <class Visit>
void visitLogins(std::string_view text, Visit visit)
{
    for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@', at + 1)) {
        std::string_view login = runBefore(text, at, [](char c) { return isHostByte(c) || c == ':' || c == '%'; });
        if (const std::size_t colon = login.find(':'); colon != std::string_view::npos)
            login = login.substr(0, colon);  // behind it stands a password
        const std::string_view address = address6At(text, at + 1);
        visit(login, address.empty() ? runFrom(text, at + 1, isHostByte) : address);
    }
}

/// The authority of every "scheme://…" without login and port; a file:///path has none.
std::vector<std::string_view> hostsOfUrls(std::string_view text)
{
    std::vector<std::string_view> hosts;
    for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 1)) {
        std::size_t end = std::min(text.find_first_of("/ \t\"'<>()[]{},;?#\\", at + 3), text.size());
        std::string_view authority = text.substr(at + 3, end - at - 3);
        if (const std::size_t login = authority.rfind('@'); login != std::string_view::npos)
            authority.remove_prefix(login + 1);
        hosts.push_back(runFrom(authority, 0, isHostByte));
    }
    return hosts;
}

std::vector<std::string_view> labelsOf(std::string_view name)
{
    std::vector<std::string_view> labels;
    for (std::size_t from = 0; from <= name.size();) {
        const std::size_t dot = std::min(name.find('.', from), name.size());
        labels.push_back(name.substr(from, dot - from));
        from = dot + 1;
    }
    return labels;
}

/// Versions have four numbers, too; those of private networks begin as no version does.
bool isPrivateAddress(const std::vector<std::string_view>& labels)
{
    const bool numbers = labels.size() == 4 && std::ranges::all_of(labels, [](std::string_view label) {
                             return !label.empty() && label.size() <= 3 && std::ranges::all_of(label, isDigit);
                         });
    if (!numbers)
        return false;
    const bool sixteen = labels[0] == "172" && labels[1].size() == 2 && labels[1] >= "16" && labels[1] <= "31";
    return labels[0] == "10" || sixteen || (labels[0] == "192" && labels[1] == "168");
}

bool isFullName(const std::vector<std::string_view>& labels)
{
    static constexpr std::array<std::string_view, 14> kPublic{"com",   "net", "org", "edu", "gov", "io", "ai",
                                                              "cloud", "cn",  "de",  "uk",  "fr",  "jp", "eu"};
    static constexpr std::array<std::string_view, 6> kPrivate{"corp", "home",  "internal",
                                                              "lan",  "local", "localdomain"};
    if (std::ranges::any_of(labels, [](std::string_view label) { return label.empty(); }))
        return false;
    const std::string last = lowered(labels.back());
    return (labels.size() > 2 && std::ranges::find(kPublic, last) != kPublic.end()) ||
           (labels.size() > 1 && std::ranges::find(kPrivate, last) != kPrivate.end());
}

/// "ip-10-0-0-5", as clouds call their machines.
bool isAddressName(std::string_view name)
{
    std::size_t numbers = 0;
    std::size_t end = name.size();
    while (end > 0 && numbers < 4) {
        std::size_t from = end;
        while (from > 0 && isDigit(name[from - 1]))
            --from;
        if (from == end || end - from > 3 || from < 2 || name[from - 1] != '-')
            return false;
        ++numbers;
        end = from - 1;
    }
    return numbers == 4 &&
           std::ranges::all_of(name.substr(0, end), [](char c) { return isWordByte(c) && !isDigit(c); });
}

/// "node[01-04,07].lab.uni.edu", as Slurm writes several: what begins at `at`, empty where it is none. An index of an
/// array is no list of hosts: those have a range whose numbers are padded, a domain behind, or are called like a host.
std::string_view hostListAt(std::string_view text, std::size_t at, bool known)
{
    const std::string_view prefix = runFrom(text, at, isHostByte);
    const std::size_t open = at + prefix.size();
    if (prefix.empty() || isDigit(prefix[0]) || open >= text.size() || text[open] != '[')
        return {};
    const std::size_t close = text.find_first_not_of("0123456789-,", open + 1);
    if (close == std::string_view::npos || text[close] != ']' || close == open + 1)
        return {};
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    const std::string_view behind = runFrom(text, close + 1, isHostByte);
    const bool several = inside.find_first_of("-,") != std::string_view::npos;
    const bool padded = inside[0] == '0' && inside.size() > 1 && isDigit(inside[1]);
    static constexpr std::array<std::string_view, 8> kHosts{"node", "host", "gpu", "srv", "server", "dgx", "nid", "cn"};
    const std::string small = lowered(prefix);
    const bool called =
        std::ranges::any_of(kHosts, [&](std::string_view host) { return small.find(host) != std::string::npos; });
    const bool full = behind.starts_with('.') && isFullName(labelsOf(behind.substr(1)));
    if (!known && !(several && (padded || called || full)))
        return {};
    return text.substr(at, close + 1 + behind.size() - at);
}

/// Calls `visit(key, value)` for every "key=value".
template <class Visit>
void visitSettings(std::string_view text, Visit visit)
{
    for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at + 1)) {
        std::size_t from = at + 1;
        while (from < text.size() && (text[from] == '"' || text[from] == '\''))
            ++from;
        std::string_view value = address6At(text, from);
        if (value.empty())
            value = hostListAt(text, from, true);
        visit(runBefore(text, at, isNameByte), value.empty() ? runFrom(text, from, isHostByte) : value);
    }
}

/// "node7" of "node7:4711:4712 [0] NCCL INFO".
std::optional<std::string_view> hostOfNccl(std::string_view text, std::size_t colon)
{
    std::size_t at = colon + 1;
    for (int number = 0; number < 2; ++number) {
        const std::size_t from = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        if (at == from || at >= text.size() || text[at] != (number == 0 ? ':' : ' '))
            return std::nullopt;
        ++at;
    }
    if (at >= text.size() || text[at] != '[')
        return std::nullopt;
    return runBefore(text, colon, isHostByte);
}

/// Login and password before the host of a URL.
void addLoginsOfUrls(std::string_view text, std::vector<std::string>& users)
{
    for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 1)) {
        const std::size_t end = std::min(text.find_first_of("/ \t\"'<>", at + 3), text.size());
        const std::string_view authority = text.substr(at + 3, end - at - 3);
        const std::size_t login = authority.rfind('@');
        if (login == std::string_view::npos)
            continue;
        const std::size_t colon = std::min(authority.find(':'), login);
        keep(users, authority.substr(0, colon));
        if (colon < login)
            keep(users, authority.substr(colon + 1, login - colon - 1));  // a password
    }
}

void addOwnersOfHomes(std::string_view text, std::vector<std::string>& users)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!startsHome(text, at))
            continue;
        const std::size_t from = text.find_first_of("/\\", at + 1) + 1;
        const std::size_t end = std::min(text.find_first_of("/\\ \"',;:)>]}", from), text.size());
        keep(users, text.substr(from, end - from));
    }
}

}  // namespace

std::vector<std::string> hostsIn(std::string_view text)
{
    std::vector<std::string> hosts;
    for (const std::string_view host : hostsOfUrls(text))
        keep(hosts, host);
    visitLogins(text, [&](std::string_view login, std::string_view host) {
        if (!login.empty() && isWrittenOut(host))
            keep(hosts, host);
    });
    visitSettings(text, [&](std::string_view key, std::string_view value) {
        if (isHostKey(key))
            keep(hosts, value);
    });
    for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1))
        if (const auto host = hostOfNccl(text, at))
            keep(hosts, *host);
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isHostByte(text[at]) || (at > 0 && isHostByte(text[at - 1])))
            continue;
        const std::string_view name = runFrom(text, at, isHostByte);
        const std::vector<std::string_view> labels = labelsOf(name);
        if (const std::string_view list = hostListAt(text, at, false); !list.empty())
            keep(hosts, list);
        if (isPrivateAddress(labels) || isFullName(labels) || isAddressName(labels[0]))
            keep(hosts, name);
    }
    for (const std::string& address : addresses6In(text))
        keep(hosts, address);
    return hosts;
}

std::vector<std::string> usersIn(std::string_view text)
{
    std::vector<std::string> users;
    visitLogins(text, [&](std::string_view login, std::string_view host) {
        if (isWrittenOut(host))
            keep(users, login);
    });
    addLoginsOfUrls(text, users);
    visitSettings(text, [&](std::string_view key, std::string_view value) {
        if (isUserKey(key))
            keep(users, value);
    });
    addOwnersOfHomes(text, users);
    for (std::size_t at = text.find('~'); at != std::string_view::npos; at = text.find('~', at + 1)) {
        const std::string_view name = runFrom(text, at + 1, isNameByte);
        const std::size_t end = at + 1 + name.size();
        if (end < text.size() && text[end] == '/')
            keep(users, name);
    }
    return users;
}

bool isHostKey(std::string_view key)
{
    static constexpr std::array kKeys{"host",     "hosts",     "hostname", "host_name",   "node",  "nodes",
                                      "nodename", "node_name", "nodelist", "master_addr", "server"};
    const std::string name = lowered(key);
    return std::ranges::any_of(kKeys, [&](std::string_view k) {
        return name.ends_with(k) && (name.size() == k.size() || !isWordByte(name[name.size() - k.size() - 1]));
    });
}

bool isUserKey(std::string_view key)
{
    const std::string name = lowered(key);
    return name.ends_with("user") || name.ends_with("username") || name.ends_with("logname");
}

}  // namespace headwater::report

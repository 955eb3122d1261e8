// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/PrivateNames.h"

#include <algorithm>
#include <array>

#include "core/base/Lowered.h"
#include "core/report/model/Addresses.h"
#include "core/report/model/HostForms.h"
#include "core/report/model/NameBytes.h"
#include "core/report/model/PlainNames.h"
#include "core/run/HostList.h"

namespace headwater::report {

namespace {

/// What every machine has tells nothing, and a number is none's name unless it is an address.
void keep(std::vector<std::string>& names, std::string_view name)
{
    const bool named = std::ranges::any_of(name, [](char c) { return isLetter(c) || isForeign(c); }) ||
                       isAddress4(name) || isAddress6(name);
    if (named && !isPlainName(name) && !isPublicHost(name) && std::ranges::find(names, name) == names.end())
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
        std::string_view login = runBefore(text, at, [](char c) { return isLoginByte(c) || c == ':'; });
        if (const std::size_t colon = login.find(':'); colon != std::string_view::npos)
            login = login.substr(0, colon);  // behind it stands a password
        const std::string_view address = address6At(text, at + 1);
        visit(login, address.empty() ? runFrom(text, at + 1, isHostByte) : address);
    }
}

/// Calls `visit(authority)` for every "scheme://…"; a file:///path has an empty one.
template <class Visit>
void visitUrls(std::string_view text, Visit visit)
{
    for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 1)) {
        const std::size_t end = std::min(text.find_first_of("/ \t\"'<>", at + 3), text.size());
        visit(text.substr(at + 3, end - at - 3));
    }
}

/// "USER=x", "user = x", `"user": "x y"`, "username: x". A colon stands in sentences, too ("the host: busy"): where
/// nothing quotes its value, only behind a word that is of no sentence.
template <class Visit>
void visitSettings(std::string_view text, Visit visit)
{
    const auto space = [](char c) { return c == ' '; };
    const auto quote = [](char c) { return c == '"' || c == '\''; };
    for (std::size_t at = text.find_first_of("=:"); at != std::string_view::npos;
         at = text.find_first_of("=:", at + 1)) {
        std::size_t end = at - runBefore(text, at, space).size();
        end -= end > 0 && quote(text[end - 1]) ? 1 : 0;
        const std::string_view key = runBefore(text, end, isNameByte);
        std::size_t from = at + 1 + runFrom(text, at + 1, space).size();
        const std::size_t close =
            from < text.size() && quote(text[from]) ? text.find(text[from], from + 1) : std::string_view::npos;
        if (close != std::string_view::npos)
            visit(key, text.substr(0, close), from + 1, true);
        else if (const std::string small = lowered(key);
                 text[at] == '=' || small.ends_with("name") || small.ends_with("list") || small.ends_with("addr"))
            visit(key, text, from, false);
    }
}

/// "node7" of "node7:4711:4712 [0] NCCL INFO", of "nfs1:/export", of "52.1.2.3:29500" and of "52.1.2.3<29500>".
bool isHostBefore(std::string_view name, std::string_view rest)
{
    const auto number = [&](std::size_t at) { return runFrom(rest, at, isDigit).size(); };
    if (rest.size() < 3 || (rest[0] != ':' && rest[0] != '<'))
        return false;
    const std::size_t first = number(1);
    const std::size_t behind = 1 + first;
    if (isAddress4(name))
        return first > 1;
    if (rest[1] == '/' && isWordByte(rest[2]))
        return std::ranges::any_of(name, isDigit) && isLetter(name[0]) && name.find('.') == std::string_view::npos;
    if (first == 0 || behind >= rest.size() || rest[behind] != ':')
        return false;
    const std::size_t second = behind + 1 + number(behind + 1);
    return second > behind + 1 && rest.substr(second).starts_with(" [");
}

/// `list` as one name for each of its parts, and the names that its brackets stand for.
void keepHosts(std::vector<std::string>& hosts, std::string_view list)
{
    for (std::string_view part : hostParts(list)) {
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        keep(hosts, part);
        if (part.find('[') == std::string_view::npos)
            continue;
        if (const auto names = expandHosts(part))
            for (const std::string& name : *names)
                if (!isPlainName(name))
                    hosts.push_back(name);
    }
}

/// Names that stand where or as only hosts do.
void addWrittenOut(std::string_view text, std::vector<std::string>& hosts)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isHostByte(text[at]) || (at > 0 && isHostByte(text[at - 1])))
            continue;
        const std::string_view name = runFrom(text, at, isHostByte);
        const std::string_view list = hostListAt(text, at, false);
        if (looksLikeHosts(list))
            keepHosts(hosts, list);
        const std::string_view rest = text.substr(at + name.size());
        const bool share = at > 1 && text.substr(at - 2, 2) == "\\\\" && rest.starts_with('\\') &&
                           (at == 2 || !(isWordByte(text[at - 3]) || text[at - 3] == ':'));  // no "C:\\Users"
        if (share || looksLikeHost(name) || (!name.empty() && isHostBefore(name, rest)))
            keep(hosts, name);
    }
}

/// Behind a key that ends so; nothing but letters and digits is part of a word.
template <std::size_t N>
bool endsWithWord(std::string_view key, const std::array<std::string_view, N>& words)
{
    const std::string name = lowered(key);
    return std::ranges::any_of(words, [&](std::string_view word) {
        return name.ends_with(word) && (name.size() == word.size() || !isWordByte(name[name.size() - word.size() - 1]));
    });
}

/// "alice" of "home/alice/x", with its spaces.
void addOwnersOfHomes(std::string_view path, std::vector<std::string>& users)
{
    for (std::size_t at = 0; at < path.size(); ++at) {
        if (!startsHome(path, at))
            continue;
        const std::size_t from = path.find_first_of("/\\", at + 1) + 1;
        const std::size_t end = std::min(path.find_first_of("/\\:", from), path.size());
        keep(users, path.substr(from, end - from));
    }
}

}  // namespace

std::vector<std::string> hostsIn(std::string_view text)
{
    std::vector<std::string> hosts;
    visitUrls(text, [&](std::string_view authority) {
        if (const std::size_t login = authority.rfind('@'); login != std::string_view::npos)
            authority.remove_prefix(login + 1);
        keep(hosts, runFrom(authority, 0, isHostByte));
    });
    visitLogins(text, [&](std::string_view login, std::string_view host) {
        if (!login.empty() && isWrittenOut(host))
            keep(hosts, host);
    });
    visitSettings(text, [&](std::string_view key, std::string_view said, std::size_t at, bool) {
        if (!isHostKey(key))
            return;
        const std::string_view address = address6At(said, at);
        const bool several = lowered(key).ends_with("s") || lowered(key).ends_with("list");
        keepHosts(hosts, address.empty() ? hostListAt(said, at, several) : address);
    });
    addWrittenOut(text, hosts);
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
    visitUrls(text, [&](std::string_view authority) {
        const std::size_t login = authority.rfind('@');
        if (login == std::string_view::npos)
            return;
        const std::size_t colon = std::min(authority.find(':'), login);
        keep(users, authority.substr(0, colon));
        if (colon < login)
            keep(users, authority.substr(colon + 1, login - colon - 1));  // a password
    });
    visitSettings(text, [&](std::string_view key, std::string_view said, std::size_t at, bool quoted) {
        if (isUserKey(key))
            keep(users,
                 quoted ? said.substr(at) : runFrom(said, at, [](char c) { return isLoginByte(c) || c == '\\'; }));
    });
    for (const std::string& path : pathsIn(text)) {
        addOwnersOfHomes(path, users);
        if (path[0] == '~')
            keep(users, runFrom(path, 1, isLoginByte));
    }
    return users;
}

std::vector<std::string> hostsOf(std::string_view value)
{
    std::vector<std::string> hosts;
    keepHosts(hosts, value);
    return hosts;
}

bool isHostKey(std::string_view key)
{
    static constexpr std::array<std::string_view, 15> kKeys{
        "host",      "hosts",    "hostname",    "host_name", "node",     "nodes",       "nodename",    "node_name",
        "node_list", "nodelist", "master_addr", "server",    "pod_name", "instance_id", "container_id"};
    return endsWithWord(key, kKeys);
}

bool isUserKey(std::string_view key)
{
    static constexpr std::array<std::string_view, 7> kKeys{"user_name",    "owner",      "author",    "login",
                                                           "submitted_by", "created_by", "started_by"};
    const std::string name = lowered(key);
    return name.ends_with("user") || name.ends_with("username") || name.ends_with("logname") ||
           endsWithWord(key, kKeys);
}

}  // namespace headwater::report

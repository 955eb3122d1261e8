// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "core/ingest/scale/TopologyText.h"

namespace headwater::scale {

namespace {

/// The id between the first pair of quotes; empty where there is none.
std::string_view idOf(std::string_view line)
{
    const std::size_t open = line.find('"');
    const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
    return close == std::string_view::npos ? std::string_view() : line.substr(open + 1, close - open - 1);
}

/// The description behind the "#": up to the last quote, because it may hold some itself.
std::string_view descriptionOf(std::string_view line)
{
    const std::size_t mark = line.find("# \"");
    const std::size_t close = line.rfind('"');
    if (mark == std::string_view::npos || close <= mark + 2)
        return {};
    return line.substr(mark + 3, close - mark - 3);
}

bool isDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "HCA-1", "mlx5_0", "hfi1_0", "ibp23s0": how a host calls its adapter.
bool isAdapter(std::string_view word)
{
    if (word.starts_with("HCA-"))
        return isDigits(word.substr(4));
    constexpr std::array<std::string_view, 6> kDrivers{"mlx", "mthca", "hfi", "qib", "ib", "roce"};
    return word.find_first_of("0123456789") != std::string_view::npos &&
           std::ranges::any_of(kDrivers, [word](std::string_view driver) { return word.starts_with(driver); });
}

/// "node01" of "node01 HCA-1" and of "node01 mlx5_0 extra"; what stands before the adapter may have spaces. A
/// description that nobody has set ("MT4123 ConnectX6 Mellanox Technologies") names no host: such a one is called by
/// its id. Empty for what is no host at all: the switches' own units that aggregate (SHARP).
std::string hostOf(std::string_view description, std::string_view id)
{
    if (description.find("Aggregation Node") != std::string_view::npos)
        return {};
    std::string host;
    for (std::size_t words = 0; !description.empty(); ++words) {
        const std::size_t start = std::min(description.find_first_not_of(' '), description.size());
        description.remove_prefix(start);
        const std::string_view word = description.substr(0, description.find(' '));
        description.remove_prefix(word.size());
        if (words > 0 && isAdapter(word))
            return host;
        if (!word.empty())
            host += (host.empty() ? "" : " ") + std::string(word);
    }
    const bool unset = host.empty() || host.find("Mellanox") != std::string::npos ||
                       (host.starts_with("MT") && host.find(' ') != std::string::npos);
    return unset ? std::string(id) : host.substr(0, host.find(' '));
}

/// "leaf1:MSX6036/U1" of "MF0;leaf1:MSX6036/U1", else the description as it stands.
std::string_view withUnit(std::string_view description)
{
    const std::size_t semicolon = description.find(';');
    return semicolon == std::string_view::npos ? description : description.substr(semicolon + 1);
}

/// One end of a line of `ibnetdiscover -p`.
struct PortEnd {
    std::string kind;  ///< "CA", "SW", "RT"; empty: nothing is connected
    std::string id, description;
};
struct PortLine {
    PortEnd from, to;
};

/// The words of a line, what stands in quotes as one.
std::vector<std::string> wordsOf(std::string_view line)
{
    std::vector<std::string> out;
    while (!line.empty()) {
        line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
        if (line.empty())
            break;
        const bool quoted = line.front() == '\'';
        const std::size_t end = quoted ? line.find('\'', 1) : line.find_first_of(" \t\r");
        out.emplace_back(line.substr(quoted ? 1 : 0, end == std::string_view::npos ? end : end - (quoted ? 1 : 0)));
        line.remove_prefix(end == std::string_view::npos ? line.size() : end + (quoted ? 1 : 0));
    }
    return out;
}

PortLine portOf(std::string_view line)
{
    const std::vector<std::string> words = wordsOf(line);
    PortLine port;
    constexpr std::size_t kWordsOfSide = 4;  // kind, LID, port, id
    constexpr std::size_t kPeer = 7;         // behind width, speed and the dash
    constexpr std::size_t kConnected = 16;   // with the descriptions in brackets
    if (words.size() >= kWordsOfSide)
        port.from = {words[0], words[3], words.back()};
    if (words.size() < kConnected || words[kPeer - 1] != "-")
        return port;
    port.to = {words[kPeer], words[kPeer + 3], words[kConnected - 2]};
    port.from.description = words[kConnected - 4];
    return port;
}

bool isPorts(std::string_view text)
{
    while (text.starts_with('#'))
        text = text.substr(std::min(text.find('\n'), text.size() - 1) + 1);
    const std::vector<std::string> words = wordsOf(text.substr(0, text.find('\n')));
    return words.size() > 4 && (words[0] == "CA" || words[0] == "SW" || words[0] == "RT") && isDigits(words[1]) &&
           isDigits(words[2]) && words[3].starts_with("0x");
}

/// One pass over the switches' sections: which ports lead where.
struct Fabric {
    std::map<std::string, std::string> descriptions;        ///< switch id → what it says of itself
    std::map<std::string, std::set<std::string>> leavesOf;  ///< host → ids of switches
    std::map<std::string, std::set<std::string>> linked;    ///< switch id → ids of switches

    /// `ibnetdiscover -p`: "CA 134 1 0x7c… 4x EDR - SW 1719 10 0x7c… ( 'o0001 HCA-1' - 'leaf1' )".
    void readPort(std::string_view line)
    {
        const PortLine port = portOf(line);
        if (port.from.kind == "SW")
            descriptions[port.from.id] = port.from.description;
        if (port.to.kind == "SW")
            descriptions[port.to.id] = port.to.description;
        if (port.from.kind == "SW" && port.to.kind == "SW")
            linked[port.from.id].insert(port.to.id);
        const PortEnd& host = port.from.kind == "CA" ? port.from : port.to;
        const PortEnd& leaf = port.from.kind == "CA" ? port.to : port.from;
        if (host.kind != "CA" || leaf.kind != "SW")
            return;
        if (const std::string name = hostOf(host.description, host.id); !name.empty())
            leavesOf[name].insert(leaf.id);
    }

    void read(std::string_view line)
    {
        if (line.starts_with("Switch")) {
            m_section = idOf(line);
            descriptions[m_section] = descriptionOf(line);
        } else if (line.starts_with("Ca") || line.starts_with("Rt")) {
            m_section.clear();
        } else if (line.starts_with('[') && !m_section.empty()) {
            const std::string_view peer = idOf(line);
            if (peer.starts_with("H-")) {
                if (const std::string host = hostOf(descriptionOf(line), peer); !host.empty())
                    leavesOf[host].insert(m_section);
            } else if (peer.starts_with("S-")) {
                linked[m_section].insert(std::string(peer));
            }
        }
    }

    /// "leaf1" by switch id. Where several are called the same, such as the parts of a director and switches whose name
    /// nobody has set, the part and then the id tell them apart: two switches drawn as one would hide a slow one.
    [[nodiscard]] std::map<std::string, std::string> names() const
    {
        std::map<std::string, int> shortOnes;
        std::map<std::string, int> longOnes;
        for (const auto& [id, description] : descriptions) {
            ++shortOnes[shortName(description)];
            ++longOnes[std::string(withUnit(description))];
        }
        std::map<std::string, std::string> out;
        for (const auto& [id, description] : descriptions) {
            const std::string whole(withUnit(description));
            const std::string brief = shortName(description);
            if (brief.empty())
                out[id] = id;
            else if (shortOnes[brief] == 1)
                out[id] = brief;
            else
                out[id] = longOnes[whole] == 1 ? whole : whole + " " + id;
        }
        return out;
    }

private:
    static std::string shortName(std::string_view description)
    {
        const std::string_view unit = withUnit(description);
        return std::string(unit.size() == description.size() ? description : unit.substr(0, unit.find(':')));
    }

    std::string m_section;  ///< id of the switch whose ports follow
};

}  // namespace

bool isFabric(std::string_view text)
{
    if (isPorts(text))
        return true;
    const bool begins = text.starts_with("Switch\t") || text.starts_with("vendid=") || text.starts_with('#');
    return begins && (text.starts_with("Switch\t") || text.find("\nswitchguid=") != std::string_view::npos ||
                      text.find("\nSwitch\t") != std::string_view::npos);
}

Result<Cluster> clusterFromFabric(std::string_view text)
{
    constexpr std::size_t kMostNodes = 100'000;
    Fabric fabric;
    const bool ports = isPorts(text);
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (ports)
            fabric.readPort(text.substr(0, end));
        else
            fabric.read(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    if (fabric.leavesOf.empty() || fabric.leavesOf.size() > kMostNodes)
        return fail(ErrorCode::Malformed, fmt::format("does not have 1 to {} hosts connected to switches", kMostNodes),
                    {}, {}, "give the whole output of ibnetdiscover");
    std::set<std::string> leaves;
    for (const auto& [host, ids] : fabric.leavesOf)
        leaves.insert(ids.begin(), ids.end());
    const std::map<std::string, std::string> nameOf = fabric.names();
    Cluster cluster;
    for (const auto& [host, ids] : fabric.leavesOf) {
        std::set<std::string> names;
        std::set<std::string> above;
        for (const std::string& id : ids) {
            names.insert(nameOf.at(id));
            for (const std::string& peer : fabric.linked[id])
                if (!leaves.contains(peer))
                    above.insert(nameOf.contains(peer) ? nameOf.at(peer) : peer);
        }
        cluster.nodes.push_back({host, joined(names), joined(above)});
    }
    return cluster;
}

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/ingest/scale/TopologyText.h"

namespace headwater::scale {

namespace {

/// The text between the n-th pair of quotes, from 0; empty where there is none.
std::string_view quoted(std::string_view line, int n)
{
    for (;; --n) {
        const std::size_t open = line.find('"');
        const std::size_t close = open == std::string_view::npos ? open : line.find('"', open + 1);
        if (close == std::string_view::npos)
            return {};
        if (n == 0)
            return line.substr(open + 1, close - open - 1);
        line.remove_prefix(close + 1);
    }
}

/// "node01" of "node01 HCA-1" and of "node01 mlx5_0".
std::string hostOf(std::string_view description)
{
    while (description.starts_with(' '))
        description.remove_prefix(1);
    return std::string(description.substr(0, description.find(' ')));
}

/// "leaf1" of "MF0;leaf1:MSX6036/U1", else the description as it stands.
std::string switchOf(std::string_view description)
{
    if (const std::size_t semicolon = description.find(';'); semicolon != std::string_view::npos) {
        description.remove_prefix(semicolon + 1);
        description = description.substr(0, description.find(':'));
    }
    return std::string(description);
}

/// One pass over the switches' sections: which ports lead where.
struct Fabric {
    std::map<std::string, std::string> names;               ///< switch id → its name
    std::map<std::string, std::set<std::string>> leavesOf;  ///< host → ids of switches
    std::map<std::string, std::set<std::string>> linked;    ///< switch id → ids of switches

    void read(std::string_view line)
    {
        if (line.starts_with("Switch")) {
            m_section = quoted(line, 0);
            const std::string name = switchOf(quoted(line, 1));
            names[m_section] = name.empty() ? m_section : name;
        } else if (line.starts_with("Ca") || line.starts_with("Rt")) {
            m_section.clear();
        } else if (line.starts_with('[') && !m_section.empty()) {
            const std::string_view peer = quoted(line, 0);
            if (peer.starts_with("H-")) {
                if (const std::string host = hostOf(quoted(line, 1)); !host.empty())
                    leavesOf[host].insert(m_section);
            } else if (peer.starts_with("S-")) {
                linked[m_section].insert(std::string(peer));
            }
        }
    }

private:
    std::string m_section;  ///< id of the switch whose ports follow
};

}  // namespace

bool isFabric(std::string_view text)
{
    const bool begins = text.starts_with("Switch\t") || text.starts_with("vendid=") || text.starts_with('#');
    return begins && (text.starts_with("Switch\t") || text.find("\nswitchguid=") != std::string_view::npos ||
                      text.find("\nSwitch\t") != std::string_view::npos);
}

Result<Cluster> clusterFromFabric(std::string_view text)
{
    constexpr std::size_t kMostNodes = 100'000;
    Fabric fabric;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        fabric.read(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    if (fabric.leavesOf.empty() || fabric.leavesOf.size() > kMostNodes)
        return fail(ErrorCode::Malformed, fmt::format("does not have 1 to {} hosts connected to switches", kMostNodes),
                    {}, {}, "give the whole output of ibnetdiscover");
    std::set<std::string> leaves;
    for (const auto& [host, ids] : fabric.leavesOf)
        leaves.insert(ids.begin(), ids.end());
    Cluster cluster;
    for (const auto& [host, ids] : fabric.leavesOf) {
        std::set<std::string> names;
        std::set<std::string> above;
        for (const std::string& id : ids) {
            names.insert(fabric.names[id]);
            for (const std::string& peer : fabric.linked[id])
                if (!leaves.contains(peer))
                    above.insert(fabric.names.contains(peer) ? fabric.names[peer] : peer);
        }
        cluster.nodes.push_back({host, joined(names), joined(above)});
    }
    return cluster;
}

}  // namespace headwater::scale

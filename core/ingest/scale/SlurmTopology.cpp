// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/Lowered.h"
#include "core/ingest/scale/TopologyText.h"
#include "core/run/HostList.h"

namespace headwater::scale {

namespace {

tl::unexpected<Error> bad(std::string what, std::string where = {})
{
    return fail(ErrorCode::Malformed, std::move(what), {}, std::move(where), "see `man topology.conf`");
}

/// What the lines say before it is put together.
struct Tree {
    std::vector<std::pair<std::string, std::string>> nodes;  ///< node, leaf
    std::set<std::string> seen;
    std::map<std::string, std::set<std::string>> above;  ///< switch → those that list it
    std::set<std::string> defined;                       ///< switches and blocks with a line of their own
    std::map<std::string, std::string> under;            ///< node → switch over others that says it is below it
    bool blocks = false, switches = false;               ///< which of the two the lines are of
};

using Values = std::map<std::string, std::string_view>;

/// The KEY=VALUE of a line, each once and known: what is misspelt would leave nodes out without a word.
Result<Values> valuesOf(std::string_view line)
{
    constexpr std::array<std::string_view, 10> kKnown{"switchname", "switches",       "nodes",      "linkspeed",
                                                      "level",      "blockname",      "blocksizes", "blocksize",
                                                      "blockindex", "aggregatedblock"};
    Values values;
    while (!line.empty()) {
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos || line[first] == '#')
            break;
        line.remove_prefix(first);
        const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
        line.remove_prefix(word.size());
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos)
            return bad(fmt::format("'{}' is no KEY=VALUE", word));
        const std::string key = lowered(word.substr(0, equals));
        if (std::ranges::find(kKnown, key) == kKnown.end())
            return bad(fmt::format("'{}' is no key of a topology", word.substr(0, equals)));
        if (!values.emplace(key, word.substr(equals + 1)).second)
            return bad(fmt::format("says {} twice", word.substr(0, equals)));
    }
    return values;
}

/// The line's own name: a block and a switch are never in one file, and each has one line.
Status define(const Values& values, const std::string& name, Tree& tree)
{
    (values.contains("blockname") ? tree.blocks : tree.switches) = true;
    if (name.empty())
        return bad("has no SwitchName");
    if (tree.blocks && tree.switches)
        return bad("has switches and blocks: they are two topologies");
    if (!tree.defined.insert(name).second)
        return bad(fmt::format("defines {} a second time", name));
    if (values.contains("nodes") && values.contains("switches") && !values.contains("level"))
        return bad(fmt::format("switch {} has both nodes and switches", name));
    return {};
}

Status readLine(std::string_view line, Tree& tree)
{
    auto read = valuesOf(line);
    if (!read)
        return tl::unexpected(read.error());
    Values& values = *read;
    if (values.empty() || (values.contains("blocksizes") && values.size() == 1))
        return {};
    if (values.contains("aggregatedblock")) {  // of `scontrol show topology`: what several blocks hang under
        const auto below = expandHosts(values["aggregatedblock"]);
        if (!below)
            return tl::unexpected(below.error());
        for (const std::string& block : *below)
            tree.above[block].insert(std::string(values["aggregatedblock"]));
        return {};
    }
    std::string name(values[values.contains("blockname") ? "blockname" : "switchname"]);
    if (const auto plain = expandHosts(name); plain && plain->size() == 1)  // as those that list it are read
        name = plain->front();
    if (Status status = define(values, name, tree); !status)
        return status;
    if (lowered(values["nodes"]) == "all")
        return bad("Nodes=ALL names none");
    const auto nodes = expandHosts(values["nodes"]);
    const auto switches = expandHosts(values["switches"]);
    if (!nodes || !switches)
        return tl::unexpected((nodes ? switches : nodes).error());
    for (const std::string& below : *switches)
        tree.above[below].insert(name);
    for (const std::string& node : *nodes) {
        if (!switches->empty()) {  // `scontrol show topology` repeats there what is on the leaves below
            tree.under.try_emplace(node, name);
            continue;
        }
        if (!tree.seen.insert(node).second)
            return bad(fmt::format("node {} hangs on a second switch", node));
        tree.nodes.emplace_back(node, name);
    }
    return tree.nodes.size() > kMostHosts ? bad(fmt::format("more than {} nodes", kMostHosts)) : Status();
}

}  // namespace

std::string joined(const std::set<std::string>& switches)
{
    constexpr std::size_t kNamed = 3;
    if (switches.size() > kNamed)
        return fmt::format("{}+{} more", *switches.begin(), switches.size() - 1);
    return fmt::format("{}", fmt::join(switches, "+"));
}

bool isSlurmTopology(std::string_view text)
{
    while (text.starts_with('#') || text.starts_with('\n') || text.starts_with('\r')) {
        const std::size_t end = text.find('\n');
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    constexpr std::array<std::string_view, 3> kKeys{"switchname=", "blockname=", "blocksizes="};
    return std::ranges::any_of(kKeys,
                               [text](std::string_view key) { return lowered(text.substr(0, key.size())) == key; });
}

Result<Cluster> clusterFromSlurm(std::string_view text)
{
    Tree tree;
    std::string line;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        line += text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        ++number;
        if (line.ends_with('\r'))
            line.pop_back();
        if (line.ends_with('\\')) {
            line.back() = ' ';
            continue;
        }
        if (Status status = readLine(line, tree); !status) {
            status.error().where = fmt::format("line {}", number);
            return tl::unexpected(status.error());
        }
        line.clear();
    }
    if (line.find_first_not_of(" \t\r") != std::string::npos)
        return bad("ends in a line that goes on", fmt::format("line {}", number));
    if (tree.nodes.empty())
        return bad("no switch has nodes");
    for (const auto& [below, above] : tree.above)
        if (!tree.defined.contains(below))
            return bad(fmt::format("{} lists {}, which no line defines", *above.begin(), below));
    for (const auto& [node, above] : tree.under)
        if (!tree.seen.contains(node))
            return bad(fmt::format("{} has node {}, which no leaf below it has", above, node));
    Cluster cluster;
    for (const auto& [node, leaf] : tree.nodes)
        cluster.nodes.push_back({node, leaf, joined(tree.above[leaf])});
    return cluster;
}

}  // namespace headwater::scale

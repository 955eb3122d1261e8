// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/Lowered.h"
#include "core/ingest/scale/TopologyText.h"

namespace headwater::scale {

namespace {

constexpr std::size_t kMostNames = 100'000;

tl::unexpected<Error> bad(std::string what, std::string where = {})
{
    return fail(ErrorCode::Malformed, std::move(what), {}, std::move(where), "see `man topology.conf`");
}

/// The list cut at its outer commas.
std::vector<std::string_view> parts(std::string_view list)
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
    for (const std::string_view range : parts(ranges)) {
        const std::size_t dash = range.find('-');
        const std::string_view from = range.substr(0, dash);
        const std::string_view to = dash == std::string_view::npos ? from : range.substr(dash + 1);
        if (!isNumber(from) || !isNumber(to))
            return bad(fmt::format("'{}' is no range of numbers", range));
        const int first = std::stoi(std::string(from));
        const int last = std::stoi(std::string(to));
        if (last < first || static_cast<std::size_t>(last - first) >= kMostNames - std::min(kMostNames, out.size()))
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
        if (out.size() >= kMostNames)
            return bad(fmt::format("more than {} names", kMostNames));
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
    return tree.nodes.size() > kMostNames ? bad(fmt::format("more than {} nodes", kMostNames)) : Status();
}

}  // namespace

Result<std::vector<std::string>> expandHosts(std::string_view list)
{
    std::vector<std::string> out;
    for (const std::string_view part : parts(list))
        if (Status status = expandInto(part, {}, out); !status)
            return tl::unexpected(status.error());
    return out;
}

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

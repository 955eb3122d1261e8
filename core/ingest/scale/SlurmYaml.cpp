// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include "core/ingest/scale/TopologyText.h"

namespace headwater::scale {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// One line as YAML has it in these files: "- switch: s1", "children: s[1-2]  # all".
struct Entry {
    bool begins = false;  ///< an item of a list
    std::string_view key;
    std::string value;  ///< without quotes and comment
};

Entry entryOf(std::string_view line)
{
    Entry entry;
    if (const std::size_t comment = line.find(" #"); comment != std::string_view::npos)
        line = line.substr(0, comment);
    line = trimmed(line);
    if (line.starts_with('#'))
        return entry;
    if (line.starts_with("- ")) {
        entry.begins = true;
        line = trimmed(line.substr(2));
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return entry;
    entry.key = trimmed(line.substr(0, colon));
    std::string_view value = trimmed(line.substr(colon + 1));
    const bool quoted =
        value.size() >= 2 && value.front() == value.back() && (value.front() == '"' || value.front() == '\'');
    entry.value = quoted ? value.substr(1, value.size() - 2) : value;
    return entry;
}

/// One topology of the file, as topology.conf says it.
struct Topology {
    std::string name;
    std::string lines;
    bool isDefault = false;
};

std::vector<Topology> topologiesIn(std::string_view text)
{
    std::vector<Topology> all;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const Entry entry = entryOf(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (entry.begins && entry.key == "topology")
            all.push_back({entry.value, {}, false});
        if (all.empty() || entry.value.empty())
            continue;
        std::string& lines = all.back().lines;
        if (entry.begins && (entry.key == "switch" || entry.key == "block"))
            lines += "\nSwitchName=" + entry.value;
        else if (entry.key == "nodes")
            lines += " Nodes=" + entry.value;
        else if (entry.key == "children")
            lines += " Switches=" + entry.value;
        else if (entry.key == "cluster_default")
            all.back().isDefault = entry.value == "true" || entry.value == "yes";
    }
    return all;
}

/// The default of those with nodes, else the first of them.
const Topology* chosenOf(const std::vector<Topology>& all)
{
    const Topology* chosen = nullptr;
    for (const Topology& one : all)
        if (!one.lines.empty() && (chosen == nullptr || (one.isDefault && !chosen->isDefault)))
            chosen = &one;
    return chosen;
}

}  // namespace

bool isSlurmYaml(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && !line.starts_with('#') && line != "---")
            return line.starts_with("- topology:");
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return false;
}

std::vector<std::string> otherSlurmTopologies(std::string_view text)
{
    const std::vector<Topology> all = topologiesIn(text);
    const Topology* chosen = chosenOf(all);
    std::vector<std::string> out;
    for (const Topology& one : all)
        if (&one != chosen)
            out.push_back(one.name);
    return out;
}

Result<Cluster> clusterFromSlurmYaml(std::string_view text)
{
    const std::vector<Topology> all = topologiesIn(text);
    const Topology* chosen = chosenOf(all);
    auto cluster = clusterFromSlurm(chosen != nullptr ? std::string_view(chosen->lines) : std::string_view());
    if (!cluster)
        cluster.error().where.clear();  // a line of what was made of it
    return cluster;
}

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/report/Escape.h"
#include "core/report/Phrases.h"
#include "core/report/ScaleIsolation.h"
#include "core/report/TextTable.h"

namespace headwater {

namespace {

using scale::PairCell;
using scale::PairMatrix;
using scale::PairState;
using Align = TextTable::Align;

constexpr std::size_t kMostColumns = 12;
constexpr std::size_t kMostRows = 20;

const std::string& nameAt(const Cluster& cluster, int node)
{
    return cluster.nodes[static_cast<std::size_t>(node)].name;
}

std::string percent(const std::optional<double>& value)
{
    return value ? fmt::format("{:+.1f} %", *value * 100) : std::string(kNone);
}

std::string cellText(const PairCell* cell)
{
    if (cell == nullptr)
        return std::string(kNone);
    const char* mark = cell->state == PairState::Slow ? "! " : cell->state == PairState::Unknown ? "? " : "";
    return fmt::format("{}{:.4g}", mark, cell->value);
}

/// Upper half of the matrix: each pair once.
std::string gridText(const PairMatrix& matrix, const Cluster& cluster)
{
    std::vector<TextTable::Column> columns{{"", Align::Left}};
    for (std::size_t i = 1; i < matrix.nodes.size(); ++i)
        columns.push_back({nameAt(cluster, matrix.nodes[i].node), Align::Right});
    TextTable table(columns);
    for (std::size_t row = 0; row + 1 < matrix.nodes.size(); ++row) {
        std::vector<std::string> cells{nameAt(cluster, matrix.nodes[row].node)};
        for (std::size_t column = 1; column < matrix.nodes.size(); ++column)
            cells.push_back(column <= row ? std::string()
                                          : cellText(matrix.find(matrix.nodes[row].node, matrix.nodes[column].node)));
        table.addRow(cells);
    }
    return table.toString();
}

/// The slow pairs, the worst against their peers first.
std::string slowText(const PairMatrix& matrix, const Cluster& cluster, const Language& language)
{
    std::vector<const PairCell*> slow;
    for (const PairCell& cell : matrix.cells)
        if (cell.state == PairState::Slow)
            slow.push_back(&cell);
    if (slow.empty())
        return {};
    std::ranges::stable_sort(slow, {}, [](const PairCell* cell) { return cell->ofPeers; });
    TextTable table({{language.of(say("slow pair")), Align::Left},
                     {language.of(say("measured")), Align::Right},
                     {language.of(say("against baseline")), Align::Right},
                     {language.of(say("against peers")), Align::Right},
                     {language.of(say("modified z")), Align::Right},
                     {language.of(say("path")), Align::Left}});
    for (std::size_t i = 0; i < std::min(kMostRows, slow.size()); ++i) {
        const PairCell& cell = *slow[i];
        table.addRow({nameAt(cluster, cell.a) + ", " + nameAt(cluster, cell.b), fmt::format("{:.4g}", cell.value),
                      percent(cell.change), percent(cell.ofPeers),
                      cell.modifiedZ ? fmt::format("{:.1f}", *cell.modifiedZ) : std::string(kNone),
                      language.of(cell.across ? say("across switches") : say("one switch"))});
    }
    std::string out = table.toString();
    if (slow.size() > kMostRows)
        out += "  " + language.of(say("and {} more", slow.size() - kMostRows)) + "\n";
    return out;
}

std::string matrixText(const PairMatrix& matrix, const scale::ScalePlan& plan, const Language& language)
{
    const Text title = say("Pairs of nodes: {} {}, {} bytes; ! slow, ? unknown", matrix.metric, matrix.collective,
                           matrix.messageBytes.empty() ? std::string(kNone) : matrix.messageBytes);
    std::string out = "\n" + escapeTerminal(language.of(title)) + "\n  " +
                      escapeTerminal(language.of(conclusionOf(matrix, plan.cluster))) + "\n";
    if (matrix.nodes.size() <= kMostColumns)
        out += "\n" + gridText(matrix, plan.cluster);
    const std::string slow = slowText(matrix, plan.cluster, language);
    return out + (slow.empty() ? "" : "\n" + slow);
}

std::string namesOf(const NodeSet& nodes, const Cluster& cluster)
{
    constexpr std::size_t kShown = 8;
    std::string out;
    for (std::size_t i = 0; i < std::min(kShown, nodes.size()); ++i)
        out += (i == 0 ? "" : ", ") + nameAt(cluster, nodes[i]);
    return out + (nodes.size() > kShown ? ", \u2026" : "");
}

std::string groupsText(const scale::ScalePlan& plan, const Language& language)
{
    std::string out;
    for (const scale::GroupReading& reading : plan.readings.groups) {
        // Pairs stand in their matrix.
        if (reading.kind == IsolationKind::NcclTests && reading.group.result.nodes.size() == 2)
            continue;
        std::string line =
            fmt::format("{}, {}: {}", scale::nameOf(reading.kind), namesOf(reading.group.result.nodes, plan.cluster),
                        language.of(reading.statement));
        for (const scale::MovedInvariant& one : reading.group.moved)
            line += fmt::format(" {}: {} \u2192 {}", one.key, one.baseline.empty() ? kNone : one.baseline,
                                one.current.empty() ? kNone : one.current);
        out += "  " + escapeTerminal(line) + "\n";
    }
    return out;
}

std::string huntText(const scale::ScalePlan& plan, const Language& language)
{
    if (!plan.readings.hunt)
        return {};
    const scale::HuntReading& hunt = *plan.readings.hunt;
    std::string out = "\n" + language.of(say("Straggler hunt, {} nodes", hunt.nodes.size())) + "\n  " +
                      escapeTerminal(language.of(conclusionOf(hunt, plan.cluster))) + "\n";
    for (const scale::HuntNode& node : hunt.nodes)
        if (node.state != scale::HuntState::Fine)
            out += "  " +
                   escapeTerminal(
                       language.of(say("{}: {:.4g}, {:.2f} times the median, {} different partners",
                                       nameAt(plan.cluster, node.node), node.time, node.ofMedian, node.rounds))) +
                   "\n";
    if (!hunt.nextRound.empty())
        out += "  " + language.of(say("Pairs of the next round:")) + "\n";
    for (const NodeSet& pair : hunt.nextRound)
        out += "    " + escapeTerminal(namesOf(pair, plan.cluster)) + "\n";
    return out;
}

}  // namespace

std::string isolationText(const scale::ScalePlan& plan, const Language& language)
{
    std::string out = language.of(say("At every size, to tell suspects apart")) + "\n";
    for (const scale::IsolationTest& test : plan.isolation) {
        out += "  " + language.of(test.what) + "\n";
        if (!test.command.empty())
            out += "    $ " + test.command + "\n";
        out += "    " + language.of(test.proves) + "\n";
        out += "    " +
               escapeTerminal(language.of(say("On {}: {} runs, about {:.1f} GPU-hours.",
                                              namesOf(test.nodes, plan.cluster), test.runs, test.gpuHours))) +
               "\n";
    }
    if (const std::string groups = groupsText(plan, language); !groups.empty())
        out += "\n" + language.of(say("What isolation tests showed")) + "\n" + groups;
    for (const PairMatrix& matrix : plan.readings.matrices)
        out += matrixText(matrix, plan, language);
    return out + huntText(plan, language);
}

}  // namespace headwater

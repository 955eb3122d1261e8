// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/scale/CasePlan.h"
#include "core/analysis/scale/StepReading.h"
#include "core/report/Phrases.h"
#include "core/report/model/PlanInput.h"
#include "core/report/model/Sections.h"

namespace headwater::report {

namespace {

using scale::PairCell;
using scale::PairState;

constexpr std::size_t kMostPairs = 20;

std::string nameAt(int node, const Cluster& cluster)
{
    return cluster.nodes[static_cast<std::size_t>(node)].name;
}

Text movedText(const std::vector<scale::MovedInvariant>& moved)
{
    std::string out;
    for (const scale::MovedInvariant& one : moved)
        out += fmt::format(", {}: {} \u2192 {}", one.key, one.baseline.empty() ? kNone : one.baseline,
                           one.current.empty() ? kNone : one.current);
    return out;
}

Text stateText(scale::GroupState state)
{
    switch (state) {
    case scale::GroupState::Good: return say("good");
    case scale::GroupState::Bad: return say("slow");
    case scale::GroupState::Invalid: return say("invalid");
    case scale::GroupState::Inconclusive: break;
    }
    return say("inconclusive");
}

Cell knownCell(bool measured, const Writer& w)
{
    return {{{provenanceTag(measured ? Provenance::Measured : Provenance::Assumed, w)}}};
}

Cell intervalCell(const scale::JudgedGroup& group, const Writer& w)
{
    return w.cell(group.lo ? ratioText(group.lo) + " \u2026 " + ratioText(group.hi) : std::string(kNone));
}

void addConclusion(const scale::ScalePlan& plan, const Writer& w, Blocks& blocks)
{
    blocks.emplace_back(
        Paragraph{{provenanceTag(Provenance::Inferred, w), w.plain(std::string(" ")), w.strong(conclusionOf(plan))}});
    Text about = say("Slow on {} nodes with {} GPUs. Experiments done: {}, at about {:.1f} GPU-hours.",
                     plan.cluster.nodes.size(), plan.cluster.gpus(), plan.experiments.size(), plan.gpuHoursSpent);
    if (!plan.topologyKnown)
        about += " " + say("The switches are not known: no switch can be named.");
    blocks.emplace_back(w.softParagraph(about));
}

void addExperiments(const scale::ScalePlan& plan, const Writer& w, Blocks& blocks)
{
    if (plan.experiments.empty())
        return;
    blocks.emplace_back(Heading{{w.plain(say("Experiments done"))}});
    Table table{{w.numbers(say("experiment")), w.column(say("nodes")), w.numbers(say("slower")),
                 w.column(say("95 % interval")), w.column(say("result")), w.column(say("known"))},
                {}};
    for (std::size_t e = 0; e < plan.experiments.size(); ++e)
        for (const scale::JudgedGroup& group : plan.experiments[e])
            table.rows.push_back(
                {Row::Mark::Plain,
                 {w.cell(std::to_string(e + 1)), w.nameCell(scale::namesOf(group.result.nodes, plan.cluster)),
                  w.cell(ratioText(group.ratio)), intervalCell(group, w),
                  w.cell(stateText(group.result.state) + movedText(group.moved)), knownCell(group.measured, w)}});
    blocks.emplace_back(std::move(table));
}

void addNext(const scale::ScalePlan& plan, const Writer& w, Blocks& blocks)
{
    if (!plan.state.next)
        return;
    const scale::NextExperiment& next = *plan.state.next;
    blocks.emplace_back(Heading{{w.plain(say("Next experiment"))}});
    blocks.emplace_back(w.paragraph(reasonOf(next)));
    Bullets groups;
    for (std::size_t g = 0; g < next.groups.size(); ++g)
        groups.lines.push_back(
            {w.plain(say("group {}: {} ({} GPUs)", g + 1, scale::namesOf(next.groups[g], plan.cluster),
                         static_cast<int>(next.groups[g].size()) * plan.cluster.gpusPerNode))});
    blocks.emplace_back(std::move(groups));
    blocks.emplace_back(
        w.softParagraph(say("{} runs each, about {:.1f} GPU-hours; each against a baseline of its own size, with the "
                            "same message sizes, buckets, batch per GPU, sequence lengths and parallel sizes.",
                            next.repeats, next.gpuHours)));
    Table table{{w.column(say("slow")), w.numbers(say("chance")), w.column(say("then it is"))}, {}};
    for (const scale::Outcome& outcome : plan.outcomes) {
        Text slow;
        for (std::size_t g = 0; g < outcome.slow.size(); ++g)
            if (outcome.slow[g] != 0)
                slow += (slow.empty() ? Text() : Text(", ")) + say("group {}", g + 1);
        table.rows.push_back(
            {Row::Mark::Plain,
             {w.cell(slow.empty() ? say("none") : slow), w.cell(fmt::format("{:.0f} %", outcome.probability * 100)),
              w.cell(textOf(outcome.left, plan.cluster))}});
    }
    blocks.emplace_back(std::move(table));
}

/// Each test as a step, with what it showed where it was run.
void addSteps(const scale::ScalePlan& plan, const Writer& w, Blocks& blocks)
{
    blocks.emplace_back(Heading{{w.plain(say("Tests that tell suspects apart"))}});
    Table table{{w.column(say("test")), w.column(say("what it showed"))}, {}};
    for (const IsolationKind kind :
         {IsolationKind::NcclTests, IsolationKind::SyntheticData, IsolationKind::StragglerHunt}) {
        const scale::StepReading reading = scale::readingOf(plan, kind);
        Cell showed;
        for (const Text& said : reading.said)
            showed.lines.push_back({w.plain(said)});
        if (showed.lines.empty())
            showed.lines.push_back({w.soft(say("Not run."))});
        table.rows.push_back({Row::Mark::Plain, {w.cell(std::string(scale::nameOf(kind))), std::move(showed)}});
    }
    blocks.emplace_back(std::move(table));
}

/// The slow pairs of a matrix, the worst against their peers first.
void addPairs(const scale::PairMatrix& matrix, const scale::ScalePlan& plan, const Writer& w, Blocks& blocks)
{
    std::vector<const PairCell*> slow;
    for (const PairCell& cell : matrix.cells)
        if (cell.state == PairState::Slow)
            slow.push_back(&cell);
    if (slow.empty())
        return;
    std::ranges::stable_sort(slow, {}, [](const PairCell* cell) { return cell->ofPeers; });
    const std::string& what = matrix.collective.empty() ? matrix.metric : matrix.collective;
    const Text title = matrix.messageBytes.empty()
                           ? say("Slow pairs of nodes: {}", what)
                           : say("Slow pairs of nodes: {}, {} bytes", what, matrix.messageBytes);
    blocks.emplace_back(Heading{{w.plain(title)}});
    Table table{{w.column(say("slow pair")), w.numbers(say("measured")), w.numbers(say("against baseline")),
                 w.numbers(say("against peers")), w.column(say("path"))},
                {}};
    for (std::size_t i = 0; i < std::min(kMostPairs, slow.size()); ++i) {
        const PairCell& cell = *slow[i];
        const std::string unit = matrix.metric == "busbw_gbps" ? " GB/s" : "";
        table.rows.push_back(
            {Row::Mark::Plain,
             {w.nameCell(nameAt(cell.a, plan.cluster) + ", " + nameAt(cell.b, plan.cluster)),
              w.cell(fmt::format("{:.4g}{}", cell.value, unit)), w.cell(ratioText(cell.change)),
              w.cell(ratioText(cell.ofPeers)), w.cell(cell.across ? say("across switches") : say("one switch"))}});
    }
    blocks.emplace_back(std::move(table));
    if (slow.size() > kMostPairs)
        blocks.emplace_back(w.softParagraph(say("and {} more", slow.size() - kMostPairs)));
}

void addGroups(const scale::ScalePlan& plan, const Writer& w, Blocks& blocks)
{
    Table table{{w.column(say("test")), w.column(say("nodes")), w.numbers(say("slower")),
                 w.column(say("95 % interval")), w.column(say("known"))},
                {}};
    for (const scale::GroupReading& reading : plan.readings.groups) {
        const scale::JudgedGroup& group = reading.group;
        if (reading.kind == IsolationKind::NcclTests && group.result.nodes.size() == 2)
            continue;  // pairs stand in their matrix
        table.rows.push_back({Row::Mark::Plain,
                              {w.cell(std::string(scale::nameOf(reading.kind))),
                               w.nameCell(scale::namesOf(group.result.nodes, plan.cluster)),
                               w.cell(ratioText(group.ratio)), intervalCell(group, w), knownCell(group.measured, w)}});
    }
    if (!table.rows.empty())
        blocks.emplace_back(std::move(table));
}

void addHunt(const scale::ScalePlan& plan, const Writer& w, Blocks& blocks)
{
    Table table{{w.column(say("node")), w.numbers(say("time")), w.numbers(say("of the median")),
                 w.numbers(say("partners")), w.column(say("result"))},
                {}};
    if (plan.readings.hunt)
        for (const scale::HuntNode& node : plan.readings.hunt->nodes)
            if (node.state != scale::HuntState::Fine)
                table.rows.push_back(
                    {Row::Mark::Plain,
                     {w.nameCell(nameAt(node.node, plan.cluster)), w.cell(fmt::format("{:.4g}", node.time)),
                      w.cell(fmt::format("{:.2f} \u00d7", node.ofMedian)), w.cell(std::to_string(node.rounds)),
                      w.cell(node.state == scale::HuntState::Slow ? say("slow") : say("it or its partner"))}});
    if (!table.rows.empty())
        blocks.emplace_back(std::move(table));
}

}  // namespace

ReportPlan reportPlan(const ScaleCase& given)
{
    auto plan = scale::planCase(given);
    if (!plan)
        return {};
    return {std::make_shared<const scale::ScalePlan>(*std::move(plan)), given.simulated.has_value()};
}

Blocks scaleBlocks(const ReportInput& input, const Writer& w)
{
    Blocks blocks;
    if (!input.plan.plan)
        return blocks;
    const scale::ScalePlan& plan = *input.plan.plan;
    if (input.plan.simulated)
        blocks.emplace_back(w.paragraph(say("A simulated cluster: nothing here was measured on real machines.")));
    addConclusion(plan, w, blocks);
    addExperiments(plan, w, blocks);
    addNext(plan, w, blocks);
    addSteps(plan, w, blocks);
    addGroups(plan, w, blocks);
    for (const scale::PairMatrix& matrix : plan.readings.matrices)
        addPairs(matrix, plan, w, blocks);
    addHunt(plan, w, blocks);
    return blocks;
}

}  // namespace headwater::report

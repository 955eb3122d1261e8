// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/IsolationViews.h"

#include <algorithm>
#include <array>

#include <QCoreApplication>

#include "core/analysis/scale/StepReading.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(IsolationViews)
};

using scale::GroupReading;
using scale::HuntNode;
using scale::HuntState;
using scale::IsolationVerdict;

QString testName(IsolationKind kind)
{
    switch (kind) {
    case IsolationKind::SyntheticData: return Tr::tr("synthetic data");
    case IsolationKind::StragglerHunt: return Tr::tr("straggler hunt");
    case IsolationKind::NcclTests: break;
    }
    return Tr::tr("nccl-tests");
}

QString huntName(HuntState state)
{
    switch (state) {
    case HuntState::Slow: return Tr::tr("slow");
    case HuntState::Open: return Tr::tr("it or its partner");
    case HuntState::Fine: break;
    }
    return Tr::tr("fine");
}

int toneOf(IsolationVerdict verdict)
{
    return verdict == IsolationVerdict::Blamed ? 1 : verdict == IsolationVerdict::Cleared ? -1 : 0;
}

IsolationKind kindOf(const scale::IsolationTest& test)
{
    for (const IsolationKind kind : {IsolationKind::SyntheticData, IsolationKind::StragglerHunt})
        if (scale::nameOf(kind) == test.id)
            return kind;
    return IsolationKind::NcclTests;
}

/// What one step showed; of many sentences the first.
RowsCell shownCell(const scale::StepReading& reading)
{
    if (reading.said.empty())
        return {Tr::tr("Not run yet"), {}, 0, true};
    constexpr std::size_t kShown = 3;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(kShown, reading.said.size()); ++i)
        lines << format::text(reading.said[i]);
    if (reading.said.size() > kShown)
        lines << Tr::tr("and %1 more").arg(reading.said.size() - kShown);
    return {lines.join(u'\n'), {}, toneOf(reading.verdict)};
}

std::vector<const GroupReading*> groupsOf(const scale::ScalePlan& plan)
{
    std::vector<const GroupReading*> out;
    for (const GroupReading& reading : plan.readings.groups)
        if (reading.kind != IsolationKind::NcclTests || reading.group.result.nodes.size() != 2)
            out.push_back(&reading);
    return out;
}

std::vector<HuntNode> slowestFirst(const scale::ScalePlan& plan)
{
    if (!plan.readings.hunt)
        return {};
    std::vector<HuntNode> nodes = plan.readings.hunt->nodes;
    std::ranges::stable_sort(nodes, std::greater<>(), &HuntNode::time);
    return nodes;
}

QString intervalText(const scale::JudgedGroup& group)
{
    return group.lo ? u"%1 \u2026 %2"_s.arg(format::ratio(*group.lo), format::ratio(*group.hi)) : u"\u2014"_s;
}

void lead(RowsData& rows, const std::vector<NodeSet>& nodes, const NodeRanks& ranks)
{
    for (std::size_t i = 0; i < rows.rows.size(); ++i)
        rows.rows[i].view.ranks = ranksOn(ranks, nodes[i]);
}

}  // namespace

RowsData isolationRows(const scale::ScalePlan& plan, const NodeRanks& ranks)
{
    RowsData out;
    out.columns = {{Tr::tr("Test"), {}, false, 1},
                   {Tr::tr("What to do"), {}, false, 3},
                   {Tr::tr("Cost"),
                    Tr::tr("Two minutes are taken for one small check, the minutes per run above for "
                           "the job itself"),
                    false, 1.2},
                   {Tr::tr("What it proves"), {}, false, 3},
                   {Tr::tr("What it showed"), {}, false, 3}};
    for (const scale::IsolationTest& test : plan.isolation) {
        QString what = format::text(test.what);
        if (!test.command.empty())
            for (const QByteArray& line : QByteArray::fromStdString(test.command).split('\n'))
                what += u'\n' + format::text(line.toStdString());  // names are somebody else's, the lines are ours
        const scale::StepReading reading = scale::readingOf(plan, kindOf(test));
        RowsRow row;
        row.cells = {{testName(kindOf(test)), {}},
                     {what, {}},
                     {Tr::tr("%1 nodes, %2 runs, about %3 GPU-hours")
                          .arg(test.nodes.size())
                          .arg(test.runs)
                          .arg(format::number(test.gpuHours, 1)),
                      nodesText(test.nodes, plan.cluster)},
                     {format::text(test.proves), {}},
                     shownCell(reading)};
        out.rows.push_back(std::move(row));
    }
    lead(out, isolationNodes(plan), ranks);
    return out;
}

RowsData readingRows(const scale::ScalePlan& plan, const NodeRanks& ranks)
{
    RowsData out;
    out.columns = {{Tr::tr("Test"), {}, false, 1},
                   {Tr::tr("Nodes"), {}, false, 2},
                   {Tr::tr("Slower"),
                    Tr::tr("nccl-tests: than the baseline of the same nodes. Synthetic data: the data set than random "
                           "tensors. Median of the repeats"),
                    true},
                   {Tr::tr("95 % interval"), Tr::tr("Bootstrap over the repeats"), true},
                   {Tr::tr("What it says"), {}, false, 4},
                   {Tr::tr("Known"), Tr::tr("Measured, or somebody's word"), false, 1}};
    for (const GroupReading* reading : groupsOf(plan)) {
        const scale::JudgedGroup& group = reading->group;
        QString says = format::text(reading->statement);
        for (const scale::MovedInvariant& one : group.moved)
            says += u'\n' + u"%1 %2 \u2192 %3"_s.arg(format::text(one.key),
                                                     one.baseline.empty() ? u"\u2014"_s : format::text(one.baseline),
                                                     one.current.empty() ? u"\u2014"_s : format::text(one.current));
        RowsRow row;
        row.cells = {{testName(reading->kind), {}},
                     {nodesText(group.result.nodes, plan.cluster), {}},
                     {group.ratio ? format::ratio(*group.ratio) : u"\u2014"_s, {}, 0, !group.ratio},
                     {intervalText(group), {}, 0, !group.lo},
                     {says, {}, toneOf(reading->verdict)},
                     {words::of(group.measured ? Provenance::Measured : Provenance::Assumed), {}}};
        row.strong = reading->verdict == IsolationVerdict::Blamed;
        out.rows.push_back(std::move(row));
    }
    lead(out, readingNodes(plan), ranks);
    return out;
}

RowsData huntRows(const scale::ScalePlan& plan, const NodeRanks& ranks)
{
    RowsData out;
    if (!plan.readings.hunt)
        return out;
    out.columns = {
        {Tr::tr("Node"), {}, false, 2},
        {Tr::tr("Time"), Tr::tr("The least of its rounds, in the unit of the file"), true},
        {Tr::tr("Of the median"), Tr::tr("1 is as long as the node in the middle"), true},
        {Tr::tr("Partners"), Tr::tr("Different groups that it ran in"), true},
        {Tr::tr("Result"), Tr::tr("In pairs: slow beyond twice the median with each of two partners"), false, 2}};
    for (const HuntNode& node : slowestFirst(plan)) {
        RowsRow row;
        const bool slow = node.state == HuntState::Slow;
        row.cells = {{format::text(plan.cluster.nodes[static_cast<std::size_t>(node.node)].name), {}},
                     {format::significant(node.time, 4), {}},
                     {u"%1 \u00d7"_s.arg(format::number(node.ofMedian, 2)), {}},
                     {QString::number(node.rounds), {}},
                     {huntName(node.state),
                      {},
                      slow                            ? 1
                      : node.state == HuntState::Fine ? -1
                                                      : 0}};
        row.strong = node.state != HuntState::Fine;
        out.rows.push_back(std::move(row));
    }
    for (const NodeSet& pair : plan.readings.hunt->nextRound) {
        RowsRow row;
        row.cells = {{nodesText(pair, plan.cluster), {}},
                     {u"\u2014"_s, {}, 0, true},
                     {u"\u2014"_s, {}, 0, true},
                     {u"\u2014"_s, {}, 0, true},
                     {Tr::tr("pair of the next round"), {}}};
        out.rows.push_back(std::move(row));
    }
    lead(out, huntNodes(plan), ranks);
    return out;
}

std::vector<NodeSet> isolationNodes(const scale::ScalePlan& plan)
{
    std::vector<NodeSet> out;
    for (const scale::IsolationTest& test : plan.isolation)
        out.push_back(test.nodes);
    return out;
}

std::vector<NodeSet> readingNodes(const scale::ScalePlan& plan)
{
    std::vector<NodeSet> out;
    for (const GroupReading* reading : groupsOf(plan))
        out.push_back(reading->group.result.nodes);
    return out;
}

std::vector<NodeSet> huntNodes(const scale::ScalePlan& plan)
{
    std::vector<NodeSet> out;
    for (const HuntNode& node : slowestFirst(plan))
        out.push_back({node.node});
    if (plan.readings.hunt)
        out.insert(out.end(), plan.readings.hunt->nextRound.begin(), plan.readings.hunt->nextRound.end());
    return out;
}

}  // namespace headwater

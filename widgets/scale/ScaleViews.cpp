// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scale/ScaleViews.h"

#include <algorithm>
#include <array>
#include <map>

#include <QCoreApplication>

#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(ScaleViews)
};

using scale::GroupState;
using scale::NodeState;

std::string firstLabel(const std::string& host)
{
    return host.substr(0, host.find('.'));
}

QString percent(const std::optional<double>& value)
{
    return value ? format::ratio(*value) : u"\u2014"_s;
}

QString gpusText(std::size_t nodes, const Cluster& cluster)
{
    return format::count(nodes * static_cast<std::size_t>(cluster.gpusPerNode));
}

/// "batch_per_gpu 4 → 8": names the invariants that are not the same on both sides.
QString movedText(const std::vector<scale::MovedInvariant>& moved)
{
    QStringList out;
    const auto side = [](const std::string& value) { return value.empty() ? u"\u2014"_s : format::text(value); };
    for (const scale::MovedInvariant& one : moved)
        out << u"%1 %2 \u2192 %3"_s.arg(format::text(one.key), side(one.baseline), side(one.current));
    return out.join(u", "_s);
}

/// What was looked at and how it came out: those that moved stand beside the result.
RowsCell invariantsCell(const scale::JudgedGroup& group)
{
    const auto names = [](const std::vector<std::string>& keys) {
        QStringList out;
        for (const std::string& key : keys)
            out << format::text(key);
        return out.join(u", "_s);
    };
    if (!group.measured)
        return {u"\u2014"_s, Tr::tr("Somebody's word: nothing to check"), 0, true};
    QStringList lines;
    if (!group.equal.empty())
        lines << Tr::tr("equal: %1").arg(names(group.equal));
    if (!group.unchecked.empty())
        lines << Tr::tr("not told: %1").arg(names(group.unchecked));
    if (!group.moved.empty())
        lines.prepend(Tr::tr("moved: %1").arg(movedText(group.moved)));
    return {lines.join(u"; "_s), lines.join(u'\n'), group.moved.empty() ? 0 : 1, group.equal.empty()};
}

/// What experiments said of each node, in order.
std::vector<QStringList> resultsOfNodes(const scale::ScalePlan& plan)
{
    std::vector<QStringList> out(plan.cluster.nodes.size());
    for (std::size_t e = 0; e < plan.experiments.size(); ++e)
        for (std::size_t g = 0; g < plan.experiments[e].size(); ++g) {
            const scale::GroupResult& result = plan.experiments[e][g].result;
            const QString said =
                Tr::tr("experiment %1, group %2: %3").arg(e + 1).arg(groupName(g), stateName(result.state));
            for (const int node : result.nodes)
                out[static_cast<std::size_t>(node)] << said;
        }
    return out;
}

ViewRef ranksView(const NodeRanks& ranks, const NodeSet& nodes)
{
    ViewRef view;
    view.ranks = ranksOn(ranks, nodes);
    return view;
}

int toneOf(GroupState state)
{
    return state == GroupState::Bad ? 1 : state == GroupState::Good ? -1 : 0;
}

}  // namespace

NodeRanks ranksOfNodes(const Cluster& cluster, const Run* run)
{
    NodeRanks out;
    out.ofNode.resize(cluster.nodes.size());
    if (!run)
        return out;
    std::map<std::string, std::size_t> byName;
    for (std::size_t i = 0; i < cluster.nodes.size(); ++i)
        byName.emplace(firstLabel(cluster.nodes[i].name), i);
    out.assumed = std::ranges::all_of(run->ranks, [](const RankData& rank) { return rank.host.empty(); });
    for (const RankData& rank : run->ranks) {
        if (out.assumed) {
            const auto node = static_cast<std::size_t>(std::max(0, rank.rank) / cluster.gpusPerNode);
            if (node < out.ofNode.size())
                out.ofNode[node].push_back(rank.rank);
        } else if (const auto found = byName.find(firstLabel(rank.host)); found != byName.end()) {
            out.ofNode[found->second].push_back(rank.rank);
        }
    }
    for (std::vector<int>& ranks : out.ofNode)
        std::ranges::sort(ranks);
    return out;
}

std::vector<int> ranksOn(const NodeRanks& ranks, const std::vector<int>& nodes)
{
    std::vector<int> out;
    for (const int node : nodes) {
        const auto& some = ranks.ofNode[static_cast<std::size_t>(node)];
        out.insert(out.end(), some.begin(), some.end());
    }
    std::ranges::sort(out);
    return out;
}

QString groupName(std::size_t group)
{
    constexpr std::size_t kLetters = 26;
    return group < kLetters ? QString(QChar(u'A' + static_cast<char16_t>(group))) : QString::number(group + 1);
}

QString stateName(NodeState state)
{
    switch (state) {
    case NodeState::Suspected: return Tr::tr("suspected");
    case NodeState::Cleared: return Tr::tr("cleared");
    case NodeState::Open: break;
    }
    return Tr::tr("open");
}

QString stateName(GroupState state)
{
    switch (state) {
    case GroupState::Good: return Tr::tr("good");
    case GroupState::Bad: return Tr::tr("slow");
    case GroupState::Invalid: return Tr::tr("invalid");
    case GroupState::Inconclusive: break;
    }
    return Tr::tr("inconclusive");
}

QString nodesText(const NodeSet& nodes, const Cluster& cluster)
{
    constexpr std::size_t kShown = 6;
    QStringList names;
    for (std::size_t i = 0; i < nodes.size() && (nodes.size() <= kShown || i + 1 < kShown); ++i)
        names << format::text(cluster.nodes[static_cast<std::size_t>(nodes[i])].name);
    QString out = names.join(u", "_s);
    if (nodes.size() > kShown)
        out += u" \u2026 "_s + format::text(cluster.nodes[static_cast<std::size_t>(nodes.back())].name);
    return Tr::tr("%1 (%2)").arg(out,
                                 format::counted(static_cast<int>(nodes.size()), Tr::tr("1 node"), Tr::tr("%1 nodes")));
}

TopologyData topologyOf(const scale::ScalePlan& plan, const NodeRanks& ranks)
{
    TopologyData data;
    data.gpusPerNode = plan.cluster.gpusPerNode;
    const std::vector<NodeState> states = scale::nodeStates(plan);
    const std::vector<QStringList> results = resultsOfNodes(plan);
    std::map<std::string, int> spines;
    std::map<std::pair<std::string, std::string>, int> leaves;
    for (std::size_t i = 0; i < plan.cluster.nodes.size(); ++i) {
        const ClusterNode& node = plan.cluster.nodes[i];
        const auto spine = spines.emplace(node.spine, static_cast<int>(data.spines.size()));
        if (spine.second)
            data.spines.push_back({format::text(node.spine), {}});
        const auto leaf = leaves.emplace(std::pair(node.spine, node.leaf), static_cast<int>(data.leaves.size()));
        if (leaf.second) {
            data.spines[static_cast<std::size_t>(spine.first->second)].leaves.push_back(leaf.first->second);
            data.leaves.push_back(
                {node.leaf.empty() ? Tr::tr("switch unknown") : format::text(node.leaf), spine.first->second, {}});
        }
        data.leaves[static_cast<std::size_t>(leaf.first->second)].nodes.push_back(static_cast<int>(i));
        data.nodes.push_back(
            {format::text(node.name), leaf.first->second, states[i], -1, ranks.ofNode[i], results[i].join(u'\n')});
    }
    if (plan.state.next) {
        data.groups = static_cast<int>(plan.state.next->groups.size());
        for (int g = 0; g < data.groups; ++g)
            for (const int node : plan.state.next->groups[static_cast<std::size_t>(g)])
                data.nodes[static_cast<std::size_t>(node)].group = g;
    }
    return data;
}

RowsData experimentRows(const scale::ScalePlan& plan, const NodeRanks& ranks)
{
    RowsData out;
    out.columns = {{Tr::tr("Experiment"), Tr::tr("In the order in which they were run, and the group in it"), true},
                   {Tr::tr("Nodes"), {}, false, 2.6},
                   {Tr::tr("Slower"), Tr::tr("Median of the repeats against a baseline of the same size"), true},
                   {Tr::tr("95 % interval"), Tr::tr("Bootstrap over the repeats"), true},
                   {Tr::tr("Result"),
                    Tr::tr("Slow: the whole interval lies above \u03b5. Good: below it. Invalid: an "
                           "invariant moved, so the group says nothing about the fault"),
                    false, 2.2},
                   {Tr::tr("Known"), Tr::tr("Measured, or somebody's word"), false, 1.3},
                   {Tr::tr("Invariants"),
                    Tr::tr("What must not differ between the sides and between the experiments, or the group says "
                           "nothing"),
                    false, 1.6}};
    for (std::size_t e = 0; e < plan.experiments.size(); ++e)
        for (std::size_t g = 0; g < plan.experiments[e].size(); ++g) {
            const scale::JudgedGroup& group = plan.experiments[e][g];
            const QString moved = movedText(group.moved);
            const QString state = stateName(group.result.state);
            RowsRow row;
            row.cells = {{u"%1 %2"_s.arg(e + 1).arg(groupName(g)), {}},
                         {nodesText(group.result.nodes, plan.cluster), {}},
                         {percent(group.ratio), {}, 0, !group.ratio},
                         {group.lo ? u"%1 \u2026 %2"_s.arg(percent(group.lo), percent(group.hi)) : u"\u2014"_s,
                          {},
                          0,
                          !group.lo},
                         {moved.isEmpty() ? state : u"%1: %2"_s.arg(state, moved), {}, toneOf(group.result.state)},
                         {words::of(group.measured ? Provenance::Measured : Provenance::Assumed), {}},
                         invariantsCell(group)};
            row.view = ranksView(ranks, group.result.nodes);
            row.strong = group.result.state == GroupState::Bad;
            out.rows.push_back(std::move(row));
        }
    return out;
}

RowsData nextRows(const scale::ScalePlan& plan, const NodeRanks& ranks)
{
    RowsData out;
    out.columns = {{Tr::tr("Group"), Tr::tr("All groups run at the same time"), true},
                   {Tr::tr("GPUs"), {}, true},
                   {Tr::tr("Nodes"), {}, false, 2},
                   {Tr::tr("Command"),
                    Tr::tr("The training job itself, kept in the shell's variable JOB, on just these nodes; message "
                           "sizes, batch per GPU, sequence lengths and parallel sizes stay as they are"),
                    false, 3}};
    if (!plan.state.next)
        return out;
    for (std::size_t g = 0; g < plan.state.next->groups.size(); ++g) {
        const NodeSet& group = plan.state.next->groups[g];
        RowsRow row;
        const QString command = format::text(scale::runCommand(group, plan.cluster));
        constexpr qsizetype kShown = 110;
        row.cells = {{groupName(g), {}},
                     {gpusText(group.size(), plan.cluster), {}},
                     {nodesText(group, plan.cluster), {}},
                     {command.size() > kShown ? command.left(kShown) + u'\u2026' : command, command}};
        row.view = ranksView(ranks, group);
        out.rows.push_back(std::move(row));
    }
    return out;
}

RowsData outcomeRows(const scale::ScalePlan& plan)
{
    RowsData out;
    out.columns = {{Tr::tr("Slow"), Tr::tr("Groups that turn out slow"), false, 1},
                   {Tr::tr("Chance"), Tr::tr("Kinds of faults being equally likely: assumed, not measured"), true},
                   {Tr::tr("Then it is"), Tr::tr("What this outcome leaves"), false, 4}};
    for (const scale::Outcome& outcome : plan.outcomes) {
        QStringList slow;
        for (std::size_t g = 0; g < outcome.slow.size(); ++g)
            if (outcome.slow[g] != 0)
                slow << groupName(g);
        out.rows.push_back({{{slow.isEmpty() ? Tr::tr("none") : slow.join(u", "_s), {}},
                             {format::share(outcome.probability), {}},
                             {format::text(scale::textOf(outcome.left, plan.cluster)), {}}},
                            {}});
    }
    return out;
}

QString evidenceText(const scale::ScalePlan& plan)
{
    if (plan.experiments.empty())
        return Tr::tr("Nothing was measured yet: the job is slow on %1 GPUs.")
            .arg(format::count(static_cast<std::uint64_t>(plan.cluster.gpus())));
    std::array<int, 4> counts{};
    bool word = false;
    for (const auto& experiment : plan.experiments)
        for (const scale::JudgedGroup& group : experiment) {
            ++counts[static_cast<std::size_t>(group.result.state)];
            word |= !group.measured;
        }
    const auto of = [&counts](GroupState state) { return counts[static_cast<std::size_t>(state)]; };
    QString out = Tr::tr("%1: groups slow %2, good %3, inconclusive %4, invalid %5; about %6 GPU-hours spent.")
                      .arg(format::counted(static_cast<int>(plan.experiments.size()), Tr::tr("1 experiment"),
                                           Tr::tr("%1 experiments")))
                      .arg(of(GroupState::Bad))
                      .arg(of(GroupState::Good))
                      .arg(of(GroupState::Inconclusive))
                      .arg(of(GroupState::Invalid))
                      .arg(format::number(plan.gpuHoursSpent, 1));
    if (of(GroupState::Inconclusive) + of(GroupState::Invalid) > 0)
        out += u' ' + Tr::tr("Inconclusive and invalid groups prove nothing.");
    if (word)
        out += u' ' + Tr::tr("Some results are somebody's word, not measured.");
    return out;
}

QString costText(const scale::NextExperiment& next)
{
    return Tr::tr("%1 of each group, about %2 GPU-hours; each against a baseline of its own size.")
        .arg(format::counted(next.repeats, Tr::tr("1 run"), Tr::tr("%1 runs")), format::number(next.gpuHours, 1));
}

}  // namespace headwater

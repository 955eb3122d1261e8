// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/Isolation.h"

#include <algorithm>
#include <array>

namespace headwater::scale {

namespace {

std::string namesOf(const std::vector<int>& nodes, const Cluster& cluster)
{
    std::string out;
    for (const int node : nodes)
        out += (out.empty() ? "" : ", ") + cluster.nodes[static_cast<std::size_t>(node)].name;
    return out;
}

IsolationVerdict verdictOf(GroupState state)
{
    switch (state) {
    case GroupState::Good: return IsolationVerdict::Cleared;
    case GroupState::Bad: return IsolationVerdict::Blamed;
    case GroupState::Invalid: return IsolationVerdict::Invalid;
    case GroupState::Inconclusive: break;
    }
    return IsolationVerdict::Open;
}

Text statementOf(const GroupReading& reading)
{
    const bool network = reading.kind == IsolationKind::NcclTests;
    const double percent = 100 * reading.group.ratio.value_or(0);
    switch (reading.verdict) {
    case IsolationVerdict::Blamed:
        return network ? say("Bus bandwidth is below the baseline's by a factor of {:.2f}, with no model at all: the "
                             "network between these nodes.",
                             1 + percent / 100)
                       : say("With the data set these nodes are {:.1f} % slower than with random tensors: reading or "
                             "preparing data at this scale. A group that is fine gains something too: compare.",
                             percent);
    case IsolationVerdict::Cleared:
        return network ? say("Bus bandwidth is that of the baseline: it is not the network by itself.")
                       : say("Random tensors are as slow as the data set: it is not the data.");
    case IsolationVerdict::Invalid: return say("An invariant moved between the two sides: this says nothing.");
    case IsolationVerdict::Open: break;
    }
    return reading.group.measured && reading.group.ratio
               ? say("The runs leave it open: repeat with more of them.")
               : say("There is nothing to compare with: run the other side on the same nodes.");
}

/// A group with its sides the other way round.
GroupMeasurement swapped(GroupMeasurement group)
{
    std::swap(group.baseline, group.current);
    return group;
}

Result<GroupReading> readGroup(const IsolationResult& result, const Cluster& cluster, const JudgeOptions& judging)
{
    GroupReading reading;
    reading.kind = result.kind;
    auto judged = judgeExperiment({result.kind == IsolationKind::SyntheticData ? swapped(result.group) : result.group},
                                  cluster, judging);
    if (!judged)
        return tl::unexpected(judged.error());
    reading.group = std::move(judged->front());
    // Without a second side nothing moved.
    if (result.group.baseline.values.empty() && result.group.said.empty()) {
        reading.group.moved.clear();
        reading.group.result.state = GroupState::Inconclusive;
    }
    reading.verdict = verdictOf(reading.group.result.state);
    reading.statement = statementOf(reading);
    return reading;
}

std::vector<GroupMeasurement> bandwidthsOf(const std::vector<ScaleExperiment>& experiments)
{
    std::vector<GroupMeasurement> bandwidths;
    for (const ScaleExperiment& experiment : experiments)
        for (const GroupMeasurement& group : experiment)
            if (group.higherIsBetter && group.metric.starts_with("busbw"))
                bandwidths.push_back(group);
    return bandwidths;
}

}  // namespace

namespace {

/// One run of a pair says nothing against its own baseline, but among the other pairs it may.
void readAmongPairs(GroupReading& reading, const std::string& bytes, const std::vector<PairMatrix>& matrices)
{
    const NodeSet& nodes = reading.group.result.nodes;
    if (reading.kind != IsolationKind::NcclTests || reading.verdict != IsolationVerdict::Open || nodes.size() != 2)
        return;
    for (const PairMatrix& matrix : matrices)
        if (const PairCell* cell = matrix.messageBytes == bytes ? matrix.find(nodes[0], nodes[1]) : nullptr;
            cell && cell->state == PairState::Slow) {
            reading.verdict = IsolationVerdict::Blamed;
            reading.statement = say("Slow in the matrix of pairs: the path between the two, or one of them.");
        }
}

}  // namespace

Result<IsolationReadings> readIsolation(const std::vector<IsolationResult>& results,
                                        const std::vector<ScaleExperiment>& experiments, const Cluster& cluster,
                                        const JudgeOptions& judging)
{
    IsolationReadings readings;
    std::vector<GroupMeasurement> bandwidths = bandwidthsOf(experiments);
    std::vector<HuntRound> rounds;
    std::vector<std::string> sizes;  // of each reading
    for (const IsolationResult& result : results) {
        if (result.kind == IsolationKind::StragglerHunt) {
            rounds.insert(rounds.end(), result.rounds.begin(), result.rounds.end());
            continue;
        }
        auto reading = readGroup(result, cluster, judging);
        if (!reading)
            return tl::unexpected(reading.error());
        readings.groups.push_back(std::move(*reading));
        const auto bytes = result.group.current.invariants.find("message_bytes");
        sizes.push_back(bytes == result.group.current.invariants.end() ? std::string() : bytes->second);
        if (result.kind == IsolationKind::NcclTests)
            bandwidths.push_back(result.group);
    }
    PairRule rule;
    rule.belowBaseline = judging.epsilon;
    auto matrices = pairMatrices(bandwidths, cluster, rule);
    if (!matrices)
        return tl::unexpected(matrices.error());
    readings.matrices = std::move(*matrices);
    for (std::size_t i = 0; i < sizes.size(); ++i)
        readAmongPairs(readings.groups[i], sizes[i], readings.matrices);
    if (!rounds.empty()) {
        auto hunt = readHunt(rounds, cluster);
        if (!hunt)
            return tl::unexpected(hunt.error());
        readings.hunt = std::move(*hunt);
    }
    return readings;
}

namespace {

/// Whether the node is not slow with some other node.
bool isFineElsewhere(const PairMatrix& matrix, int node)
{
    return std::ranges::any_of(matrix.cells, [node](const PairCell& cell) {
        return (cell.a == node || cell.b == node) && cell.state != PairState::Unknown && cell.state != PairState::Slow;
    });
}

}  // namespace

Text conclusionOf(const PairMatrix& matrix, const Cluster& cluster)
{
    const auto slow = static_cast<std::size_t>(std::ranges::count(matrix.cells, PairState::Slow, &PairCell::state));
    const auto known = matrix.cells.size() -
                       static_cast<std::size_t>(std::ranges::count(matrix.cells, PairState::Unknown, &PairCell::state));
    if (known == 0)
        return say("Too few pairs and no baseline: nothing can be said of any of them.");
    if (slow == 0 && matrix.slowFrom > matrix.rule.belowBaseline)
        return say("None of the {} pairs is slow beyond the noise of these tests, which hides what is below {:.0f} %: "
                   "repeat them.",
                   known, matrix.slowFrom * 100);
    if (slow == 0)
        return say("None of the {} pairs that can be judged is slow: it is not the path between two nodes by itself.",
                   known);
    if (slow == known && slow > 1)
        return say("All {} pairs are below their baseline: no single node, pair or switch; look at what they share.",
                   slow);
    Text out;
    const auto add = [&out](const Text& part) {
        if (!out.empty())
            out += " ";
        out += part;
    };
    if (!matrix.suspectLeaves.empty())
        add(say("Every measured node of leaf switch {} is slow: the switch or its uplinks.",
                fmt::format("{}", fmt::join(matrix.suspectLeaves, ", "))));
    if (!matrix.suspectNodes.empty())
        add(say("{}: slow whoever is at the other end, so its adapter, port or host.",
                namesOf(matrix.suspectNodes, cluster)));
    for (const PairPath& path : matrix.suspectPaths)
        add(say("Between leaf switches {} and {} {} of {} pairs are slow: what joins the two.", path.a, path.b,
                path.slow, path.pairs));
    for (const std::size_t index : matrix.suspectPairs) {
        constexpr std::size_t kNamed = 4;
        if (index == matrix.suspectPairs.front() && matrix.suspectPairs.size() > kNamed) {
            add(say("{} pairs are slow that no single node explains.", matrix.suspectPairs.size()));
            break;
        }
        const PairCell& cell = matrix.cells[index];
        const std::string& one = cluster.nodes[static_cast<std::size_t>(cell.a)].name;
        const std::string& other = cluster.nodes[static_cast<std::size_t>(cell.b)].name;
        const bool apart = isFineElsewhere(matrix, cell.a) && isFineElsewhere(matrix, cell.b);
        add(apart ? say("{} and {}: slow together, so the path between them.", one, other)
                  : say("{} and {}: slow together; either of them, or the path: measure each with another node.", one,
                        other));
    }
    return out;
}

Text conclusionOf(const HuntReading& hunt, const Cluster& cluster)
{
    const std::vector<int> slow = hunt.slow();
    std::vector<int> open;
    for (const HuntNode& node : hunt.nodes)
        if (node.state == HuntState::Open)
            open.push_back(node.node);
    if (!slow.empty() && hunt.paired)
        return say("Slow with each of its partners, beyond twice the median: {}.", namesOf(slow, cluster));
    if (!slow.empty())
        return say("Slow by itself: {}. Its devices or its host, not the network.", namesOf(slow, cluster));
    if (!open.empty())
        return say("Slow in one round: {}. Each of them or its partner: a second round with slow and fast nodes paired "
                   "tells which.",
                   namesOf(open, cluster));
    return say("No node is slow by itself.");
}

std::string_view nameOf(IsolationVerdict verdict)
{
    constexpr std::array<std::string_view, 4> kNames{"blamed", "cleared", "open", "invalid"};
    return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view nameOf(IsolationKind kind)
{
    constexpr std::array<std::string_view, 3> kNames{"nccl-tests", "synthetic-data", "straggler-hunt"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string_view nameOf(HuntState state)
{
    constexpr std::array<std::string_view, 3> kNames{"fine", "slow", "open"};
    return kNames[static_cast<std::size_t>(state)];
}

}  // namespace headwater::scale

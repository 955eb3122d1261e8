// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scale/PairMatrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "core/analysis/scale/Judge.h"
#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "core/stats/Quantile.h"

namespace headwater::scale {

namespace {

/// All values of one pair, of whichever results they come.
struct Measured {
    std::vector<double> current, baseline;
};

using PairKey = std::pair<int, int>;
using MatrixKey = std::tuple<std::string, std::string, std::string>;  ///< metric, collective, message size

struct Collected {
    bool higherIsBetter = false;
    std::map<PairKey, Measured> pairs;
};

std::string invariantOf(const ScaleSide& side, const char* key)
{
    const auto found = side.invariants.find(key);
    return found == side.invariants.end() ? std::string() : found->second;
}

Result<int> indexOf(const std::string& name, const Cluster& cluster)
{
    const auto at = std::ranges::find(cluster.nodes, name, &ClusterNode::name);
    if (at == cluster.nodes.end())
        return fail(ErrorCode::BadUsage, fmt::format("node {} is not in the cluster", name), {}, {},
                    "use the names of the topology file, or node0, node1 \u2026 without one");
    return static_cast<int>(at - cluster.nodes.begin());
}

bool positive(double value)
{
    return value > 0 && std::isfinite(value);
}

/// The values of one group of two nodes, to those that the pair has already.
void collect(const GroupMeasurement& group, PairKey key, std::map<MatrixKey, Collected>& into)
{
    Collected& matrix =
        into[{group.metric, invariantOf(group.current, "collective"), invariantOf(group.current, "message_bytes")}];
    matrix.higherIsBetter = group.higherIsBetter;
    Measured& pair = matrix.pairs[key];
    std::ranges::copy_if(group.current.values, std::back_inserter(pair.current), positive);
    // Of another message size or collective the baseline says nothing about this.
    if (movedInvariants(group.baseline, group.current).empty())
        std::ranges::copy_if(group.baseline.values, std::back_inserter(pair.baseline), positive);
}

/// Share by which `value` is worse than `reference`, as a change of bandwidth: −0.1 is a tenth slower.
double against(double value, double reference, bool higherIsBetter)
{
    return higherIsBetter ? value / reference - 1 : reference / value - 1;
}

PairCell cellOf(PairKey key, const Measured& measured, bool higherIsBetter, bool across)
{
    PairCell cell;
    std::tie(cell.a, cell.b) = key;
    cell.across = across;
    cell.repeats = measured.current.size();
    cell.value = stats::median(measured.current);
    if (!measured.baseline.empty()) {
        cell.baseline = stats::median(measured.baseline);
        cell.change = against(cell.value, *cell.baseline, higherIsBetter);
    }
    return cell;
}

/// How far below its baseline a pair must be: one test of each says little where those that are fine differ by as much.
/// Of the pairs within the limit, so that slow ones, be they half of all, do not widen it.
double slowFrom(const std::vector<PairCell>& cells, const PairRule& rule)
{
    double squares = 0;
    std::size_t fine = 0;
    for (const PairCell& cell : cells)
        if (cell.change && *cell.change >= -rule.belowBaseline) {
            squares += *cell.change * *cell.change;
            ++fine;
        }
    if (fine < rule.pairsForZ)
        return rule.belowBaseline;
    return std::max(rule.belowBaseline, rule.beyondNoise * std::sqrt(squares / static_cast<double>(fine)));
}

void judgeAgainstBaseline(PairMatrix& matrix)
{
    matrix.slowFrom = slowFrom(matrix.cells, matrix.rule);
    for (PairCell& cell : matrix.cells)
        if (cell.change) {
            cell.belowBaseline = *cell.change < -matrix.slowFrom;
            cell.state = cell.belowBaseline ? PairState::Slow : PairState::Good;
        }
}

/// Each pair against those of its kind: a path across switches need not be as fast as one inside.
void comparePeers(std::vector<PairCell>& cells, bool across, bool higherIsBetter, const PairRule& rule)
{
    std::vector<double> values;
    for (const PairCell& cell : cells)
        if (cell.across == across)
            values.push_back(higherIsBetter ? -cell.value : cell.value);
    if (values.empty())
        return;
    const double peers = std::abs(stats::median(values));
    const bool judged = values.size() >= rule.pairsForZ;
    const std::vector<double> robust = stats::modifiedZ(values);
    std::size_t i = 0;
    for (PairCell& cell : cells) {
        if (cell.across != across)
            continue;
        const double z = robust[i++];
        cell.peers = peers;
        cell.ofPeers = against(cell.value, peers, higherIsBetter);
        if (!judged)
            continue;
        cell.modifiedZ = z;
        cell.outlier = z > stats::modifiedZCut(values.size()) && cell.ofPeers < -rule.belowPeers;
        if (cell.outlier)
            cell.state = PairState::Slow;
        else if (cell.state == PairState::Unknown)
            cell.state = PairState::Good;
    }
}

using Counts = std::map<int, std::array<std::size_t, 2>>;  ///< node → pairs that can be judged, slow ones

/// Of the pairs without a suspect.
Counts countsOf(const PairMatrix& matrix, const std::set<int>& suspects)
{
    Counts counts;
    for (const PairCell& cell : matrix.cells) {
        if (cell.state == PairState::Unknown || suspects.contains(cell.a) || suspects.contains(cell.b))
            continue;
        for (const int node : {cell.a, cell.b}) {
            ++counts[node][0];
            counts[node][1] += cell.state == PairState::Slow ? 1 : 0;
        }
    }
    return counts;
}

/// Takes the node with most slow pairs as long as enough of its pairs are slow, then the next among the pairs that are
/// left: what a suspect explains tells nothing about the node at the other end.
void findSuspects(PairMatrix& matrix)
{
    constexpr std::size_t kFewest = 2;  // with one pair the other end may as well be it
    std::set<int> suspects;
    for (int worst = 0; worst >= 0;) {
        worst = -1;
        std::size_t most = 0;
        for (const auto& [node, count] : countsOf(matrix, suspects)) {
            const double share = static_cast<double>(count[1]) / static_cast<double>(count[0]);
            if (count[1] < kFewest || share < matrix.rule.shareOfNode || count[1] <= most)
                continue;
            worst = node;
            most = count[1];
        }
        if (worst >= 0)
            suspects.insert(worst);
    }
    matrix.suspectNodes.assign(suspects.begin(), suspects.end());
}

/// The pairs that suspect nodes do not explain: by the switches they join, and one by one where that does not either.
void findPaths(PairMatrix& matrix, const Leaves& leaves)
{
    const auto explained = [&matrix](int node) {
        return std::ranges::find(matrix.suspectNodes, node) != matrix.suspectNodes.end();
    };
    const auto pathOf = [&leaves](const PairCell& cell) -> PairKey {
        return std::minmax(leaves.ofNode[static_cast<std::size_t>(cell.a)],
                           leaves.ofNode[static_cast<std::size_t>(cell.b)]);
    };
    std::map<PairKey, PairPath> paths;
    for (const PairCell& cell : matrix.cells) {
        if (!cell.across || cell.state == PairState::Unknown || explained(cell.a) || explained(cell.b))
            continue;
        const PairKey key = pathOf(cell);
        PairPath& path = paths[key];
        path.a = leaves.names[static_cast<std::size_t>(key.first)];
        path.b = leaves.names[static_cast<std::size_t>(key.second)];
        ++path.pairs;
        path.slow += cell.state == PairState::Slow ? 1 : 0;
    }
    std::erase_if(paths, [&matrix](const auto& entry) {
        const PairPath& path = entry.second;
        return path.slow < 2 ||
               static_cast<double>(path.slow) < matrix.rule.shareOfNode * static_cast<double>(path.pairs);
    });
    for (const auto& [key, path] : paths)
        matrix.suspectPaths.push_back(path);
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        const PairCell& cell = matrix.cells[i];
        if (cell.state == PairState::Slow && !explained(cell.a) && !explained(cell.b) && !paths.contains(pathOf(cell)))
            matrix.suspectPairs.push_back(i);
    }
}

void addNodes(PairMatrix& matrix)
{
    std::map<int, std::vector<double>> values;
    std::map<int, std::size_t> slow;
    for (const PairCell& cell : matrix.cells)
        for (const int node : {cell.a, cell.b}) {
            values[node].push_back(cell.value);
            slow[node] += cell.state == PairState::Slow ? 1 : 0;
        }
    for (const auto& [node, all] : values)
        matrix.nodes.push_back({node, all.size(), slow[node], stats::median(all),
                                std::ranges::find(matrix.suspectNodes, node) != matrix.suspectNodes.end()});
}

void findLeaves(PairMatrix& matrix, const Cluster& cluster)
{
    std::map<std::string, std::array<std::size_t, 2>> leaves;  // nodes, suspects
    for (const PairNode& one : matrix.nodes) {
        const std::string& leaf = cluster.nodes[static_cast<std::size_t>(one.node)].leaf;
        if (leaf.empty())
            continue;
        ++leaves[leaf][0];
        leaves[leaf][1] += one.suspect ? 1 : 0;
    }
    for (const auto& [leaf, count] : leaves)
        if (count[0] >= 2 && count[0] == count[1] && leaves.size() > 1)
            matrix.suspectLeaves.push_back(leaf);
}

PairMatrix matrixOf(const MatrixKey& key, const Collected& collected, const Cluster& cluster, const PairRule& rule)
{
    PairMatrix matrix;
    std::tie(matrix.metric, matrix.collective, matrix.messageBytes) = key;
    matrix.higherIsBetter = collected.higherIsBetter;
    matrix.rule = rule;
    const Leaves leaves = leavesOf(cluster);
    const auto leafOf = [&](int node) { return leaves.ofNode[static_cast<std::size_t>(node)]; };
    for (const auto& [pair, measured] : collected.pairs)
        if (!measured.current.empty())
            matrix.cells.push_back(
                cellOf(pair, measured, collected.higherIsBetter, leafOf(pair.first) != leafOf(pair.second)));
    judgeAgainstBaseline(matrix);
    for (const bool across : {false, true})
        comparePeers(matrix.cells, across, collected.higherIsBetter, rule);
    findSuspects(matrix);
    findPaths(matrix, leaves);
    addNodes(matrix);
    findLeaves(matrix, cluster);
    const auto isSlow = [](const PairCell& cell) { return cell.state == PairState::Slow; };
    const auto known =
        std::ranges::count_if(matrix.cells, [](const PairCell& cell) { return cell.state != PairState::Unknown; });
    if (known > 1 && std::ranges::count_if(matrix.cells, isSlow) == known) {  // what all share, not one of them
        matrix.suspectNodes.clear();
        matrix.suspectPaths.clear();
        matrix.suspectPairs.clear();
        matrix.suspectLeaves.clear();
    }
    return matrix;
}

}  // namespace

const PairCell* PairMatrix::find(int one, int other) const
{
    const auto key = std::minmax(one, other);
    const auto at = std::ranges::lower_bound(cells, std::pair<int, int>(key), {},
                                             [](const PairCell& cell) { return std::pair(cell.a, cell.b); });
    return at != cells.end() && at->a == key.first && at->b == key.second ? &*at : nullptr;
}

Result<std::vector<PairMatrix>> pairMatrices(std::span<const GroupMeasurement> groups, const Cluster& cluster,
                                             const PairRule& rule)
{
    std::map<MatrixKey, Collected> collected;
    for (const GroupMeasurement& group : groups) {
        if (group.nodes.size() != 2 || group.current.values.empty())
            continue;
        const auto one = indexOf(group.nodes[0], cluster);
        const auto other = indexOf(group.nodes[1], cluster);
        if (!one || !other)
            return tl::unexpected((one ? other : one).error());
        if (*one != *other)
            collect(group, std::minmax(*one, *other), collected);
    }
    std::vector<PairMatrix> matrices;
    for (const auto& [key, one] : collected) {
        PairMatrix matrix = matrixOf(key, one, cluster, rule);
        if (!matrix.cells.empty())
            matrices.push_back(std::move(matrix));
    }
    std::ranges::stable_sort(matrices, [](const PairMatrix& a, const PairMatrix& b) {
        const auto bytes = [](const PairMatrix& one) { return std::strtod(one.messageBytes.c_str(), nullptr); };
        return std::tie(a.metric, a.collective) != std::tie(b.metric, b.collective)
                   ? std::tie(a.metric, a.collective) < std::tie(b.metric, b.collective)
                   : bytes(a) > bytes(b);
    });
    return matrices;
}

std::string_view nameOf(PairState state)
{
    constexpr std::array<std::string_view, 3> kNames{"good", "slow", "unknown"};
    return kNames[static_cast<std::size_t>(state)];
}

}  // namespace headwater::scale

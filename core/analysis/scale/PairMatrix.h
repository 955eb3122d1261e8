// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/Result.h"
#include "core/run/Cluster.h"
#include "core/run/ScaleResults.h"

namespace headwater::scale {

/// Thresholds of a pair matrix.
struct PairRule {
    double belowBaseline = 0.05;   ///< bus bandwidth within 5 % of the baseline is the same (METHODS 5.2, SuperBench)
    double belowPeers = 0.05;      ///< δ of METHODS 2.3: what the robust rule flags must matter too
    std::size_t pairsForZ = 5;     ///< with fewer pairs of one kind the peers cannot decide
    double beyondNoise = 3.5;      ///< standard deviations that a pair must be below its baseline, where they are known
    double shareOfNode = 2.0 / 3;  ///< of a node's pairs that must be slow for the node to be the suspect
};

enum class PairState : std::uint8_t {
    Good,
    Slow,     ///< below the baseline or an outlier among its peers
    Unknown,  ///< no baseline of its own, or one whose invariants moved, and too few peers
};

/// One pair of nodes. Bandwidths are medians over repeats, in GB/s (of other metrics: as in the file).
struct PairCell {
    int a = 0, b = 0;     ///< into Cluster::nodes, a < b
    bool across = false;  ///< on two leaf switches
    std::size_t repeats = 0;
    double value = 0;
    std::optional<double> baseline;   ///< of the same pair, where its invariants are the same
    std::optional<double> change;     ///< value / baseline − 1
    double peers = 0;                 ///< median of the pairs of its kind (on one leaf, or across), this one included
    double ofPeers = 0;               ///< value / peers − 1
    std::optional<double> modifiedZ;  ///< downwards: positive is slower than the peers (METHODS 2.2)
    bool belowBaseline = false;
    bool outlier = false;  ///< modified z beyond its cut for that many pairs, and δ below the peers
    PairState state = PairState::Unknown;
};

/// A node over all its pairs.
struct PairNode {
    int node = 0;  ///< into Cluster::nodes
    std::size_t pairs = 0;
    std::size_t slow = 0;
    double value = 0;      ///< median of its pairs
    bool suspect = false;  ///< enough of its pairs are slow, whoever is at the other end
};

/// All measured pairs between two leaf switches, those with a suspect node left out.
struct PairPath {
    std::string a, b;  ///< names of the switches
    std::size_t pairs = 0, slow = 0;
};

/// What nccl-tests per pair of nodes showed for one collective and message size.
struct PairMatrix {
    std::string metric;      ///< "busbw_gbps"
    std::string collective;  ///< "all_reduce"; empty: not told
    std::string messageBytes;
    bool higherIsBetter = true;
    PairRule rule;
    /// Share below its baseline from which on a pair is slow: PairRule::belowBaseline, or what the pairs that are
    /// within it differ by, times PairRule::beyondNoise, where that is more.
    double slowFrom = 0;
    std::vector<PairNode> nodes;             ///< that any pair names, ascending
    std::vector<PairCell> cells;             ///< measured ones, by (a, b)
    std::vector<int> suspectNodes;           ///< that explain their slow pairs
    std::vector<std::string> suspectLeaves;  ///< all of whose measured nodes (two or more) are suspects
    std::vector<PairPath> suspectPaths;      ///< at least two pairs, enough of which are slow: what joins the switches
    std::vector<std::size_t> suspectPairs;   ///< into cells: slow pairs that no suspect node or path explains

    /// The cell of two nodes in either order; null where they were not measured together.
    [[nodiscard]] const PairCell* find(int one, int other) const;
};

/// One matrix for each metric, collective and message size, the largest size first, among the groups of two nodes that
/// have values; other groups are left out. A pair measured several times is one cell with all its values. Higher values
/// are better or the metric is a time (GroupMeasurement::higherIsBetter); both work. Fails with BadUsage where a node
/// is not in the cluster.
[[nodiscard]] Result<std::vector<PairMatrix>> pairMatrices(std::span<const GroupMeasurement> groups,
                                                           const Cluster& cluster, const PairRule& rule = {});

/// "good", "slow", "unknown".
[[nodiscard]] std::string_view nameOf(PairState state);

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/Result.h"
#include "core/run/Cluster.h"
#include "core/run/IsolationResults.h"

namespace headwater::scale {

enum class HuntState : std::uint8_t {
    Fine,
    Slow,
    Open,  ///< slow in one round of pairs: it or its partner
};

/// A node in a straggler hunt.
struct HuntNode {
    int node = 0;            ///< into Cluster::nodes
    std::size_t rounds = 0;  ///< with different partners
    double time = 0;         ///< the least over its rounds, unit of the file
    double ofMedian = 0;     ///< over the nodes' median, 1 = the same
    HuntState state = HuntState::Fine;
};

/// What a hunt showed. In pairs (DLRover's node check, METHODS 2.4): a node's time is the least of its rounds and it is
/// slow beyond twice the median, because a good node next to a slow one waits as long as the slow one does. Each node
/// by itself (METHODS 2.3): slow from 5 % above the median and beyond the modified z that chance gives that many nodes;
/// with fewer than five nodes from 1.5 times the median.
struct HuntReading {
    std::vector<HuntNode> nodes;  ///< ascending
    double median = 0;
    bool paired = false;             ///< some group had several nodes
    std::vector<NodeSet> nextRound;  ///< slow nodes with fast ones; empty where none is open

    [[nodiscard]] std::vector<int> slow() const;
};

/// Reads all rounds together. Fails with BadUsage where a node is not in the cluster or stands twice in one round.
[[nodiscard]] Result<HuntReading> readHunt(std::span<const HuntRound> rounds, const Cluster& cluster);

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/DecisionBasis.h"

namespace headwater {

/// A rank stands out when its own time is at least so many times its peers' median.
constexpr double kStragglerRatio = 1.05;

/// Fills SideBasis::ownTime and shareAbovePeers: own time is step − waiting, so that a rank that waits for a slow one
/// does not look slow itself (METHODS 2.3). Peers are the ranks of the same role.
void measureOwnTime(SideBasis& side, const RunAnalysis& run);

/// One rank against its peers.
struct RankStanding {
    int rank = 0;
    std::string host;
    std::string role;
    double ownTime = 0;      ///< ns
    double peersMedian = 0;  ///< ns, the rank included
    double ratio = 0;        ///< ownTime / peersMedian
    double modifiedZ = 0;
    double z = 0;           ///< ordinary z, for the 3σ rule
    std::size_t peers = 0;  ///< ranks compared, this one included
    bool flagged = false;
    bool persistent = false;  ///< above 1.05 × the peers' median in at least 60 % of its steps
};

/// Flags by METHODS 2.3: ratio ≥ 1.05 and modified z > 3.5 for 5 and more peers; ratio ≥ 1.5 for 2 to 4, where a
/// robust z means nothing. In the order of the cube's ranks; ranks without a step are left out.
[[nodiscard]] std::vector<RankStanding> rankStandings(const SideBasis& side, const RunAnalysis& run);

}  // namespace headwater

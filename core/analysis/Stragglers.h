// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/StragglerSeries.h"
#include "core/base/Text.h"

namespace headwater {

/// Thresholds of METHODS 2.3.
struct StragglerRule {
    double ratio = 1.05;           ///< own over the peers' median
    double ratioFewPeers = 1.5;    ///< the same where two to four ranks have no statistics
    std::size_t peersForZ = 5;     ///< from here on the modified z decides, beyond its cut for that many ranks
    double persistentShare = 0.6;  ///< of the windows
    std::size_t window = 20;       ///< steps, at most
    std::size_t windows = 10;      ///< the last ones
    double alpha = 0.01;           ///< of the counts of slowest steps
};

/// One time of a rank against its peers' (the ranks of its role).
struct PeerStanding {
    double value = 0;      ///< median over steps, ns
    double peers = 0;      ///< median over the ranks, this one included, ns
    double ratio = 1;      ///< value / peers
    double z = 0;          ///< of the 3σ rule, sample SD
    double modifiedZ = 0;  ///< robust, METHODS 2.2
    double leaveOneOut = 0;
    bool high = false;  ///< beyond the rule's thresholds; says nothing about persistence
};

enum class StragglerClass : std::uint8_t { None, Fixed, Group, Self };
enum class StragglerSide : std::uint8_t { Unknown, Device, Host };

struct RankStraggler {
    int rank = 0;
    std::string host;
    std::string role;
    std::size_t peers = 0;  ///< ranks compared, this one included
    PeerStanding local;
    std::optional<PeerStanding> pure;
    double persistence = 0;        ///< share of the windows in which it was high
    std::size_t timesSlowest = 0;  ///< steps in which it was the slowest of its peers
    double slowestP = 1;           ///< chance of that many for any of equal ranks
    std::optional<double> score;   ///< pace of its kernels, 1 = the best rank's
    bool flagged = false;
    StragglerClass cls = StragglerClass::None;
    StragglerSide side = StragglerSide::Unknown;  ///< where a flagged rank's time goes
};

/// Ranks of one role, which are compared with each other.
struct StragglerGroup {
    std::string role;
    std::vector<int> ranks;
    double cut = 0;  ///< modified z from which on a rank is high; with few peers the ratio
    bool cutIsRatio = false;
    double largestZ = 0;          ///< that any sample of this size can have: bound of the 3σ rule
    std::vector<int> threeSigma;  ///< ranks that the 3σ rule flags by local time
    double leaveOneOutCut = 0;
    std::size_t steps = 0;
};

/// A host or rack against the others, its value the median of its ranks' local time over their roles' median.
struct SlowPlace {
    std::string name;
    bool rack = false;
    std::vector<int> ranks;
    double ratio = 1;  ///< over the median of the other places
};

/// A rank in a step in which it was slow among its peers.
struct SlowStep {
    int rank = 0;
    std::size_t step = 0;  ///< index into the steps looked at
    double value = 0;      ///< local time, ns
    double peers = 0;      ///< median over the ranks, this one included, ns
};

/// Steps in which some rank that is not slow otherwise was: data of uneven length, garbage collection, input.
struct RotatingStragglers {
    std::vector<SlowStep> events;  ///< in the order of the steps
    std::size_t steps = 0;         ///< looked at
    std::vector<int> ranks;        ///< that were hit, most often first
};

struct StragglerReport {
    StragglerRule rule;
    Text metric;  ///< what local time is
    std::vector<StragglerGroup> groups;
    std::vector<RankStraggler> ranks;  ///< those with at least one whole step
    std::vector<SlowPlace> places;     ///< slow ones only
    std::optional<RotatingStragglers> rotating;

    [[nodiscard]] std::vector<int> flagged() const;
};

/// Which ranks are slow by themselves (METHODS 2): robust outliers of local time and of pure compute within their role,
/// that stay so over windows of steps or are slowest too often for chance; hosts and racks before ranks, because a slow
/// group hides its members; and whether slowness rotates. One run alone: a rank's own history is the caller's.
[[nodiscard]] StragglerReport findStragglers(const StragglerSeries& series, const StragglerRule& rule = {});

/// The rule in words, with its numbers.
[[nodiscard]] std::string describe(const StragglerRule& rule);
[[nodiscard]] std::string_view nameOf(StragglerClass cls);  ///< "fixed", "group", "self", or ""
[[nodiscard]] std::string_view nameOf(StragglerSide side);  ///< "device", "host", or ""

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/run/Cluster.h"
#include "core/run/ScaleResults.h"
#include "core/stats/Random.h"

namespace headwater::scale_test {

/// A cluster with something broken in it, which knows nothing of the planner: a group is slow where the way between any
/// two of its nodes leads over a broken part, where a broken device is in it, or where it is large.
struct BrokenCluster {
    struct Way {
        int from, to;
        std::vector<std::string> parts;  ///< "adapter 3", "leaf 1", "up 1", "trunk 0 1", "spine 0", "core", "flow 2 7"
    };

    Cluster cluster;
    std::vector<int> leafOf;
    std::vector<int> spineOf;         ///< one a leaf
    std::vector<std::string> broken;  ///< parts, and "device 3"
    int slowFrom = 0;                 ///< nodes; 0: no size is slow by itself
    int showsFrom = 0;                ///< nodes from which on broken parts show
    int mostLeaves = 0;               ///< more leaves than that are slow; 0: any number is fine
    std::string kind;
    bool several = false;  ///< more than one thing is broken

    [[nodiscard]] Way way(int from, int to) const;
    [[nodiscard]] bool isSlow(const NodeSet& group) const;
};

/// Uneven leaves: `sizes` nodes on each, two leaves under a spine.
[[nodiscard]] BrokenCluster clusterOf(const std::vector<int>& sizes);

/// Breaks what the issue asks to be found: a node (adapter or device), what is between two, or a leaf switch.
void breakOne(BrokenCluster& site, stats::SplitMix64& random);

/// Breaks anything: parts of the fabric, several things at once, things that show only from some size on.
void breakAnything(BrokenCluster& site, stats::SplitMix64& random);

/// Step times of one group next to its baseline, normal noise.
[[nodiscard]] GroupMeasurement measure(const BrokenCluster& site, const NodeSet& group, int repeats, double effect,
                                       double noise, stats::SplitMix64& random);

}  // namespace headwater::scale_test

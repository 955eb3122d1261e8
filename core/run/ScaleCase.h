// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/Cluster.h"
#include "core/run/IsolationResults.h"
#include "core/run/ScaleResults.h"

namespace headwater {

/// What a person gave to find a fault that shows only at scale: the nodes, where it is slow and where it is fine, and
/// what was measured so far, in order.
struct ScaleCase {
    Cluster cluster;             ///< without nodes: nothing is given yet
    bool topologyKnown = false;  ///< false: the nodes were made up from a number
    std::string source;          ///< the file that `cluster` was read from, for people; empty: none
    int badGpus = 0;             ///< GPUs on which the job is slow, the first of the cluster; 0: all
    int goodGpus = 0;            ///< largest size at which it is fine, whichever GPUs; 0: unknown
    double minutesPerRun = 10;   ///< for the cost
    std::vector<ScaleExperiment> experiments;
    std::vector<IsolationResult> isolation;       ///< what tests beside the experiments showed
    std::optional<std::uint64_t> simulated = {};  ///< seed of the simulated cluster that this is an example of

    [[nodiscard]] bool empty() const { return cluster.nodes.empty(); }
    friend bool operator==(const ScaleCase&, const ScaleCase&) = default;
};

}  // namespace headwater

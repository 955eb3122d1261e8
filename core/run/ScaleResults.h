// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headwater {

/// One side of a group's measurement: one value a repeat, and what must not move between the sides (METHODS 5.2).
struct ScaleSide {
    std::vector<double> values;
    std::map<std::string, std::string> invariants;  ///< "message_bytes", "batch_per_gpu", "tp" …, numbers as text
    std::vector<double> sequenceLengths;            ///< a sample of them, or empty
    std::vector<std::string> runs = {};             ///< folders or files of runs, one a repeat, not read yet

    friend bool operator==(const ScaleSide&, const ScaleSide&) = default;
};

/// What one group of nodes showed, next to a baseline of the same size.
struct GroupMeasurement {
    std::vector<std::string> nodes;
    std::string metric;           ///< "step_time_ms", "busbw_gbps" …; empty: only `said`
    bool higherIsBetter = false;  ///< of a bandwidth or a throughput
    ScaleSide baseline, current;
    std::string said;  ///< "good", "bad" or "inconclusive", where a person judged it; assumed, not measured

    friend bool operator==(const GroupMeasurement&, const GroupMeasurement&) = default;
};

/// Groups that ran at the same time.
using ScaleExperiment = std::vector<GroupMeasurement>;

}  // namespace headwater

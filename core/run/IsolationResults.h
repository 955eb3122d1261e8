// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/run/ScaleResults.h"

namespace headwater {

/// The tests beside a scale bisection that tell suspects apart (METHODS 5.2).
enum class IsolationKind : std::uint8_t {
    NcclTests,      ///< current and baseline: bus bandwidth of the same nodes, no model at all
    SyntheticData,  ///< current: the job with random tensors; baseline: the same nodes with the data set
    StragglerHunt,  ///< rounds of the same small check in groups
};

/// One round of a straggler hunt: groups that share no node and the time of each, unit of the file, the same in all.
struct HuntRound {
    struct Group {
        std::vector<std::string> nodes;
        double time = 0;

        friend bool operator==(const Group&, const Group&) = default;
    };
    std::vector<Group> groups;

    friend bool operator==(const HuntRound&, const HuntRound&) = default;
};

/// What one isolation test showed.
struct IsolationResult {
    IsolationKind kind = IsolationKind::NcclTests;
    GroupMeasurement group;         ///< of NcclTests and SyntheticData
    std::vector<HuntRound> rounds;  ///< of StragglerHunt

    friend bool operator==(const IsolationResult&, const IsolationResult&) = default;
};

}  // namespace headwater

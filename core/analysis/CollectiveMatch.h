// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/CollectiveMath.h"
#include "core/analysis/Steps.h"
#include "core/base/Problem.h"
#include "core/trace/Trace.h"

namespace headwater {

/// One rank as the matcher sees it.
struct RankSteps {
    int rank = 0;
    const Trace* trace = nullptr;
    const StepSet* steps = nullptr;
    std::string host;  ///< empty: unknown
};

/// A communication kernel's place: index of the rank in the input, row in its device table.
struct CollectiveMember {
    std::uint32_t rank = 0;
    Row row = kNoRow;
};

/// The same collective on two or more ranks.
struct MatchedCollective {
    std::uint32_t group = 0;  ///< index into CollectiveMatch::groups
    CollectiveKind kind = CollectiveKind::Synchronous;
    std::vector<CollectiveMember> members;  ///< by rank
};

struct CollectiveGroup {
    std::string name;        ///< ranks of the process group as text, or the kernel's name where nothing is known of it
    std::vector<int> ranks;  ///< those that are present
    std::uint64_t matched = 0;    ///< collectives
    std::uint64_t unmatched = 0;  ///< kernels
};

struct CollectiveMatch {
    std::vector<MatchedCollective> collectives;
    std::vector<CollectiveGroup> groups;  ///< by name
    std::uint64_t unmatched = 0;          ///< communication kernels without a partner, also those of no group
    Problems problems;                    ///< where matching stopped, and why
};

/// Matches communication kernels across ranks (METHODS 3.1). Key: process group (its ranks, and which of the groups
/// with these ranks) and sequence number where the profiler wrote one; else the order within group and step, or of the
/// kernels of one name within a step where nothing tells their group. By order, a match needs equally many on every
/// rank that has the step, and equal operation, dtype, group size and (but for all-to-all) element counts; at the first
/// that differs matching of that group stops, and what is left of it, later steps too, counts as unmatched: it is never
/// brought back into step. A problem says where, another how many kernels that left. A send and a receive match by
/// their number in a group of two ranks. What has no match is counted, never guessed.
[[nodiscard]] CollectiveMatch matchCollectives(const std::vector<RankSteps>& ranks, bool linkedOnly);

/// Start and end of the members, ns.
[[nodiscard]] CollectiveTimes timesOf(const std::vector<RankSteps>& ranks, const MatchedCollective& collective);

}  // namespace headwater

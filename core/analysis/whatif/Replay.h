// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/base/Duration.h"

namespace headwater::whatif {

using OpIndex = std::uint32_t;
constexpr OpIndex kNoOp = 0xFFFFFFFF;

/// Operations and what they wait for. Durations are not part of it: one graph is replayed with many.
struct DependencyGraph {
    std::size_t ops = 0;
    std::vector<std::pair<OpIndex, OpIndex>> edges;  ///< (before, after)
    std::vector<std::vector<OpIndex>> groups;        ///< operations that end together: collectives, a send and its recv

    OpIndex add() { return static_cast<OpIndex>(ops++); }
    void depend(OpIndex after, OpIndex before) { edges.emplace_back(before, after); }
};

/// A graph in an order in which it can be replayed.
struct ReplayPlan {
    std::size_t ops = 0;
    std::vector<OpIndex> order;            ///< members of a group stand together
    std::vector<OpIndex> groupEnd;         ///< per place in `order`: the place after the last of its group
    std::vector<std::uint32_t> firstPred;  ///< per op, one more than ops: where its predecessors begin in `preds`
    std::vector<OpIndex> preds;
};

/// Orders the graph, O(operations + edges). The error is a cycle: operations each of which waits for the one before it
/// (or for a member of its group), the first for the last. An operation in two groups is a mistake of the caller.
[[nodiscard]] tl::expected<ReplayPlan, std::vector<OpIndex>> planReplay(const DependencyGraph& graph);

/// When each operation ends, ns (METHODS 4, after the OSDI'25 what-if study): it starts when the last of its
/// predecessors has ended, 0 without any; it ends its duration later; a member of a group ends its own duration (its
/// transfer) after the latest start in the group. `duration` and `end` have one entry an operation. O(ops + edges).
void replay(const ReplayPlan& plan, std::span<const Ns> duration, std::vector<Ns>& end);

}  // namespace headwater::whatif

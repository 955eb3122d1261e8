// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scale/ScalePlan.h"

namespace headwater::scale {

/// What all results of one isolation test say together.
struct StepReading {
    IsolationVerdict verdict = IsolationVerdict::Open;
    std::vector<Text> said;  ///< one sentence or more each: matrices first, then groups; empty: it was not run
};

/// Reads one step of the plan. Blamed where anything measured by it is; Cleared where all that could be judged is, and
/// something could; Invalid where an invariant moved in all of it; Open otherwise. Pairs of nodes speak through their
/// matrix, once.
[[nodiscard]] StepReading readingOf(const ScalePlan& plan, IsolationKind kind);

/// The matrix of pairs, message size and collective first: "all_reduce, 67108864 bytes: …".
[[nodiscard]] Text saidOf(const PairMatrix& matrix, const Cluster& cluster);

/// "n0, n4 …": the first eight names.
[[nodiscard]] std::string namesOf(const NodeSet& nodes, const Cluster& cluster);

}  // namespace headwater::scale

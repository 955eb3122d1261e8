// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Text.h"
#include "core/triage/DecisionBasis.h"

namespace headwater {

/// How the replicates are drawn.
struct BootstrapPlan {
    std::size_t resamples = 0;
    std::uint64_t seed = 0;
    std::size_t blockBaseline = 1;  ///< steps per circular block
    std::size_t blockCurrent = 1;
    std::vector<std::size_t> thinnedBaseline;  ///< positions among the used steps that are drawn from
    std::vector<std::size_t> thinnedCurrent;
    /// Where each run of a side begins among the thinned positions, and their number at the end; two entries: one run.
    std::vector<std::size_t> runsBaseline, runsCurrent;
    std::size_t censoredBaseline = 0;  ///< failed steps, +∞ in p95 and p99 of every replicate
    std::size_t censoredCurrent = 0;
    std::vector<Text> notes;  ///< how the cost was bounded, if it was
};

/// Chooses block lengths max(⌈n^⅓⌉, ⌈2 τ⌉) from the step times, at most a third of the run (METHODS 1.3.2), and bounds
/// the cost: above 20,000 steps a side a random subset of that many, in order, is drawn from; and the number of
/// replicates is lowered, not below 1,000, where replicates × steps × series would exceed 4·10⁹ or memory. Both make
/// intervals wider, never narrower, and are noted. Where a side has several runs, runs are drawn first and blocks of
/// steps within each of them (METHODS 1.3.2).
[[nodiscard]] BootstrapPlan planBootstrap(const DecisionBasis& basis, const Policy& policy);

/// Fills the replicates of every series and of the step. In each replicate the same steps are drawn for all stages
/// and series, so that replicates can be compared across stages; replicate r does not depend on the thread that draws
/// it. Returns early when the job is stopped.
void drawReplicates(DecisionBasis& basis, const BootstrapPlan& plan, const Job& job);

}  // namespace headwater

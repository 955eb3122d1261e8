// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// The longest time in a step in which no thread of the process began or ended anything and none was inside a call or
/// operator: the program stood still, and the trace does not say in what.
struct HostPause {
    int rank = 0;
    std::int64_t step = 0;
    Ns length = 0;
    bool collector = false;  ///< the profiler marked a garbage collection in it, which then is no silence but its name
};

/// How still the host stood in a step, ns.
struct HostStillness {
    Ns silence = 0;    ///< longest time in which nothing is known to happen
    Ns collected = 0;  ///< longest marked garbage collection that touches the step
};
[[nodiscard]] std::vector<HostStillness> hostStillness(const Trace& trace, const std::vector<Interval>& windows);

/// Of each step of a rank: from its trace, from what its summary kept, or from a collected run. `rank` is an index into
/// the ranks of `run`; `analysed` is the same rank. Empty where nothing of the host is known.
[[nodiscard]] std::vector<HostStillness> stillnessOf(const Run& run, std::size_t rank, const RankAnalysis& analysed);

/// Pauses of a run (METHODS 3.5, the signature of an unsynchronised collector): steps in which a rank's longest silence
/// is ten times the rank's own typical one and longer than `least`, or holds a marked garbage collection that long. In
/// the order of ranks, then steps. Empty where there are no traces with host threads.
[[nodiscard]] std::vector<HostPause> findHostPauses(const RunAnalysis& run, Ns least);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/Duration.h"

namespace headwater::whatif {

/// One stage of a pair of runs: its own time and its waiting for others, typical values of a step, ns.
struct StageChange {
    Ns baselineSelf = 0;
    Ns baselineWait = 0;
    Ns currentSelf = 0;
    Ns currentWait = 0;
    Ns lostOverlap = 0;  ///< of currentSelf: transfer that the baseline hid behind compute (LostOverlap.h)
};

/// Own time and waiting of a stage as a replay of the current run gives it: with every duration as measured, and with
/// the first regressed stage as in the baseline.
struct ReplayedSpan {
    Ns current = 0;
    Ns restored = 0;
};

enum class Explanation : std::uint8_t {
    NotRegressed,  ///< own time and waiting together did not grow by more than ε
    Own,           ///< its own time grew, and nothing before it did
    Wait,          ///< its own time did not grow: it waits (EXPLAINED_BY_WAIT)
    First,         ///< gone once the first regressed stage is as in the baseline (EXPLAINED_BY(k))
    LostOverlap,   ///< its own time grew only by transfer that is no longer hidden: it does no more than before
    Independent,   ///< its own time grew, and restoring the first stage does not help
};

/// What explains each stage that takes longer (METHODS 4): the replay where it reproduces the growth and restoring the
/// first stage clears it, else waiting, else itself. Overlap lost after the first stage goes before all of these.
/// `first`: index of the first regressed stage. `replayed` is empty where there is no replay, else one a stage. Growth
/// is the textbook's rule on whole ns (stats::regressedByCourse).
[[nodiscard]] std::vector<Explanation> explainDownstream(std::span<const StageChange> stages,
                                                         std::optional<std::size_t> first,
                                                         std::span<const ReplayedSpan> replayed,
                                                         std::int64_t epsilonPpm);

}  // namespace headwater::whatif

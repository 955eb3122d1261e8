// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/Duration.h"

namespace headwater::whatif {

/// Own times (without waiting) of one run, and in which stages ranks wait for each other.
struct StageTimes {
    std::size_t steps = 0;
    std::size_t ranks = 0;
    std::size_t stages = 0;
    std::vector<Ns> own;             ///< [(step · ranks + rank) · stages + stage], ns; kMissing: none of it
    std::vector<char> synchronises;  ///< per stage: it ends on all ranks together

    [[nodiscard]] std::size_t cell(std::size_t step, std::size_t rank, std::size_t stage) const
    {
        return (step * ranks + rank) * stages + stage;
    }
};

/// Waiting of every cell, ns, when ranks run their stages in order, step after step from a common start, and each
/// stage that synchronises ends on all ranks with the last one. A rank without any time in a step takes no part in it.
/// The coarse sibling of the replay of collectives: it needs no trace, and knows one meeting point a stage.
[[nodiscard]] std::vector<Ns> replayWaits(const StageTimes& times);

/// The same a step at a time, for runs of so many ranks that all their cells would take hundreds of megabytes.
class StageReplay {
public:
    /// `synchronises`: per stage, as in StageTimes.
    StageReplay(std::size_t ranks, std::vector<char> synchronises);

    /// Waiting in the next step, ns, as [stage · ranks + rank]; `own` is ordered likewise. Valid until the next call.
    std::span<const Ns> next(std::span<const Ns> own);

private:
    void findPresent(std::span<const Ns> own);

    std::size_t m_ranks;
    std::vector<char> m_synchronises;
    std::vector<Ns> m_clock;
    std::vector<Ns> m_waits;
    std::vector<char> m_takesPart;
    std::vector<std::size_t> m_present;
};

}  // namespace headwater::whatif

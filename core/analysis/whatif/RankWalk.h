// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/analysis/RunTimeline.h"

namespace headwater::whatif {

/// A collective as one rank meets it.
struct Meeting {
    std::uint32_t collective = 0;  ///< index into CollectiveMatch::collectives
    Row row = kNoRow;              ///< its kernel
    Ns start = 0;                  ///< when the rank launched into it
    Ns end = 0;                    ///< when its kernel ended there
    Ns join = 0;                   ///< when the rank's own work goes on that needs it
};

/// What a rank does, in order of time. All callbacks must be set.
struct RankVisitor {
    std::function<void(std::size_t step)> beginStep;  ///< index into RankTimeline::steps
    std::function<void(const StagePiece&)> work;      ///< own time, cut at meetings
    std::function<void(const StagePiece&)> exposed;   ///< time in a usable collective, waiting or transfer
    std::function<void(const Meeting&)> meet;
    std::function<void(const Meeting&)> join;
    std::function<void(std::size_t step)> endStep;
};

/// Per rank the collectives that a replay can use, by start: their waiting is known on all members, and each member
/// enters within a step. A rank joins a collective at its end where communication was all that was left to do; one that
/// stays hidden behind other work is needed by the next stage. `devices` is parallel to the timeline's ranks.
[[nodiscard]] std::vector<std::vector<Meeting>> meetingsOf(const RunTimeline& timeline,
                                                           const std::vector<const ActivityTable*>& devices);

/// Walks through a rank's steps. Time in usable collectives that nothing overlaps is no work: the replay gives it
/// back. But where other work follows before the collective ends, the rank did not wait for it: that time is idle, its
/// own.
void walkRank(const RankTimeline& rank, const std::vector<Meeting>& meetings, const RankVisitor& visitor);

}  // namespace headwater::whatif

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
    Ns start = 0;                  ///< when its kernel began
    Ns ready = 0;                  ///< when the rank's own work that it needs was done; start or earlier
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

/// Collectives as the ranks meet them.
struct RankMeetings {
    std::vector<std::vector<Meeting>> ofRank;  ///< in the order of `ready`
    /// Kernels that began right after the one before them on their stream and whose launch the trace does not tell
    /// apart: when they could have begun is not known, and `ready` is their start.
    std::size_t queuedBlindly = 0;
};

/// Per rank the collectives that a replay can use: their waiting is known on all members, and each member enters within
/// a step. A kernel that began as soon as its stream was free stood in a queue: it was ready when its launch was made
/// and the compute launched before it was done (a collective waits for what the compute stream was given before it),
/// however long its stream was still busy. So how much of it is exposed follows from the replay, not from the
/// measurement. A rank joins a collective at its end where communication was all that was left to do; one that stays
/// hidden behind other work is needed by the next stage. `traces` is parallel to the timeline's ranks.
[[nodiscard]] RankMeetings meetingsOf(const RunTimeline& timeline, const std::vector<const Trace*>& traces);

/// Walks through a rank's steps. Time in usable collectives that nothing overlaps is no work: the replay gives it
/// back. But where other work follows before the collective ends, the rank did not wait for it: that time is idle, its
/// own.
void walkRank(const RankTimeline& rank, const std::vector<Meeting>& meetings, const RankVisitor& visitor);

}  // namespace headwater::whatif

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/analysis/StageRanges.h"
#include "core/analysis/Steps.h"
#include "core/run/StageCube.h"
#include "core/trace/Trace.h"

namespace headwater {

/// ns of each quantity; Span is the sum of Compute … Idle by construction.
using StageCell = std::array<Ns, kQuantities>;

struct StepPartition {
    std::vector<StageCell> stages;   ///< one a stage, and a last one for what is outside all stages
    Ns pureCompute = 0;              ///< |∪ compute kernels ∩ window|
    std::uint64_t launches = 0;      ///< calls that launch device work, made in the window
    std::uint64_t launchesLost = 0;  ///< … whose activity is not in the trace
    Ns lastKept = kMissing;          ///< when the last one was made whose activity is there, kMissing: none
    Ns firstLost = kMissing;         ///< likewise the first one whose activity is not
    /// All that is lost was launched last: the capture ended while the device was behind.
    [[nodiscard]] bool endsBehind() const
    {
        return launchesLost > 0 && lastKept != kMissing && firstLost != kMissing && lastKept < firstLost;
    }
};

struct PartitionInput {
    const Trace& trace;
    const StepSet& steps;
    const StageRanges& ranges;
    std::size_t stageCount = 0;
    bool linkedOnly = false;
    const std::vector<Ns>& waits;  ///< per device row, or empty: see CollectiveWaits::blocked
};

/// A piece of a step's time and its only owner.
struct StagePiece {
    Interval time;
    StageIndex stage = kNoStage;
    Quantity part = Quantity::Idle;
    Row activity = kNoRow;  ///< the device's, or kNoRow for idle time
};

/// The partition in order of time instead of in sums.
struct StagePieces {
    std::vector<StagePiece> pieces;   ///< by time, disjoint; those of a step add up to its window
    std::vector<StageIndex> stageOf;  ///< per device row: the stage that launched it, or kNoStage
};

/// Gives every instant of every step to exactly one stage (DESIGN section 4): the device's compute, then comm, memcpy,
/// memset, each to the stage of the activity that started first; idle time to the innermost stage open on the step's
/// thread, else on a thread that launched work in this step, else outside. Spans of a step add up to its window
/// exactly.
[[nodiscard]] std::vector<StepPartition> partitionSteps(const PartitionInput& input);

/// Stage of each device activity (rows of Trace::device): the innermost range around its launch on the launching
/// thread, else what is open on the step's thread at that moment; kNoStage where nothing is, and for an activity whose
/// launch is not in the trace.
[[nodiscard]] std::vector<StageIndex> activityStages(const Trace& trace, const StepSet& steps,
                                                     const SegmentsByTrack& segments);

/// The pieces that partitionSteps adds up.
[[nodiscard]] StagePieces stagePieces(const PartitionInput& input);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/Bubbles.h"
#include "core/analysis/RunAnalysis.h"
#include "core/analysis/StageRanges.h"
#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater {

/// Where one cause lies in a gap.
struct GapPiece {
    Interval time;
    BubbleCause cause = BubbleCause::Unresolved;
};

/// A time within one step in which no compute ran on the device.
struct Gap {
    Interval time;
    Interval whole;  ///< all of the time without compute; longer than `time` where a step ends inside it
    std::int64_t step = 0;
    StageIndex stage = kNoStage;   ///< the owner of most of it in the partition; kNoStage: no stages were asked for
    Bubbles split;                 ///< adds up to the length of `time` exactly
    std::vector<GapPiece> pieces;  ///< the split in order of time
    Row before = kNoRow;           ///< the compute activity that ended last before `whole`; kNoRow: none
    Row after = kNoRow;            ///< the next one, which ends it unless the last step does; kNoRow: none
    TrackId thread{};              ///< launched `after`; the step's thread where nothing tells
    bool hasThread = false;
    std::vector<Row> host;    ///< host ranges on that thread in `time`, by start: those that cover most of it
    std::vector<Row> device;  ///< copies and communication in `time`, by start: those that cover most of it
};

/// The gaps of one rank.
struct GapList {
    std::vector<Gap> gaps;  ///< by time
    Bubbles rest;           ///< of the gaps left out; with those listed it is the sum of splitBubbles
    std::uint64_t restCount = 0;
};

struct GapOptions {
    std::size_t longest = 0;  ///< keep so many of the longest, for bounded memory; 0: all
    std::size_t rows = 12;    ///< at most so many rows in Gap::host and in Gap::device
};

/// Every compute-absent time inside the steps of a rank, a piece a step (METHODS 3.5). Stages by the partition where
/// `ranges` is given (index into `stageCount` stages, the next is outside all). Nothing for a trace without device
/// activities. Sums over gaps and `rest` equal the sums of splitBubbles to the ns: both are cut out of bubbleTimes.
[[nodiscard]] GapList listGaps(const BubbleInput& input, const StageRanges* ranges, std::size_t stageCount,
                               const GapOptions& options);

/// The same for every rank of a run, parallel to RunAnalysis::ranks; empty for a run without traces. Fails only when
/// the job is stopped.
[[nodiscard]] Result<std::vector<GapList>> listGaps(const RunAnalysis& run, const GapOptions& options, const Job& job);

}  // namespace headwater

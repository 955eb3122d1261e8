// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/BubbleShares.h"
#include "core/analysis/GapList.h"
#include "core/analysis/OwnTimes.h"
#include "core/analysis/RunAnalysis.h"
#include "core/analysis/StageRanges.h"
#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/Run.h"
#include "core/trace/LevelOfDetail.h"

namespace headwater {

/// A stream or a thread, its overlapping slices spread over lanes.
struct TimelineTrack {
    TrackId id{};
    bool device = false;
    std::vector<LaneIndex> lanes;
};

/// Slices of the same name have the same shade everywhere; neighbours mostly differ.
constexpr std::size_t kShades = 4;
[[nodiscard]] std::vector<std::uint8_t> shadesOf(const StringPool& names);

/// Pieces of gaps as columns, so that they can be indexed like slices.
struct GapColumns {
    std::vector<Ns> start, end;
    std::vector<BubbleCause> cause;
    std::vector<std::uint32_t> gap;  ///< index into GapList::gaps
};

/// One rank, ready for drawing. The indexes look into the columns of the trace and of `pieces`.
struct TimelineRank {
    int rank = 0;
    TracePtr trace;
    std::vector<StepWindow> steps;
    std::vector<TimelineTrack> tracks;  ///< streams, then threads
    std::vector<std::uint8_t> shades;   ///< by NameId: which of kShades tones a slice of this name has
    std::vector<LaneIndex> compute;     ///< of all streams
    GapList gaps;
    GapColumns pieces;
    std::vector<LaneIndex> bubbles;
    SegmentsByTrack hostStages;              ///< of each thread
    std::vector<StageIndex> activityStages;  ///< per device row of the trace
    std::vector<Interval> flagged;  ///< per step: around what the first regressed stage owns; empty where nothing
};

struct TimelineRun {
    std::vector<TimelineRank> ranks;
    std::vector<std::string> stages;
    Ns origin = 0;                    ///< start of the first step of any rank
    Ns length = 0;                    ///< from there to the end of the last one
    std::optional<StepBubbles> mean;  ///< of the compared steps; nothing where no device activity is known
    std::string name;
};

struct TimelineData {
    std::array<TimelineRun, 2> runs;  ///< by Side; without ranks where a run has no traces
    std::string flagged;              ///< the first regressed stage, or empty
    std::vector<BubbleCause> causes;  ///< those there are in either run, the one with most time first

    [[nodiscard]] const TimelineRun& run(Side side) const { return runs[static_cast<std::size_t>(side)]; }
    [[nodiscard]] bool empty() const { return runs[0].ranks.empty() && runs[1].ranks.empty(); }
    [[nodiscard]] std::uint64_t slices() const;
    [[nodiscard]] std::uint64_t gapsKept() const;     ///< the longest: those that are drawn
    [[nodiscard]] std::uint64_t gapsLeftOut() const;  ///< shorter ones, which only sums know
};
using TimelineDataPtr = std::shared_ptr<const TimelineData>;

/// Lanes, gaps and steps of both runs; takes seconds for millions of events, so not for the GUI thread. The longest
/// gaps of each rank are kept, about 100,000 over a run. `compared`, by Side, says which steps the means are of, as
/// everywhere (Verdict::ownTimes); null: of all. Fails only when the job is stopped.
[[nodiscard]] Result<TimelineDataPtr> timelineData(const PairAnalysis& pair, const std::string& firstRegressed,
                                                   const Job& job, const std::array<OwnTimesPtr, 2>& compared = {});

/// Where a stage lies: by Side, rank and step of TimelineRun, around everything that it owns; empty where nothing.
using StageTimes = std::array<std::vector<std::vector<Interval>>, 2>;
/// Of both runs, for any stage. Fails only when the job is stopped.
[[nodiscard]] Result<StageTimes> stageTimes(const PairAnalysis& pair, const std::string& stage, const Job& job);

/// Time of a rank's first step with this number; nothing where it has none.
[[nodiscard]] std::optional<Interval> stepWindow(const TimelineRank& rank, std::int64_t step);

}  // namespace headwater

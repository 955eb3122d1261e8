// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/StageRules.h"
#include "core/analysis/Steps.h"
#include "core/trace/Trace.h"

namespace headwater {

using StageIndex = std::uint32_t;
constexpr StageIndex kNoStage = 0xFFFFFFFF;

/// Names of the stages of a run, index = position in dependency order (order of first appearance).
class StageNames {
public:
    StageIndex indexOf(std::string_view name);  ///< added at the end where it is new
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }

private:
    std::vector<std::string> m_names;
    std::map<std::string, StageIndex, std::less<>> m_ids;
};

struct StageRange {
    Interval time;
    StageIndex stage = kNoStage;
};

/// Host ranges of stages, per thread, sorted by start; ranges of one thread may nest.
using StageRanges = std::map<TrackId, std::vector<StageRange>>;

/// A piece of a thread's time and the innermost stage open in it; disjoint and sorted.
using StageSegments = std::vector<StageRange>;

/// "forward" of "## forward ##".
[[nodiscard]] std::string_view withoutDecoration(std::string_view name);

/// The annotations just below the step on the step's thread. Decoration ("## forward ##") is taken off the names.
[[nodiscard]] StageRanges annotationStages(const Trace& trace, const StepSet& steps, StageNames& names);

/// Ranges by rules, on any thread; consecutive ranges of one stage within a step merge unless another stage starts in
/// between. Where `fillForward` and nothing marks "Forward" in a step, the step's thread is in Forward from the end of
/// the data loader to the first backward range (DESIGN section 4).
[[nodiscard]] StageRanges ruleStages(const Trace& trace, const StepSet& steps, const std::vector<StageRule>& rules,
                                     bool fillForward, StageNames& names);

/// Share of the steps' time that the annotations just below the steps cover (0…1), and how many names they have.
struct AnnotationCoverage {
    double share = 0;
    std::size_t names = 0;
};
[[nodiscard]] AnnotationCoverage annotationCoverage(const Trace& trace, const StepSet& steps);

/// Flattens nested ranges of one thread: at each instant the range that started last.
[[nodiscard]] StageSegments innermost(const std::vector<StageRange>& ranges);

using SegmentsByTrack = std::map<TrackId, StageSegments>;
[[nodiscard]] SegmentsByTrack innermost(const StageRanges& ranges);

/// Stage of the segment that contains `time`, or kNoStage. O(log n).
[[nodiscard]] StageIndex stageAt(const StageSegments& segments, Ns time);

}  // namespace headwater

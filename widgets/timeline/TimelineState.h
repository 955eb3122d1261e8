// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <tuple>

#include <QString>

#include "core/triage/ViewRef.h"
#include "widgets/timeline/TimelineData.h"

namespace headwater {

/// A slice or a gap that is pointed at.
struct TimelinePick {
    enum class Kind : std::uint8_t { Activity, Host, Gap };

    Side side = Side::Baseline;
    std::size_t rank = 0;  ///< position in TimelineRun::ranks
    Kind kind = Kind::Activity;
    Row row = kNoRow;  ///< of Trace::device or Trace::host, or index of a gap

    friend bool operator==(const TimelinePick&, const TimelinePick&) = default;
};

enum class TimelineMode : std::uint8_t {
    Coupled,      ///< both runs from their first step on, one axis
    ByStep,       ///< the anchored step of every rank begins at zero
    BubblesOnly,  ///< as Coupled; what is not a bubble is left out
};

/// Which part is looked at and how. Times are ns since the origin of the row that shows them, so that one window serves
/// both runs.
struct TimelineState {
    double start = 0;
    double length = 1e6;
    double scroll = 0;  ///< px
    TimelineMode mode = TimelineMode::Coupled;
    std::int64_t anchor = 0;                          ///< step that ByStep puts at zero
    std::set<std::pair<Side, std::size_t>> expanded;  ///< ranks that show their streams and threads
    std::optional<TimelinePick> selected;
    std::optional<TimelinePick> hovered;
    std::vector<int> ranks;                        ///< selected everywhere, sorted
    std::optional<StepRange> steps;                ///< likewise
    QString stage;                                 ///< likewise, as it is shown; empty: none
    std::shared_ptr<const StageTimes> stageTimes;  ///< of `stage`; null until they are there
};

constexpr double kShortestWindow = 8'000;  ///< ns; a pixel is never shorter than a nanosecond

/// The time of a rank that lies at zero.
[[nodiscard]] Ns originOf(const TimelineData& data, const TimelineState& state, Side side, std::size_t rank);

/// Everything there is to see, from its first to its last time.
[[nodiscard]] std::pair<double, double> extentOf(const TimelineData& data, const TimelineState& state);

void showEverything(TimelineState& state, const TimelineData& data);
/// `factor` < 1 zooms in; the time at `fraction` of the width stays where it is.
void zoom(TimelineState& state, const TimelineData& data, double factor, double fraction);
/// Moves the window by a fraction of its length.
void pan(TimelineState& state, const TimelineData& data, double fraction);
/// Where the selected stage lies on a rank, by step; null where that is not known.
[[nodiscard]] const std::vector<Interval>* stageTimesOf(const TimelineState& state, Side side, std::size_t rank);
/// Puts a time in the middle with some room around it.
void frame(TimelineState& state, const TimelineData& data, double from, double to);

[[nodiscard]] Interval timeOf(const TimelineData& data, const TimelinePick& pick);
/// The stage that a slice belongs to or that a gap lies in; empty outside all stages.
[[nodiscard]] std::string stageOf(const TimelineData& data, const TimelinePick& pick);
/// The step whose window begins last before a time; nothing before the first.
[[nodiscard]] std::optional<StepWindow> stepAt(const TimelineRank& rank, Ns time);

}  // namespace headwater

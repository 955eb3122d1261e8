// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/Text.h"
#include "core/run/Telemetry.h"
#include "core/run/TrainingLog.h"
#include "core/trace/Intervals.h"

namespace headwater {

/// When each step ran, by one clock: of a trace or of a log.
struct StepAxis {
    struct Step {
        std::int64_t step = 0;
        Interval window;
    };
    std::vector<Step> steps;  ///< by start
    ClockKind clock = ClockKind::Epoch;
    std::string source;        ///< file or "trace of rank 0"
    bool zoneAssumed = false;  ///< Epoch because the user named the zone of its local times
};

/// Steps of a log whose lines carry times: a line ends its step, which began a step time earlier or, where the log has
/// none, at the line before. Lines without a time, and the first where nothing tells its start, are no steps here.
[[nodiscard]] StepAxis stepAxis(const TrainingLog& log);

/// What the times of a trace must be: Epoch when they lie between 2001 and 2200, else Relative (an uptime).
[[nodiscard]] ClockKind clockOfTimes(Ns time);

/// Why times of two sources may be laid beside each other; decides the provenance that is shown.
enum class ClockBasis : std::uint8_t {
    None,          ///< they may not
    Same,          ///< both since 1970 UTC (measured)
    SameZone,      ///< local time taken to be of the zone of the steps or of another file of the run (assumed)
    InferredZone,  ///< the only difference of zones at which the two overlap (inferred)
    GivenZone,     ///< the user said it (assumed)
};

/// How the clock of a source relates to the clock of the steps.
struct ClockMatch {
    ClockBasis basis = ClockBasis::None;
    Ns shift = 0;    ///< added to the source's times to reach the steps' clock
    Text statement;  ///< one sentence for people: what was done and why, or why not

    [[nodiscard]] bool aligned() const { return basis != ClockBasis::None; }
};

/// Matches a source that covers `span` by `clock` to the steps. Epoch fits Epoch as it is. Where one side or both are
/// local times, the differences that zones of the world have (whole hours, a few half and quarter hours) within ±14 h
/// (±26 h between two local times) are tried: one that brings the steps and the source together is taken, and refused
/// when another would cover at least half as many steps. Two local times that overlap as they stand are taken to be of
/// one zone. `zone` (ns east of UTC, from the user) settles a local time against an Epoch clock without a search.
/// Relative and Order are never matched.
[[nodiscard]] ClockMatch matchClocks(ClockKind clock, Interval span, const StepAxis& axis,
                                     std::optional<Ns> zone = std::nullopt);

/// Time from the nearest step to a source of `span` by `clock`, shifted by `match` where that is aligned, else by
/// whichever difference of zones brings it nearest; 0 where they overlap. Nothing where the two clocks have nothing to
/// do with each other.
[[nodiscard]] std::optional<Ns> distanceToSteps(ClockKind clock, Interval span, const ClockMatch& match,
                                                const StepAxis& axis);

/// How the value of a step came about.
enum class StepValueKind : std::uint8_t {
    None,     ///< not measured then
    Window,   ///< from the samples inside the step
    Nearest,  ///< the step is shorter than the sampling period: the nearest sample, at most a period away
};

/// One series on the step axis; columns of the axis' length.
struct AlignedSeries {
    std::size_t series = 0;  ///< index into Telemetry::series
    std::vector<double> value;
    std::vector<StepValueKind> how;
    Ns period = 0;  ///< median time between samples, 0 for a single one
};

/// Values of a series at the steps, the series' times shifted by `shift`: the mean of the samples inside the step; for
/// State series all bits that were set (bit masks) or the highest value; NaN where nothing was measured. Counters have
/// no level, so that their rates must be asked for: all values are NaN.
[[nodiscard]] AlignedSeries alignSeries(const MetricSeries& series, const StepAxis& axis, Ns shift);

/// An event on the step axis.
struct AlignedEvent {
    std::size_t event = 0;             ///< index into Telemetry::events
    std::optional<std::int64_t> step;  ///< the step it happened in; nothing: outside all steps
};

/// The series and events of one file and clock, which are aligned together.
struct TelemetryGroup {
    std::string source;
    ClockKind clock = ClockKind::Order;
    ClockMatch match;
    std::vector<AlignedSeries> series;  ///< empty unless match.aligned()
    std::vector<AlignedEvent> events;
    Ns apart = 0;  ///< > 0: a course of samples so far from every step that it is hardly of this run; never aligned
};

/// Lays a run's telemetry beside its steps, a group for each file and clock in order of appearance. A file of local
/// times that alone cannot be placed (a kernel log of two lines) follows the others of the run where they all agree.
/// Where the user named a zone beforehand (placeLocalTimes), the basis is GivenZone, not Same.
[[nodiscard]] std::vector<TelemetryGroup> alignTelemetry(const Telemetry& telemetry, const StepAxis& axis,
                                                         std::optional<Ns> zone = std::nullopt);

/// The same without values at the steps: how each clock fits, and the events.
[[nodiscard]] std::vector<TelemetryGroup> placeTelemetry(const Telemetry& telemetry, const StepAxis& axis,
                                                         std::optional<Ns> zone = std::nullopt);

}  // namespace headwater

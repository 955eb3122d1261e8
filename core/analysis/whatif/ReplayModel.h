// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/whatif/Replay.h"
#include "core/base/Problem.h"

namespace headwater::whatif {

constexpr std::uint32_t kNoKey = 0xFFFFFFFF;

/// Time that is averaged and exchanged as one: what one worker spends on one kind of work in one step, or a single
/// operation of it. Numbers are indices into the names of the model; kNoKey where it is not known.
struct WorkCell {
    std::uint32_t step = 0;
    std::uint32_t stage = kNoKey;
    std::uint32_t worker = 0;  ///< data-parallel rank
    std::uint32_t type = 0;
    std::uint32_t ordinal = 0;  ///< tells cells with equal other numbers apart
    std::uint32_t pool = 0;     ///< cells of one pool are alike: the ideal is their average
    Ns total = 0;               ///< measured, sum of its operations
    Ns exposed = 0;             ///< the part of it that nothing else hid
};

/// From the end of `from` (kNoOp: from time 0) to the end of `to` is one worker's time of a step.
struct StepLane {
    OpIndex from = kNoOp;
    OpIndex to = kNoOp;
};

/// A run that can be replayed with other durations.
struct ReplayModel {
    std::string source;  ///< where its dependencies come from, for people: "pipeline schedule" …
    ReplayPlan plan;
    std::vector<Ns> duration;           ///< per op, measured, ns; waiting and launch delays are no part of it
    std::vector<std::uint32_t> cellOf;  ///< per op; kNoKey: the op is only there for its dependencies
    std::vector<WorkCell> cells;
    std::vector<std::string> stages;   ///< training stages, or the ranks of a pipeline
    std::vector<std::string> workers;  ///< data-parallel ranks
    std::vector<std::string> types;
    std::vector<char> medianPool;              ///< per pool: its ideal is the median (communication), not the mean
    bool pipeline = false;                     ///< stages are ranks of a pipeline: a worker is a (worker, stage) pair
    std::vector<std::vector<StepLane>> steps;  ///< a step takes the mean of its lanes
    std::vector<std::int64_t> stepNumbers;
    std::vector<Ns> measured;  ///< per step, ns
    /// Collectives whose exposure is as measured, because nothing says when they could have begun (RankMeetings).
    std::size_t queuedBlindly = 0;
    Problems problems;
};

/// Step times when operations take `duration`, ns.
[[nodiscard]] std::vector<double> stepTimes(const ReplayModel& model, const std::vector<Ns>& duration);

/// Durations with each cell's total as given; the operations of a cell keep their shares of it (equal ones where all
/// are zero). `total` has one entry a cell.
[[nodiscard]] std::vector<Ns> withTotals(const ReplayModel& model, const std::vector<Ns>& total);

/// Per cell the average of its pool: mean, or median where the pool says so (METHODS 4), ns.
[[nodiscard]] std::vector<Ns> idealTotals(const ReplayModel& model);

/// |replayed/measured − 1|, mean over steps; nothing without a measured step. What attribution rests on.
[[nodiscard]] std::optional<double> replayError(const ReplayModel& model, const std::vector<double>& replayed);

/// Above this error a replay does not explain the run and nothing is attributed (METHODS 4).
constexpr double kLargestReplayError = 0.05;

}  // namespace headwater::whatif

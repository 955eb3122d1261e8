// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "core/base/Problem.h"
#include "core/run/StageCube.h"
#include "core/run/TrainingLog.h"

namespace headwater {

/// The name of the one stage of a step that nothing divides.
inline constexpr std::string_view kWholeStep = "(whole step)";

/// What the logs of a run measured, as a cube.
struct LogCube {
    StageCube cube;
    std::string stageSource;           ///< "timers of the megatron log"
    std::string stepSource;            ///< "lines of x.log, as printed, each the mean of 10 steps"
    std::map<int, std::string> hosts;  ///< by rank, where the logs name them
    Problems problems;
};

/// Step and stage times of a run that has only logs; nothing where no log tells a step time.
///
/// A cube step is a line of the log: where a line is the mean of several steps it gives one value, not several equal
/// ones, and stepSource and a problem say how many steps it stands for. A line that stands for at most half or for at
/// least twice as many steps as most lines of its rank is Partial, for beside them it is no equal (the first line, or
/// one behind lines that got lost), and so is the only line of a run that got no further than its first step. Of
/// several logs of one rank chooseLogs() takes one and those that continue it; the others are named. A log without a
/// rank is the job's one printing rank and counts as rank 0.
///
/// Timers (Megatron's, DeepSpeed's wall_clock_breakdown) become stages as stagesOfTimers() says, in host time: Span and
/// Host are the timer, of ranks' minimum and maximum the maximum; what no timer covers is kOutsideStages. Where they
/// add up to more than the step on more than one step in twenty, or are there for fewer than half of the lines, the
/// step stays whole (kWholeStep).
[[nodiscard]] std::optional<LogCube> cubeOfLogs(std::span<const TrainingLog> logs);

/// A cube of the same ranks and steps with the one stage kWholeStep: its span is the step's duration, its waiting the
/// sum over stages. What two runs that share no stage have in common.
[[nodiscard]] StageCube wholeSteps(const StageCube& cube);

}  // namespace headwater

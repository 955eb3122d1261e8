// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Duration.h"
#include "core/run/StageCube.h"
#include "core/run/Telemetry.h"

namespace headwater {

/// A number from a log as text and value: the digits printed say how exact it is (METHODS 5, "logged text loses bits").
struct LoggedNumber {
    double value = 0;   ///< may be NaN or infinite: that is a finding, not a gap
    int decimals = -1;  ///< significant decimal digits printed, −1: binary (tfevents), exact to float
};

/// What a training log says about one step (or logging interval that ends with it).
struct LogStep {
    std::int64_t step = 0;
    Ns stepTime = kMissing;  ///< wall time of one step, mean over the interval where it covers several
    int stepsCovered = 1;    ///< steps the line stands for
    std::optional<Ns> time;  ///< when the line was printed, by TrainingLog::clock
    std::optional<LoggedNumber> loss;
    std::optional<LoggedNumber> gradNorm;
    std::optional<std::int64_t> skipped;  ///< skipped iterations in the interval
    std::optional<std::int64_t> nanIterations;
    std::map<std::string, double> values;  ///< the rest, normalised names with unit suffix: "tokens_per_second_per_gpu"
    std::uint64_t line = 0;
};

/// A named timer of a step: time of a stage as the framework measured it (Megatron timers, DeepSpeed breakdown).
struct LogTimer {
    std::int64_t step = 0;  ///< −1: before the first step (set-up)
    std::string stage;
    std::optional<int> rank;  ///< nothing: over all ranks
    Ns minimum = kMissing;    ///< over ranks, where given
    Ns maximum = kMissing;    ///< over ranks; the only value where there is one
};

/// How a run ended, where the log shows it.
struct LogEnding {
    /// "out-of-memory", "signal", "collective-timeout", "collective-failed", "exception", "finished"
    std::string kind;
    std::string message;  ///< the line (untrusted)
    std::uint64_t line = 0;
};

/// One training log of any framework. A file that several ranks wrote into gives one log per rank.
struct TrainingLog {
    std::string source;
    std::string framework;  ///< "megatron", "deepspeed", "torchtitan" …
    ClockKind clock = ClockKind::LocalTime;
    std::optional<int> rank;    ///< whose lines these are, by the launcher's tag; nothing: the job's one printing rank
    std::string host;           ///< of the launcher's tag; empty: unknown
    std::string stepTimeBasis;  ///< where the step times come from: "as printed", "time between lines" …; empty: none
    std::vector<LogStep> steps;  ///< by step; a restart keeps the later line of a repeated step
    std::vector<LogTimer> timers;
    std::vector<LogEnding> endings;
    std::map<std::string, std::string> manifest;           ///< "global_batch_size", "tensor_parallel" …
    std::map<std::string, std::string> manifestPositions;  ///< where each of these stands: "line 7", "byte 1042"
    bool zoneAssumed = false;                              ///< Epoch because the user named the zone of its local times
};

}  // namespace headwater

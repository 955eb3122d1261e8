// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/ingest/logs/LogBuilder.h"
#include "core/ingest/logs/LogText.h"
#include "core/run/TrainingLog.h"

namespace headwater::logs {

/// Puts one named number of a step where it belongs: loss, gradient norm, step time, skipped and NaN iterations under
/// all the names that frameworks give them, the rest into values under one normalised name and unit.
void setField(LogStep& step, std::string_view name, const LoggedNumber& value);

/// As setField(); a step time that can be none (zero, negative, not finite, beyond centuries) is noted and stays
/// unknown.
void takeField(LogStep& step, std::string_view name, const LoggedNumber& value, std::uint64_t line, LogBuilder& log);

/// The same for a printed time of a step in `unit` ns.
void takeStepTime(LogStep& step, const LoggedNumber& value, double unit, std::uint64_t line, LogBuilder& log);

/// Seconds to the step time, unless one is there already that was measured closer to the step.
void setStepTime(LogStep& step, Ns time);

/// Whether the name is that of a timer inside a Megatron iteration ("forward-compute", "optimizer-inner-step" …).
[[nodiscard]] bool isMegatronTimer(std::string_view name);

/// One spelling for the stages of DeepSpeed's breakdown, which was renamed in 2023: "fwd_microstep" →
/// "forward_microstep".
[[nodiscard]] std::string deepSpeedStage(std::string_view name);

/// "134.59GB", "160.99GiB", "12819.9" with `unit` for bare numbers: bytes. GB counts as 10^9, GiB as 2^30.
[[nodiscard]] std::optional<double> bytesFrom(std::string_view text, double unit = 1);

}  // namespace headwater::logs

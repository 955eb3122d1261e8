// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Problem.h"
#include "core/run/Telemetry.h"
#include "core/run/TrainingLog.h"

namespace headwater {

/// How a run died, where its log shows it, as warnings, the first of each kind: out of memory, a signal, a collective
/// that timed out or failed, an exception. A run that finished says nothing. The quoted lines are untrusted.
[[nodiscard]] Problems problemsOfEnd(const TrainingLog& log);

/// What the driver and the kernel reported, as warnings, once for each device and code: XID, machine check, killed for
/// memory. The quoted lines are untrusted.
[[nodiscard]] Problems problemsOfEvents(const Telemetry& telemetry);

}  // namespace headwater

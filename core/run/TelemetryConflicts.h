// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Problem.h"
#include "core/run/Run.h"

namespace headwater {

/// What in the run's telemetry is hardly of this run, a warning "telemetry-conflict" for each file and reason, with the
/// line (or moment) of its first value: samples that lie nowhere near the steps (Alignment), local times that fit only
/// in another zone than those of other files, hosts of which the run has none though all its hosts are known, and fewer
/// GPUs than the run's traces found on their host. To be asked once local times were placed.
[[nodiscard]] Problems telemetryConflicts(const Run& run);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/Run.h"

namespace headwater {

/// How the run died, where its logs and telemetry show it, as warnings: out of memory, a signal, a collective that
/// timed out, an exception, each log's first of a kind; and, once for each device and code, what the driver and the
/// kernel reported (XID, machine check, killed for memory). A run that finished says nothing. The quoted lines are
/// untrusted.
[[nodiscard]] Problems problemsOfEnd(const Run& run);

}  // namespace headwater

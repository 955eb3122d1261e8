// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/Problem.h"
#include "core/run/Telemetry.h"
#include "core/run/TrainingLog.h"

namespace headwater {

/// How a run died, as a line of its log shows it.
struct RunEnd {
    std::string code;       ///< of the problem: "ended-out-of-memory" …
    std::string statement;  ///< "the run ran out of memory"
    std::string quote;      ///< the line, cut where it is long, in quotation marks; untrusted
    std::string position;   ///< "line 12", or empty
    std::string file;
};

/// How a run died, where its log shows it, the first of each kind: out of memory, a signal, a collective that timed out
/// or failed, an exception. A run that finished says nothing.
[[nodiscard]] std::vector<RunEnd> endsOf(const TrainingLog& log);
/// The same as warnings.
[[nodiscard]] Problems problemsOfEnd(const TrainingLog& log);

/// What the driver and the kernel reported, as warnings, once for each device and code: XID, machine check, killed for
/// memory. The quoted lines are untrusted.
[[nodiscard]] Problems problemsOfEvents(const Telemetry& telemetry);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/run/Run.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// How a run died, as warnings of the correctness layer: one for each kind of end that its logs show (out of memory, a
/// signal, a collective, an exception), with the quoted lines (untrusted), their files and positions as evidence. The
/// steps before the end were measured and stay in the comparison; what the run would have done after it is unknown.
/// Empty where no log shows such an end, which does not mean that the run finished.
[[nodiscard]] std::vector<Finding> runEndFindings(const Run& run, Side side);

}  // namespace headwater

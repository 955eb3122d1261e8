// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Cause.h"
#include "core/triage/Draft.h"

namespace headwater {

/// Fills Verdict::nextSteps: experiments for where the flowchart ends, each with what its result would prove, then what
/// the findings ask for; at most six.
void writeNextSteps(Draft& draft, const Cause& cause);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/run/Alignment.h"

namespace headwater {

/// When the steps of a run were: of the first rank whose trace counts from 1970, else of the log that tells the times
/// of most steps, else of the first rank with a trace at all. Empty where nothing tells it.
[[nodiscard]] StepAxis stepTimesOf(const RunAnalysis& analysis);

}  // namespace headwater

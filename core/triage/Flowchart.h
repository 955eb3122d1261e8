// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/triage/Cause.h"
#include "core/triage/Draft.h"

namespace headwater {

/// The path through the triage flowchart: alert, the four layers with the question "IO or communication?" between
/// timeline and stragglers, and the outcome; each with its answer and the numbers behind it.
[[nodiscard]] std::vector<FlowStep> flowchartPath(const Draft& draft, const Cause& cause);

}  // namespace headwater

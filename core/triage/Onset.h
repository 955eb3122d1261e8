// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "core/triage/Draft.h"

namespace headwater {

inline constexpr std::string_view kOnsetFinding = "timeline.onset";

/// The step from which on the current run is slower than before, where it became slower within the run
/// (METHODS 1.10.5): a finding of the timeline layer named kOnsetFinding, whose first evidence says where. It is of the
/// first stage, in order, with such a step, else of the step as a whole. Steps left out as warm-up are looked at too: a
/// run that is fast at first has no warm-up (METHODS 1.6). An onset is a change point by E-divisive (p ≤ 0.005) behind
/// which nine of ten steps are nearer to the later median, before which nine of ten are nearer to the earlier one, and
/// where the later exceeds both the earlier one and the baseline's by more than ε and the floor, while the baseline
/// does not get slower by that itself. Nothing for fewer than 20 steps.
void onsetFinding(const Draft& draft, std::vector<Finding>& findings);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Draft.h"

namespace headwater {

/// The part of a verdict that is about stages: every stage judged, first regressed by both rules, largest increase,
/// slowest, stability (METHODS 1.3). No layers and no words yet.
[[nodiscard]] Draft judgeStages(const DecisionBasis& basis, const Policy& policy);

}  // namespace headwater

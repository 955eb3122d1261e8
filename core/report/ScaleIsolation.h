// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/analysis/scale/ScalePlan.h"
#include "core/base/Language.h"
#include "core/report/Json.h"

namespace headwater {

/// The isolation tests of a plan for people: each step with its nodes and cost, then what was measured, pairs of nodes
/// as a table where they are few and the slow ones alone where they are many. Names are escaped for a terminal.
[[nodiscard]] std::string isolationText(const scale::ScalePlan& plan, const Language& language);

/// "isolation" (the steps), "isolation_results", "pair_matrices" and "straggler_hunt" of `headwater.scale-plan/1`.
void addIsolationJson(Json& document, const scale::ScalePlan& plan);

}  // namespace headwater

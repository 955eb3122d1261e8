// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/Text.h"
#include "core/report/Json.h"
#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"

namespace headwater {

/// "rank 2, step 5" of one reading; "all 8 ranks, steps 5–59" of a number that sums them up; empty where the number is
/// of no step.
[[nodiscard]] Text evidencePlace(const Evidence& evidence);
/// The same of a number that sums up ranks and steps.
[[nodiscard]] Text placeText(const EvidencePlace& place);
/// Whether the source of the row is the name of such a file already.
[[nodiscard]] bool namesFileOf(const Evidence& evidence);
/// The window at the number: its stage, steps, ranks, run and time.
[[nodiscard]] ViewRef evidenceView(const Evidence& evidence, const Finding& finding);

/// What the JSON says of it beside the contract's keys: `over`, `files`, `reference`.
void addPlace(Json& entry, const Evidence& evidence, const Finding& finding);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// Fills StageVerdict::explainedBy where ranks are known to wait for each other on both sides (METHODS 4):
/// "stage:NAME" where a replay of the stages reproduces the growth and loses it once the first regressed stage is as in
/// the baseline, or where the stage only lost its overlap to a first stage that is late on some ranks; "wait" where
/// only waiting grew (or overlap was lost), "independent" where a later stage's own time grew. Empty is unknown,
/// or nothing to explain; the first regressed stage is what explains others. Needs Verdict::firstRegressed.
/// The same on any number of threads; of no use where the job was stopped.
void explainStages(Draft& draft, const Job& job);

/// The same in words: "explained by forward", "explained by waiting", "grew by itself"; empty for empty.
[[nodiscard]] Text explanationText(const std::string& explainedBy);

}  // namespace headwater

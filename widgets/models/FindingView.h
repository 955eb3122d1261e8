// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"

namespace headwater {

/// Where a finding is to be seen: the stage that it names, and the steps and ranks of its evidence. The page and, where
/// it names no stage, the stage are those of `now`.
[[nodiscard]] ViewRef viewOf(const Finding& finding, const Verdict& verdict, const ViewRef& now = {});

/// The stage to look at first; empty where nothing was measured.
[[nodiscard]] std::string firstOrSlowest(const Verdict& verdict);

}  // namespace headwater

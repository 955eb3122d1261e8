// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/Session.h"
#include "core/base/Result.h"
#include "core/report/SavedInvestigation.h"
#include "core/triage/Verdict.h"

namespace headwater::cli {

/// Loads both runs, analyses them and judges: what `analyze` and `report` share. Warnings go to the session.
[[nodiscard]] Result<Verdict> judge(const SavedInvestigation& investigation, int threads, Session& session);

}  // namespace headwater::cli

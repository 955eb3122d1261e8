// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/cache/Folder.h"
#include "core/report/SavedInvestigation.h"
#include "core/triage/DecisionBasis.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// What is inside the first regressed stage.
struct DrillAnswer {
    std::optional<DrillDown> drill;
    bool needsTraces = false;  ///< ranks are kept ones, and this pair was never taken apart so: read their traces
};

/// drillDown(), or what it once gave for these very files judged in this way. `folder` null: nothing is kept.
/// `investigation` says how it is judged; its notes play no part. Fails only with Cancelled.
[[nodiscard]] Result<DrillAnswer> drillOrKept(const CacheFolder* folder, const SavedInvestigation& investigation,
                                              const DecisionBasis& basis, const Verdict& verdict, const Job& job);

}  // namespace headwater

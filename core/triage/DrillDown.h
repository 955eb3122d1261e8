// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/triage/DecisionBasis.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// Takes the first regressed stage apart (DESIGN section 4): the same partition and the same rules one level deeper, by
/// the annotations inside it, else modules, else operators, whichever cover at least half of its host time on both
/// sides; then inside the first of those that regressed, and so on. At the end of the path its kernels and operators
/// are compared call by call. Nothing where no stage regressed, an input is no trace, or a run lacks the stage.
/// Takes as long as a few partitions; fails only with Cancelled.
[[nodiscard]] Result<std::optional<DrillDown>> drillDown(const DecisionBasis& basis, const Verdict& verdict,
                                                         const Job& job);

/// The id of the finding that tells of a drill-down.
inline constexpr std::string_view kDrillDownFinding = "timeline.drill-down";

/// Puts the drill-down into the verdict, with a finding of the timeline layer that tells it.
void attachDrillDown(Verdict& verdict, DrillDown drill);

/// Says in the verdict, as a finding and a warning, that the first regressed stage cannot be taken apart because a run
/// came as summaries. Nothing where no stage regressed, where it was taken apart, or where the traces are at hand.
void noteNoDrillDown(Verdict& verdict, const PairAnalysis& pair);

}  // namespace headwater

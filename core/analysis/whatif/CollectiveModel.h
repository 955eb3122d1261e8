// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/analysis/RunAnalysis.h"
#include "core/analysis/whatif/ReplayModel.h"
#include "core/base/Result.h"

namespace headwater::whatif {

/// A run of traces as its ranks' own time between matched collectives, step after step (METHODS 4; waiting and transfer
/// as in 3.2 A): each collective starts on a rank after the work it needs (RankMeetings) and after the one before it on
/// its stream, compute goes on beside it, it ends on all ranks together with its transfer, and holds up what came after
/// its end. What of it is exposed is what is left over in the replay. Nothing else ties ranks together. With
/// `bySegment` work is averaged and exchanged by its place between meetings, which needs equally many in every step.
/// Stages are the run's stages, workers its ranks, types what the device did ("compute", "communication", "memcpy",
/// "memset", "idle"). Steps that are not whole on every rank that has them are replayed, not counted. Needs
/// RunAnalysis::timeline. Errors: NothingUsable, Malformed (collectives matched so that they wait for each other).
[[nodiscard]] Result<ReplayModel> collectiveModel(const RunAnalysis& analysis, bool bySegment);

/// How many usable collectives every rank enters in every step; nothing where steps differ. Needs the timeline.
[[nodiscard]] std::optional<std::size_t> meetingsPerStep(const RunAnalysis& analysis);

}  // namespace headwater::whatif

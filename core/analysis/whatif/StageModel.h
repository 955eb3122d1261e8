// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/whatif/ReplayModel.h"
#include "core/base/Result.h"
#include "core/run/StageCube.h"

namespace headwater::whatif {

/// Stage durations as a replay: each rank runs its stages in order, step after step; a stage in which ranks waited ends
/// on all of them together. Without waiting in the input ranks are independent. Types are not known. Counts steps that
/// are Ok on every rank that has them. Errors: NothingUsable, TooLarge (durations beyond any training run).
[[nodiscard]] Result<ReplayModel> stageModel(const StageCube& cube);

}  // namespace headwater::whatif

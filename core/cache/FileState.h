// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/Folder.h"
#include "core/report/Json.h"
#include "core/run/Run.h"

namespace headwater {

/// Whether any file of a run is worth being kept.
[[nodiscard]] bool isLarge(const CacheFolder& folder, const Run& run);

/// Every file of a run with its size, its time of change and, of a large one, its first and last MiB: when anything of
/// it changes, so does this.
[[nodiscard]] Json filesState(const CacheFolder& folder, const Run& run);

}  // namespace headwater

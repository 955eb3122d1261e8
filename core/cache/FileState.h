// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/cache/Folder.h"
#include "core/report/Json.h"
#include "core/run/Run.h"

namespace headwater {

/// Whether reading this file takes long enough to keep what it gives: it has folder.leastFile bytes, or says in its
/// last four that it has them once unpacked (gzip), as a trace of 4 MB does that is read as 60.
[[nodiscard]] bool isLarge(const CacheFolder& folder, const std::filesystem::path& file, std::uint64_t bytes);

/// Whether any file of a run is.
[[nodiscard]] bool isLarge(const CacheFolder& folder, const Run& run);

/// Every file of a run with its size, its time of change and, of a large one, its first and last MiB: when anything of
/// it changes, so does this.
[[nodiscard]] Json filesState(const CacheFolder& folder, const Run& run);

}  // namespace headwater

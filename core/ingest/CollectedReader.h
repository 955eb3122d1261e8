// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Job.h"
#include "core/run/CollectedRun.h"

namespace headwater {

/// Reads a collected run (`headwater.run-summary/1`). It is not compressed: TooLarge for one that is, Cancelled, and
/// what decodeCollected() fails with. No more memory is asked for than the file has bytes.
[[nodiscard]] Result<CollectedRunPtr> readCollected(const std::filesystem::path& path, const Job& job);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/IsolationResults.h"

namespace headwater {

/// Reads what isolation tests showed: the list "isolation" of `headwater.scale-results/1` (README.md); empty where the
/// file has none. nccl-tests entries without nodes give one result for each set of hosts that their outputs name.
/// Errors: those of readScaleResults(), and Malformed with the place: a test of another name, a round without groups, a
/// time that is no positive number, an nccl-tests output that names no hosts where the entry names none either.
[[nodiscard]] Result<std::vector<IsolationResult>> readIsolationResults(const std::filesystem::path& path,
                                                                        const Job& job);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/IsolationResults.h"

namespace headwater {

/// Whether a file holds what nccl-tests print (text, or the JSON of `-J`): it can be read as such.
[[nodiscard]] bool isNcclOutput(const std::filesystem::path& file, const Job& job);

/// Outputs of nccl-tests as isolation results, one for each set of hosts that they name, without a baseline: the
/// current side holds the out-of-place bus bandwidth (GB/s) at the largest message size that all of these files
/// measured. Errors: those of reading the files, and BadUsage with the file where one names no hosts, or no size is in
/// all of them.
[[nodiscard]] Result<std::vector<IsolationResult>> readNcclOutputs(std::span<const std::filesystem::path> files,
                                                                   const Job& job);

}  // namespace headwater

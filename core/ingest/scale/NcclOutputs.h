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

/// Outputs of nccl-tests as isolation results, without a baseline: one for each set of hosts that they name and each
/// message size that all of these files measured, from 1 MiB on (below it the bandwidth is a matter of latency) or the
/// largest alone. The current side holds the out-of-place bus bandwidth in GB/s. Errors: those of reading the files,
/// and BadUsage with the file where one names no hosts, or no size is in all of them.
[[nodiscard]] Result<std::vector<IsolationResult>> readNcclOutputs(std::span<const std::filesystem::path> files,
                                                                   const Job& job);

/// Takes outputs of nccl-tests from when all was well as the baselines of results that are there: of the same hosts (by
/// their first labels) and message size, in place of what was their baseline. Returns how many results have one now.
/// Errors: those of reading the files, and BadUsage with the file where one names no hosts or those of no result, or
/// has none of the sizes.
[[nodiscard]] Result<std::size_t> addNcclBaseline(std::vector<IsolationResult>& results,
                                                  std::span<const std::filesystem::path> files, const Job& job);

/// One group measured by outputs of nccl-tests on both sides, at the largest message size that all of them have. Hosts
/// that an output names must be `nodes`. Errors likewise.
[[nodiscard]] Result<GroupMeasurement> readNcclGroup(const std::vector<std::string>& nodes,
                                                     std::span<const std::filesystem::path> baseline,
                                                     std::span<const std::filesystem::path> current, const Job& job);

}  // namespace headwater

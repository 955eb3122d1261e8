// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/ScaleResults.h"

namespace headwater::scale {

/// Adds to one side of a group what nccl-tests measured: the out-of-place bus bandwidth in GB/s at `messageBytes`, one
/// value a test in the files, and as invariants the message size, the collective and the number of ranks. Where a file
/// names the hosts it ran on, they must be `nodes` (a host's first label counts). Errors: those of reading the files,
/// and BadUsage with the file: another set of hosts, no row of that size, wrong results.
[[nodiscard]] Status addNcclTests(const std::vector<std::filesystem::path>& files, std::uint64_t messageBytes,
                                  const std::vector<std::string>& nodes, ScaleSide& side, const Job& job);

/// The hosts that an nccl-tests output names, by their first labels, sorted; empty where it names none. Errors: those
/// of reading the file.
[[nodiscard]] Result<std::vector<std::string>> hostsOf(const std::filesystem::path& file, const Job& job);

/// The message sizes in bytes of which an nccl-tests output has an out-of-place bus bandwidth in every test. Errors:
/// those of reading the file.
[[nodiscard]] Result<std::set<std::uint64_t>> sizesOf(const std::filesystem::path& file, const Job& job);

}  // namespace headwater::scale

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/run/CommTests.h"

namespace headwater::others {

struct NcclTestsContent {
    std::vector<NcclTest> tests;  ///< in order of appearance; only those with rows or devices
    Problems problems;
    std::uint64_t lines = 0;
};

/// Reads what nccl-tests print, of any version: with or without the columns redop and root, "#wrong" or the older
/// "error", times of the device or the host, extra columns of newer versions, several tests in one file, lines of
/// several processes tagged and mixed ("0: ", "[1,0]<stdout>:", "node-3: "), other lines in between.
/// Bandwidths become bytes a second (1 GB = 10⁹ B), times ns. Errors: those of ByteSource, NothingUsable, Cancelled.
[[nodiscard]] Result<NcclTestsContent> readNcclTestsText(const std::filesystem::path& path, const Job& job);

/// Reads the JSON of `-J`. The environment in it is not looked at. Errors: Malformed, TooLarge, NothingUsable,
/// Cancelled.
[[nodiscard]] Result<NcclTestsContent> readNcclTestsJson(const std::filesystem::path& path, const Job& job);

/// "all_reduce" for "./build/all_reduce_perf -b 8", "nccl_allreduce.log"; empty where none is named.
[[nodiscard]] std::string collectiveNamedIn(std::string_view text);

}  // namespace headwater::others

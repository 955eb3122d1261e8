// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/run/CommTests.h"

namespace headwater::others {

struct FlightRecorderContent {
    FlightRecord record;
    Problems problems;
};

/// Reads the JSON form of PyTorch's NCCL flight recorder. Times are epoch ns; what the recorder does not know (0) is
/// nothing. The rank stands in the file's name alone. A dump that stops early yields its complete entries.
/// Errors: Malformed, TooLarge, NothingUsable, Cancelled.
[[nodiscard]] Result<FlightRecorderContent> readFlightRecorder(const std::filesystem::path& path, const Job& job);

/// 3 for "nccl_trace_rank_3", "_dump_3", "dump_rank3.json"; nothing where the name holds no such number.
[[nodiscard]] std::optional<int> dumpRank(std::string_view fileName);

}  // namespace headwater::others

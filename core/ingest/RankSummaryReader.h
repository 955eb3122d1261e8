// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/RankSummary.h"

namespace headwater {

/// Reads `headwater.rank-summary/1` (README.md), plain or gzip. Problems of the trace it was made of are its own,
/// under its own path. Errors: those of readWholeFile() and decodeSummary().
[[nodiscard]] Result<SummarizedRank> readRankSummary(const std::filesystem::path& path, const Job& job);

/// What tells one content of a file from another without reading all of it: its size and its first and last 64 KiB
/// (where gzip has its checksum and every format its newest events), as 16 hexadecimal digits (FNV-1a). Unreadable
/// where the file cannot be read.
[[nodiscard]] Result<std::string> fingerprintOf(const std::filesystem::path& path);

}  // namespace headwater

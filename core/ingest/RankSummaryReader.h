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

}  // namespace headwater

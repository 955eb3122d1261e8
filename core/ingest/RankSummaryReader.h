// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/SummaryCodec.h"

namespace headwater {

/// Reads `headwater.rank-summary/1` (README.md), plain or gzip. Problems of the trace it was made of are its own,
/// under its own path. `manifest`, where it is not null, gets what it carries. Errors: those of readWholeFile() and
/// decodeSummary().
[[nodiscard]] Result<SummarizedRank> readRankSummary(const std::filesystem::path& path, const Job& job,
                                                     CarriedManifest* manifest = nullptr);

/// The name of the format, and the variant of a summary that carries no manifest.
inline constexpr std::string_view kRankSummaryFormat = "rank-summary";
inline constexpr std::string_view kWithoutManifest = "without the manifest of its run";

}  // namespace headwater

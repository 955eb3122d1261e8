// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/Result.h"
#include "core/run/RankSummary.h"
#include "core/run/Run.h"

namespace headwater::cli {

/// How the name of a summary ends.
inline constexpr std::string_view kSummaryEnding = ".summary.gz";

/// "rank3.pt.trace" of "rank3.pt.trace.json.gz".
[[nodiscard]] std::string stemOf(const std::filesystem::path& trace);

/// "STEM.rank-N.summary.gz", or "STEM.rank-unknown.summary.gz".
[[nodiscard]] std::string summaryName(const std::filesystem::path& trace, const std::optional<int>& rank);

/// What a summary file holds: the rank, and of the manifest of its run what is its own.
[[nodiscard]] Result<std::string> summaryBytes(const SummarizedRank& rank, const Manifest& ofRun);

}  // namespace headwater::cli

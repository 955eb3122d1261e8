// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/RankSummaryReader.h"

#include "core/ingest/WholeFile.h"

namespace headwater {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t(64) << 20U;  ///< decompressed; a summary has a few hundred kB

}  // namespace

Result<SummarizedRank> readRankSummary(const std::filesystem::path& path, const Job& job, CarriedManifest* manifest)
{
    Problems problems;
    const auto bytes = readWholeFile(path, job, problems, kMostBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto rank = decodeSummary(*bytes, manifest);
    if (!rank) {
        rank.error().file = path.string();
        rank.error().advice = "summarise the trace again";
        return rank;
    }
    rank->trace.file = path.string();
    rank->trace.problems.insert(rank->trace.problems.end(), problems.begin(), problems.end());
    for (Problems* list : {&rank->trace.problems, &rank->summary.stepProblems})
        for (Problem& problem : *list)
            problem.file = path.string();
    return rank;
}

}  // namespace headwater

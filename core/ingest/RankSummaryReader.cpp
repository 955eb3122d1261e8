// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/RankSummaryReader.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

#include "core/ingest/WholeFile.h"
#include "core/run/SummaryCodec.h"

namespace headwater {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t(64) << 20U;  ///< decompressed; a summary has a few hundred kB

void hash(std::uint64_t& state, std::string_view bytes)
{
    constexpr std::uint64_t kPrime = 0x100000001b3;
    for (const char c : bytes)
        state = (state ^ static_cast<unsigned char>(c)) * kPrime;
}

}  // namespace

Result<SummarizedRank> readRankSummary(const std::filesystem::path& path, const Job& job)
{
    Problems problems;
    const auto bytes = readWholeFile(path, job, problems, kMostBytes);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto rank = decodeSummary(*bytes);
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

Result<std::string> fingerprintOf(const std::filesystem::path& path)
{
    constexpr std::uint64_t kStart = 0xcbf29ce484222325;
    constexpr std::uint64_t kEnds = 64 * 1024;
    std::error_code error;
    const std::uint64_t size = std::filesystem::file_size(path, error);
    std::ifstream file(path, std::ios::binary);
    if (error || !file)
        return fail(ErrorCode::Unreadable, "cannot be read", path.string(), {}, "check its permissions");
    std::string ends(std::min(size, kEnds), '\0');
    file.read(ends.data(), static_cast<std::streamsize>(ends.size()));
    std::uint64_t state = kStart;
    hash(state, fmt::format("{} ", size));
    hash(state, ends);
    if (size > kEnds) {
        file.seekg(static_cast<std::streamoff>(size - ends.size()));
        file.read(ends.data(), static_cast<std::streamsize>(ends.size()));
        hash(state, ends);
    }
    if (!file)
        return fail(ErrorCode::Unreadable, "cannot be read to its end", path.string(), {}, "try again");
    return fmt::format("{:016x}", state);
}

}  // namespace headwater

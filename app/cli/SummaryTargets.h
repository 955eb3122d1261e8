// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/Run.h"

namespace headwater::cli {

/// In a summary's metadata: when its trace was last changed, as writtenText() says it.
inline constexpr const char* kWrittenKey = "rank.written";
[[nodiscard]] std::string writtenText(const std::filesystem::path& trace);

/// Where the summaries of the traces of one call lie. The folders below a path given are kept: a trace of each rank may
/// have one name, "rank0/trace.json" and "rank1/trace.json". Safe to use from several threads.
class SummaryTargets {
public:
    SummaryTargets(std::filesystem::path out, std::vector<std::filesystem::path> given);

    /// Where the summary of the `part`-th of `parts` traces in `file` belongs: summaryName(), and with several traces
    /// "STEM.rank-N.1of2.summary.gz".
    [[nodiscard]] std::filesystem::path of(const std::filesystem::path& file, const std::optional<int>& rank,
                                           std::size_t part, std::size_t parts) const;

    /// Makes its folder and keeps the place for `file`. WriteFailed where it is another trace's: one of this call, or
    /// one that a summary which lies there was made of and that is still there.
    [[nodiscard]] Status claim(const std::filesystem::path& target, const std::filesystem::path& file);

    /// What a summary is made of.
    struct Wanted {
        std::string fingerprint;             ///< of the trace
        std::optional<int> rank;             ///< that the user gave the file
        std::function<Manifest()> manifest;  ///< of its run, asked where a summary is of this trace
    };
    /// Whether summaries of all traces in this file lie there already: made of this content and carrying this manifest,
    /// and no older than it. The fingerprint leaves the middle of a file out, so a trace that was written since, or
    /// has another time of change than it had (kWrittenKey), counts as changed.
    [[nodiscard]] bool upToDate(const std::filesystem::path& file, const Wanted& wanted, const Job& job) const;

    /// Removes what earlier calls left behind of this file: summaries of ranks that it has no more, and pieces that
    /// were being written when a program was killed.
    void removeOld(const std::filesystem::path& file, const std::vector<std::filesystem::path>& written) const;

private:
    [[nodiscard]] std::filesystem::path folderOf(const std::filesystem::path& file) const;

    std::filesystem::path m_out;
    std::vector<std::filesystem::path> m_given;
    std::mutex m_mutex;
    std::map<std::filesystem::path, std::filesystem::path> m_claimed;
};

}  // namespace headwater::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater::cli {

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

    /// Whether summaries of all traces in this file lie there already: made of this content, and no older than it. The
    /// fingerprint leaves the middle of a file out, so a trace written since counts as changed.
    [[nodiscard]] bool upToDate(const std::filesystem::path& file, const std::string& fingerprint,
                                const std::optional<int>& rank, const Job& job) const;

private:
    [[nodiscard]] std::filesystem::path folderOf(const std::filesystem::path& file) const;

    std::filesystem::path m_out;
    std::vector<std::filesystem::path> m_given;
    std::mutex m_mutex;
    std::map<std::filesystem::path, std::filesystem::path> m_claimed;
};

}  // namespace headwater::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/RunFolders.h"

#include <algorithm>

namespace headwater {

namespace fs = std::filesystem;

namespace {

bool liesIn(const fs::path& file, const fs::path& folder)
{
    const fs::path outer = folder.has_filename() ? folder : folder.parent_path();
    return std::mismatch(outer.begin(), outer.end(), file.begin(), file.end()).first == outer.end();
}

bool sameKind(const Run& a, const Run& b)
{
    return (a.metrics != nullptr) == (b.metrics != nullptr) && a.metricsFromLogs == b.metricsFromLogs;
}

}  // namespace

std::vector<RunFolder> runFolders(std::span<const fs::path> paths, const std::vector<FileContent>& contents)
{
    std::vector<RunFolder> folders;
    std::error_code error;
    for (const fs::path& path : paths)
        if (fs::is_directory(path, error))
            folders.push_back({{path}, {}});
    if (folders.size() < 2)
        return {};
    for (const fs::path& path : paths)
        if (!fs::is_directory(path, error))
            folders.front().paths.push_back(path);
    for (std::size_t i = 0; i < contents.size(); ++i) {
        const auto at = std::ranges::find_if(
            folders, [&](const RunFolder& folder) { return liesIn(contents[i].source.path, folder.paths.front()); });
        (at == folders.end() ? folders.front() : *at).files.push_back(i);
    }
    return folders;
}

bool repeats(const Run& a, const Run& b)
{
    return sameKind(a, b) && std::ranges::any_of(b.ranks, [&](const RankData& rank) {
               return std::ranges::find(a.ranks, rank.rank, &RankData::rank) != a.ranks.end();
           });
}

}  // namespace headwater

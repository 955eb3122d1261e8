// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/FileWalk.h"

#include <algorithm>

#include "core/ingest/NotRegular.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 200'000;

/// "trace.rank-0.summary.gz.4711-0.tmp": whole or not, it would be a second file of its rank.
bool isUnfinished(const std::string& name)
{
    return name.ends_with(".tmp") && name.find(".summary.gz.") != std::string::npos;
}

void addEntry(const fs::directory_entry& entry, FoundFiles& found)
{
    std::error_code error;
    if (entry.is_regular_file(error)) {
        if (!isUnfinished(entry.path().filename().string()))
            found.files.push_back(entry.path());
        else
            found.problems.push_back({Severity::Info,
                                      "unfinished-summary",
                                      "not read: a summary that is being written, or was when its program was killed",
                                      {},
                                      entry.path().string()});
        return;
    }
    const bool link = entry.is_symlink(error);
    const bool folder = entry.is_directory(error);
    if (folder && !link)
        return;  // walked
    const std::string what = folder ? "a link to a folder, which is not followed" : notRegular(entry.path());
    const bool dangling = link && entry.status(error).type() == fs::file_type::not_found;
    if (!what.empty())
        found.problems.push_back({folder ? Severity::Info : Severity::Warning,
                                  folder     ? "folder-link"
                                  : dangling ? "dangling-link"
                                             : "not-a-file",
                                  "not read: " + what,
                                  {},
                                  entry.path().string()});
}

void walk(const fs::path& folder, FoundFiles& found)
{
    std::error_code error;
    fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
        addEntry(*it, found);
        if (found.files.size() >= kMostFiles) {
            found.problems.push_back({Severity::Warning,
                                      "too-many-files",
                                      "only the first " + std::to_string(kMostFiles) + " files were looked at",
                                      {},
                                      folder.string()});
            return;
        }
    }
    if (error)
        found.problems.push_back({Severity::Warning, "unreadable-folder", error.message(), {}, folder.string()});
}

}  // namespace

Result<FoundFiles> findFiles(std::span<const fs::path> paths)
{
    FoundFiles found;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (fs::is_directory(path, error))
            walk(path, found);
        else if (!notRegular(path).empty() || fs::exists(path, error))
            found.files.push_back(path);
        else
            return fail(ErrorCode::NotFound, "no such file or folder", path.string(), {}, "check the path");
    }
    std::ranges::sort(found.files);
    found.files.erase(std::unique(found.files.begin(), found.files.end()), found.files.end());
    return found;
}

}  // namespace headwater

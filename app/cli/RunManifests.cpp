// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/RunManifests.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/ingest/FileWalk.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/RunAssembler.h"

namespace headwater::cli {

namespace {

namespace fs = std::filesystem;

fs::path whole(const fs::path& path)
{
    std::error_code error;
    fs::path out = fs::absolute(path, error).lexically_normal();
    return out.has_filename() ? out : out.parent_path();
}

/// Cheap to ask of thousands of files: what no manifest is called, or is too large for one.
bool mayBeManifest(const fs::path& file)
{
    constexpr std::uintmax_t kMostBytes = std::uintmax_t(1) << 20U;
    constexpr std::array<std::string_view, 4> kOthers = {".summary.gz", ".sqlite", ".pt.trace.json",
                                                         ".pt.trace.json.gz"};
    const std::string name = file.filename().string();
    std::error_code error;
    return std::ranges::none_of(kOthers, [&](std::string_view ending) { return name.ends_with(ending); }) &&
           fs::is_regular_file(file, error) && fs::file_size(file, error) <= kMostBytes;
}

bool liesBelow(const fs::path& file, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

/// The files of this folder, and of `records` in it.
std::vector<fs::path> filesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::path& one : {folder, folder / "records"})
        for (const auto& entry : fs::directory_iterator(one, error))
            files.push_back(entry.path());
    return files;
}

}  // namespace

RunManifests::RunManifests(std::span<const fs::path> operands, const fs::path& run, const Job& job)
{
    std::set<fs::path> candidates;
    const auto walk = [&](const fs::path& root) {
        m_roots.insert(root);
        if (auto found = findFiles(std::array{root}))
            candidates.insert(found->files.begin(), found->files.end());
    };
    std::error_code error;
    if (!run.empty())
        walk(whole(run));
    else
        for (const fs::path& operand : operands) {
            const fs::path root = whole(operand);
            if (fs::is_directory(root, error)) {
                walk(root);
            } else if (m_roots.insert(root.parent_path()).second) {
                const std::vector<fs::path> files = filesIn(root.parent_path());
                candidates.insert(files.begin(), files.end());
            }
        }
    for (const fs::path& file : candidates)
        if (!job.stopped() && mayBeManifest(file))
            take(file, job);
}

void RunManifests::take(const fs::path& file, const Job& job)
{
    const std::string format = unreadSource(file).format;
    if (format != "manifest" && format != "collect-env")
        return;
    FileContent content = readFile(file, {}, job);
    m_problems.insert(m_problems.end(), content.source.problems.begin(), content.source.problems.end());
    m_found.push_back({file, std::move(content.manifest)});
}

Manifest RunManifests::merged(const fs::path& folder)
{
    Manifest out;
    for (const Found& one : m_found) {
        if (!liesBelow(one.file, folder))
            continue;
        for (const auto& [key, value] : one.manifest) {
            const auto [known, added] = out.try_emplace(key, value);
            if (added || known->second.value == value.value || mayDiffer(key))
                continue;
            const std::scoped_lock lock(m_mutex);
            if (m_conflicts.emplace(key, one.file.string()).second)
                m_problems.push_back({Severity::Warning, "manifest-conflict",
                                      fmt::format("{} is {} here and {} in {}; the latter counts", key, value.value,
                                                  known->second.value, known->second.source),
                                      value.position, one.file.string()});
        }
    }
    return out;
}

Manifest RunManifests::of(const fs::path& trace)
{
    for (fs::path folder = whole(trace).parent_path();; folder = folder.parent_path()) {
        Manifest found = merged(folder);
        if (!found.empty() || m_roots.contains(folder) || folder == folder.parent_path())
            return found;
    }
}

Problems RunManifests::problems() const
{
    const std::scoped_lock lock(m_mutex);
    return m_problems;
}

}  // namespace headwater::cli

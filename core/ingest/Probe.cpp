// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Probe.h"

#include "core/ingest/FileWalk.h"
#include "core/ingest/NotRegular.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/SampleFile.h"

namespace headwater {

namespace {

/// Files up to this size are read to the end, so that their events, ranks and steps are exact.
constexpr std::uintmax_t kReadWholly = std::uintmax_t(64) << 20U;

/// What lies at the paths; one at which nothing is does not keep the others from being looked at. Error NotFound when
/// there is nothing at any.
Result<FoundFiles> findEach(std::span<const std::filesystem::path> paths)
{
    Problems missing;
    std::vector<std::filesystem::path> there;
    for (const std::filesystem::path& path : paths) {
        std::error_code error;
        if (!notRegular(path).empty() || std::filesystem::exists(path, error))
            there.push_back(path);
        else
            missing.push_back({Severity::Error, "no-such-file", "no such file or folder", {}, path.string()});
    }
    auto found = findFiles(there.empty() ? paths : std::span<const std::filesystem::path>(there));
    if (found)
        found->problems.insert(found->problems.end(), missing.begin(), missing.end());
    return found;
}

}  // namespace

Result<std::vector<SourceFile>> probe(std::span<const std::filesystem::path> paths, const Job& job,
                                      const std::string& ruleFile)
{
    const auto found = findEach(paths);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<SourceFile> files;
    ReadOptions options;
    options.ruleFile = ruleFile;
    for (std::size_t i = 0; i < found->files.size(); ++i) {
        if (job.stopped())
            return cancelled();
        const std::string name = found->files[i].filename().string();
        job.report(static_cast<double>(i) / static_cast<double>(found->files.size()), name);
        std::error_code error;
        const auto size = std::filesystem::file_size(found->files[i], error);
        if (!error && size > kReadWholly) {
            files.push_back(sampleFile(found->files[i], job));
            continue;
        }
        Job one;
        one.stop = job.stop;
        files.push_back(readFile(found->files[i], options, one).source);
    }
    if (job.stopped())
        return cancelled();
    for (const Problem& problem : found->problems) {
        SourceFile file;
        file.path = problem.file;
        file.format = "unknown";
        file.problems = {problem};
        files.push_back(std::move(file));
    }
    return files;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Probe.h"

#include "core/ingest/FileWalk.h"
#include "core/ingest/ReadFile.h"
#include "core/ingest/SampleFile.h"

namespace headwater {

namespace {

/// Files up to this size are read to the end, so that their events, ranks and steps are exact.
constexpr std::uintmax_t kReadWholly = std::uintmax_t(64) << 20U;

}  // namespace

Result<std::vector<SourceFile>> probe(std::span<const std::filesystem::path> paths, const Job& job,
                                      const std::string& ruleFile)
{
    const auto found = findFiles(paths);
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
            files.push_back(sampleFile(found->files[i]));
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/Probe.h"

#include "core/ingest/FileWalk.h"
#include "core/ingest/ReadFile.h"

namespace headwater {

Result<std::vector<SourceFile>> probe(std::span<const std::filesystem::path> paths, const Job& job)
{
    const auto found = findFiles(paths);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<SourceFile> files;
    for (std::size_t i = 0; i < found->files.size(); ++i) {
        if (job.stopped())
            return cancelled();
        const std::string name = found->files[i].filename().string();
        job.report(static_cast<double>(i) / static_cast<double>(found->files.size()), name);
        Job one;
        one.stop = job.stop;
        files.push_back(readFile(found->files[i], {}, one).source);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/Run.h"

namespace headwater {

struct LoadOptions {
    std::vector<int> ranks;  ///< keep only these; empty: all
    std::string unit;        ///< unit of a bare `duration` column: "ns", "us", "ms", "s"; empty: from the header
};

/// Reads one run from files and folders (folders recursively; a folder is one run). Files are recognised by content and
/// read in parallel, up to job.threads at once. What is odd is listed in Run::problems and per file; an error only when
/// nothing usable is found, a path does not exist, or the job was stopped.
[[nodiscard]] Result<RunPtr> loadRun(std::span<const std::filesystem::path> paths, const LoadOptions& options,
                                     const Job& job);

}  // namespace headwater

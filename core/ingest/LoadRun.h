// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/ingest/Format.h"
#include "core/run/FileOverride.h"
#include "core/run/Run.h"

namespace headwater {

struct LoadOptions {
    std::vector<int> ranks;  ///< keep only these, all of which must be there; empty: all
    std::string unit;        ///< unit of a bare `duration` column: "ns", "us", "ms", "s"; empty: from the header
    std::string ruleFile;    ///< for generic Chrome traces, see Format.h
    std::optional<Ns> zone;  ///< ns east of UTC of times without a zone in logs and telemetry; nothing: inferred
    /// What the user says about single files; beats what the files say. An ignored file is listed, not read.
    FileOverrides overrides;
    /// Which run this is: files placed on the other side are left to it, files placed on this one are added, wherever
    /// they lie. Nothing: every file stays where it was found.
    std::optional<Side> side;
    /// Reads a file in place of readFile(), from several threads at once: through a cache, say.
    std::function<FileContent(const std::filesystem::path&, const ReadOptions&, const Job&)> read;
};

/// Reads one run from files and folders (folders recursively; a folder is one run). Files are recognised by content and
/// read in parallel, up to job.threads at once. What is odd is listed in Run::problems and per file; an error only when
/// nothing usable is found, a path does not exist, a chosen rank is not there (BadUsage), or the job was stopped.
[[nodiscard]] Result<RunPtr> loadRun(std::span<const std::filesystem::path> paths, const LoadOptions& options,
                                     const Job& job);

}  // namespace headwater

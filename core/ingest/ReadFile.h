// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/ingest/StageMetricsReader.h"
#include "core/run/Run.h"

namespace headwater {

/// One file, recognised and read: its row for `probe` and, where it holds any, its data.
struct FileContent {
    SourceFile source;
    std::string reason;           ///< why the format is unknown
    std::optional<Error> error;   ///< recognised, but not readable
    TracePtr trace;
    std::optional<StageMetrics> metrics;
};

/// Recognises a file and reads it with the reader of its format: the one place that knows which reader serves which
/// format. Never fails: what goes wrong is in `error` and in source.problems.
[[nodiscard]] FileContent readFile(const std::filesystem::path& path, const std::string& unit, const Job& job);

/// The step numbers of a trace's ProfilerStep annotations, ascending.
[[nodiscard]] std::vector<std::int64_t> profilerSteps(const Trace& trace);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/Job.h"
#include "core/ingest/Format.h"

namespace headwater {

/// Recognises a file by its content and reads it with the reader of its format. Never fails: what goes wrong is in
/// `error` and in source.problems; a file of no known format is "unknown" with the reason.
[[nodiscard]] FileContent readFile(const std::filesystem::path& path, const ReadOptions& options, const Job& job);

/// The step numbers of a trace's ProfilerStep annotations, ascending.
[[nodiscard]] std::vector<std::int64_t> profilerSteps(const Trace& trace);

}  // namespace headwater

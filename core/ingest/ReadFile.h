// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/ingest/Format.h"

namespace headwater {

/// Recognises a file by its content and reads it with the reader of its format. Never fails: what goes wrong is in
/// `error` and in source.problems; a file of no known format is "unknown" with the reason.
[[nodiscard]] FileContent readFile(const std::filesystem::path& path, const ReadOptions& options, const Job& job);

/// A file that the user left out, as it is listed: its format is recognised, nothing is read.
[[nodiscard]] SourceFile unreadSource(const std::filesystem::path& path);

/// Moves traces into `content` and says in its source which ranks, steps and problems they have. A rank given by the
/// user holds for a file of one trace only; otherwise it is refused with a problem.
void addTraces(std::vector<Trace> traces, const ReadOptions& options, FileContent& content);

/// The step numbers of a trace's ProfilerStep annotations, ascending.
[[nodiscard]] std::vector<std::int64_t> profilerSteps(const Trace& trace);

}  // namespace headwater

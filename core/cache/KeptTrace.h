// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Job.h"
#include "core/cache/Folder.h"
#include "core/ingest/Format.h"

namespace headwater {

/// What readFile() gives of a trace, or its summary where the cache has one of this very file: same size, same first
/// and last MiB, same time of change, read with the same options by the same version of the program. A trace that is
/// read is summarised and kept for the next time, unless it is smaller than folder.leastFile,
/// packed and unpacked. A rule file says what a
/// trace means: with one, nothing is kept. What the cache cannot do is no error.
[[nodiscard]] FileContent readOrKept(const CacheFolder& folder, const std::filesystem::path& path,
                                     const ReadOptions& options, const Job& job);

/// What readFile() gives; of a rank summary the trace that it was made of, where that lies at its path or beside the
/// summary and has not changed since.
[[nodiscard]] FileContent readTraceOf(const std::filesystem::path& path, const ReadOptions& options, const Job& job);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/trace/Trace.h"

namespace headwater {

/// What one SQLite export of Nsight Systems holds.
struct NsysContent {
    std::vector<Trace> traces;  ///< one a process, by process id; rank is empty where nothing tells it
    std::string schema;         ///< version of the export's schema, or empty
    std::uint64_t rows = 0;     ///< rows of all event tables read
    Problems problems;          ///< of the file as a whole; each trace has its own as well
};

/// Reads a `nsys export --type sqlite` file of any schema version: tables and columns are looked for before they are
/// used. Kernels, copies, memsets and whole graphs become activities (track = device, stream); CUDA calls, NVTX ranges
/// and profiler overhead become host ranges (track = process, thread). NVTX ranges of PyTorch operators lose their
/// ", op_id = …" and are operators; ranges of library domains (NCCL, MPI …) are of kind Other; all other ranges are
/// annotations. Activities are linked to their calls by correlation id within a process. Times are ns since 1970 where
/// the export knows its session's start. Processes without device work are left out where others have some.
/// The rank of a process comes, in this order, from the environment of the profiled command (one process only), from
/// MPI's thread name, from the file's name (one process only), from LOCAL_RANK (one process only, with a warning).
/// The file is opened read-only and is not changed. Errors: Unreadable, Malformed, TooLarge, NothingUsable, Cancelled.
[[nodiscard]] Result<NsysContent> readNsys(const std::filesystem::path& path, const Job& job);

}  // namespace headwater

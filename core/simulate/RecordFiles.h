// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Result.h"
#include "core/simulate/JobModel.h"
#include "core/simulate/Records.h"

namespace headwater {

/// The folder of a run that holds what is no trace.
inline constexpr const char* kRecordsFolder = "records";

/// Writes `run`/records: manifest.json, train.log, and for each host its metrics and its kernel log. `jobStart` is the
/// true time of the job's start, ns since 1970. WriteFailed where a file cannot be written.
[[nodiscard]] Status writeRecords(const JobModel& model, const RunRecords& records, const std::filesystem::path& run,
                                  Ns jobStart, bool compress);

/// Whether a file of this name in kRecordsFolder is one of those.
[[nodiscard]] bool isRecordName(std::string_view name);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/simulate/JobModel.h"
#include "core/simulate/Records.h"

namespace headwater {

/// Writes the traces of a pipelined run, one file a rank, and gives what its records are made of. `counted` is called
/// for every step of a rank that was written.
[[nodiscard]] Result<RunRecords> writePipelineRun(const JobModel& model, const std::filesystem::path& folder,
                                                  bool current, bool compress, const Job& job,
                                                  const std::function<void()>& counted);

}  // namespace headwater

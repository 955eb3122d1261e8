// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/run/StageCube.h"

namespace headwater {

struct StageMetrics {
    StageCube cube;
    std::map<int, std::string> hosts;  ///< by rank, where given
    std::map<int, std::string> roles;
    Problems problems;
    std::uint64_t rows = 0;
};

/// What the user says about a file of stage metrics.
struct StageMetricsOptions {
    std::string unit;         ///< of a bare `duration` or `wait`: "ns", "us", "ms", "s"
    std::optional<int> rank;  ///< of a file of one rank, whatever it says itself
    std::string timeUnit;     ///< of every time, whatever the header says
};

/// Reads stage metrics, CSV with a header or JSON lines (CONTRACT, last section): rank, step, stage, duration[_unit]
/// and optionally role, host, status, stage_index, wait_<unit>. `options.unit` serves a bare `duration`. The two-column
/// form stage,duration_* gives a plain vector (or one more step for each repetition of a stage). A NaN, infinite or
/// negative duration is kept as StageCube::invalid, is a problem with its line and fails its step. A row that is left
/// out, or whose duration is empty or no number, is a problem with its line, and its step Partial (Unknown where
/// nothing of it was measured). Cells may be separated by semicolons or tabs; a comma in a number is its decimal point
/// then. A step's duration is the sum of its stages. Errors: Unreadable, Malformed (no usable header), BadUsage (no
/// unit), NothingUsable, Cancelled.
[[nodiscard]] Result<StageMetrics> readStageMetrics(const std::filesystem::path& path,
                                                    const StageMetricsOptions& options, const Job& job);

}  // namespace headwater

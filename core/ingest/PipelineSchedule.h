// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Reads one rank's pipeline schedule as Primus writes it for its visualiser: {"ITERATION": {"total", "fwd_start"[],
/// "fwd_end"[], "bwd_start"[], "bwd_end"[], …}}, ms from the iteration's start. Forward and backward passes become
/// activities and annotations "forward" and "backward" with the micro-batch in their slot; iterations become steps,
/// laid end to end because the file has no clock across them; idle time before a pass counts to it. The rank comes from
/// the file's name. A truncated file yields the iterations that are complete before the cut and a problem that names
/// it. Errors: Unreadable, Malformed, TooLarge (an iteration beyond 16 MiB), NothingUsable, Cancelled.
[[nodiscard]] Result<Trace> readPipelineSchedule(const std::filesystem::path& path, const Job& job);

}  // namespace headwater

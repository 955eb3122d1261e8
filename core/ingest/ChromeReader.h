// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Problem.h"
#include "core/base/Result.h"
#include "core/ingest/ChromeRules.h"
#include "core/trace/Trace.h"

namespace headwater {

/// What one timeline file holds.
struct TimelineContent {
    std::vector<Trace> traces;  ///< one a rank, ascending
    std::uint64_t events = 0;
    Problems problems;  ///< of the file as a whole
};

/// Reads a Chrome trace (object or bare array, plain or gzip) by rules: events become activities and the annotations
/// that launch them (addSchedule), steps come from the step field. A rank's coordinates are kept in Trace::metadata as
/// "rank.NAME", the grid's sizes as "NAME_parallel", and "rank.role" where there is a coordinate "pipeline". Memory is
/// a small multiple of the number of events. A truncated file yields what is complete before the cut. Errors:
/// Unreadable, Malformed, NothingUsable (no event has a rank), TooLarge, Cancelled.
[[nodiscard]] Result<TimelineContent> readChromeTrace(const std::filesystem::path& path, const ChromeRules& rules,
                                                      const Job& job);

}  // namespace headwater

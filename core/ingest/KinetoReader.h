// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Decimal.h"
#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/ingest/ByteSource.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Reads one PyTorch Profiler (Kineto) trace, plain or gzip, of any age: category names of 2021 and later, text thread
/// ids, µs and ns times, a bare event array of the legacy profiler, B/E pairs. Streams: memory is the columns kept plus
/// about two MiB. A truncated file yields what is complete before the cut and a problem that names the cut. `job`
/// reports the share of the file read. Errors: Unreadable, Malformed (no trace at all), NothingUsable (no event with a
/// time), TooLarge, Cancelled. `unit`: of ts and dur, where the user knows better than the format.
[[nodiscard]] Result<Trace> readKineto(const std::filesystem::path& path, const Job& job, InflateLimits limits = {},
                                       TimeUnit unit = TimeUnit::Microsecond);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/ingest/ByteSource.h"
#include "core/ingest/JsonSplitter.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Malformed events that are told one by one; the rest is counted.
inline constexpr std::uint64_t kNamedEvents = 3;

/// What a reader of Kineto traces put right or passed over, counted.
struct KinetoRepairs {
    std::uint64_t badTimes = 0;
    std::uint64_t firstBadTime = 0;  ///< bytes before that event
    std::uint64_t negative = 0;
    std::uint64_t zeroTimes = 0;
    std::uint64_t unpaired = 0;
    std::uint64_t repairedText = 0;
};

/// Tells each kind as one problem of the trace, and where the file was cut.
void noteRepairs(Trace& trace, const KinetoRepairs& repairs, const JsonSplitter& splitter, const ByteSource& source);

}  // namespace headwater

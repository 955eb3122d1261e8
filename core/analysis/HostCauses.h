// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>

#include "core/trace/Trace.h"

namespace headwater {

/// What a host thread can be busy with while the device waits for its next launch, in the order in which overlapping
/// ranges count (METHODS 3.5).
enum class HostCause : std::uint8_t { Loader, GarbageCollection, Allocator, Synchronisation, Periodic };
constexpr std::size_t kHostCauses = 5;

/// When a thread was inside ranges of each cause; the sets may overlap.
using HostCauseTimes = std::array<IntervalSet, kHostCauses>;

/// Times of the causes on each of `threads`, by the rules of resources/taxonomy/host.json.
[[nodiscard]] std::map<TrackId, HostCauseTimes> hostCauseTimes(const Trace& trace, const std::set<TrackId>& threads);

}  // namespace headwater

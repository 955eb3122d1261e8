// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/resources/ResourceReport.h"
#include "core/analysis/resources/ResourceSeverity.h"

namespace headwater {

/// One reason why a GPU runs below its clocks (METHODS 6.1, NVML clock event reasons).
struct ThrottleReason {
    std::uint64_t bit = 0;
    std::string_view key;     ///< "hw_thermal"; the series of single flags are "gpu.throttle.<series>"
    std::string_view series;  ///< the last part of that name, empty where no tool has it
    std::string_view text;    ///< for people
    ResourceSeverity severity = ResourceSeverity::None;
};

/// All reasons by bit.
[[nodiscard]] std::span<const ThrottleReason> throttleReasons();

/// What a hit of the throttle checks says is that somebody set the clocks lower (applications clocks 0x2, display
/// clocks 0x100), which is no fault of cooling or power.
[[nodiscard]] bool isClockSetting(const ResourceHit& hit);

/// The reasons of a mask and the worst of their severities. Bits that have no name are left out.
struct ThrottleMask {
    std::vector<const ThrottleReason*> reasons;
    ResourceSeverity severity = ResourceSeverity::None;
};
[[nodiscard]] ThrottleMask readThrottleMask(std::uint64_t mask);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/Throttle.h"

#include <algorithm>
#include <array>

namespace headwater {

namespace {

using S = ResourceSeverity;

constexpr std::array kReasons{
    ThrottleReason{0x1, "gpu_idle", "idle", "idle", S::None},
    ThrottleReason{0x2, "app_clocks_setting", "applications_clocks", "application clocks set lower", S::Warning},
    ThrottleReason{0x4, "sw_power_cap", "sw_power_cap", "power cap", S::Warning},
    ThrottleReason{0x8, "hw_slowdown", "hw_slowdown", "hardware slowdown", S::Failure},
    ThrottleReason{0x10, "sync_boost", "sync_boost", "sync boost", S::Warning},
    ThrottleReason{0x20, "sw_thermal", "sw_thermal", "software thermal slowdown", S::Failure},
    ThrottleReason{0x40, "hw_thermal", "hw_thermal", "hardware thermal slowdown", S::Failure},
    ThrottleReason{0x80, "hw_power_brake", "hw_power_brake", "hardware power brake", S::Failure},
    ThrottleReason{0x100, "display_clocks", "", "display clocks setting", S::Warning},
};

}  // namespace

std::span<const ThrottleReason> throttleReasons()
{
    return kReasons;
}

ThrottleMask readThrottleMask(std::uint64_t mask)
{
    ThrottleMask read;
    for (const ThrottleReason& reason : kReasons) {
        if ((mask & reason.bit) == 0)
            continue;
        read.reasons.push_back(&reason);
        read.severity = std::max(read.severity, reason.severity);
    }
    return read;
}

}  // namespace headwater

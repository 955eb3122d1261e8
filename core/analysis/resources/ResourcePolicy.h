// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "core/base/Result.h"

namespace headwater {

/// Every threshold of the resource checks. Defaults are METHODS 6; what METHODS does not give is ours and marked so in
/// the table of resourceThresholds(). Shares are 0…1.
struct ResourcePolicy {
    double clockRatio = 0.97;
    double powerLimitRatio = 0.97;
    double temperatureRise = 10;
    double loadedUtilization = 0.5;
    double throttleShareWarn = 0.01;
    double throttleShareFail = 0.05;
    double throttleSameShare = 0.01;
    double powerCapRise = 0.10;
    double eccCorrectedPerMinute = 1;
    double eccCorrectedTotal = 2e7;
    double uncorrectableRemaps = 512;
    double retiredPages = 63;
    double retiredDoubleBit = 15;
    double errorFactor = 10;
    double nvlinkCrcPerSecond = 100;
    double smActiveDrop = 0.10;
    double dramSaturation = 0.75;
    double tensorShareOfPeak = 0.6;
    double linkSaturation = 0.85;
    double fragmentation = 0.20;
    double headroom = 0.05;
    double memoryUseChange = 0.10;
    double networkErrorsPerMinute = 1;
    double networkWaitFactor = 4;
    double pauseShareWarn = 0.01;
    double pauseShareFail = 0.05;
    double nicPcieStall = 0.05;
    double coreBusy = 0.95;
    double cpuPressure = 0.10;
    double stallPressure = 0.01;
    double cgroupThrottleWarn = 0.01;
    double cgroupThrottleFail = 0.05;
    double contextSwitchFactor = 5;
    double readTimeFactor = 1.2;
    double eventLeadMinutes = 120;
    double fewestPeers = 2;
    double fewestChecks = 8;

    friend bool operator==(const ResourcePolicy&, const ResourcePolicy&) = default;
};

/// One threshold as users meet it: its key in JSON, where it lies, the values it may have (both ends included).
struct ResourceThreshold {
    std::string_view key;
    double ResourcePolicy::*value;
    double lowest = 0;
    double highest = 0;
    std::string_view meaning;
};

/// All thresholds, in the order in which they are printed.
[[nodiscard]] std::span<const ResourceThreshold> resourceThresholds();

/// Reads an object of keys and numbers; what it does not name keeps its default. Error BadUsage for text that is no
/// such object, a key that is not known, and a value outside its range; `where` names the key.
[[nodiscard]] Result<ResourcePolicy> resourcePolicyFromJson(std::string_view json);

}  // namespace headwater

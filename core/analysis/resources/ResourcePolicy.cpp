// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/ResourcePolicy.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace headwater {

namespace {

using P = ResourcePolicy;
constexpr double kMany = 1e18;

// clang-format off
constexpr std::array kThresholds{
    ResourceThreshold{"clock_ratio", &P::clockRatio, 0, 1, "a clock below this share of the baseline's or the peers' is a warning"},
    ResourceThreshold{"power_limit_ratio", &P::powerLimitRatio, 0, 1, "the same for the power limit (ours)"},
    ResourceThreshold{"temperature_rise_kelvin", &P::temperatureRise, 0, 1000, "temperature above baseline or peers that is told as context (ours)"},
    ResourceThreshold{"loaded_utilization", &P::loadedUtilization, 0, 1, "samples with at least this GPU utilisation count as under load (ours)"},
    ResourceThreshold{"throttle_share_warn", &P::throttleShareWarn, 0, 1, "share of time in a violation counter (ours)"},
    ResourceThreshold{"throttle_share_fail", &P::throttleShareFail, 0, 1, "share of time in a violation counter (ours)"},
    ResourceThreshold{"throttle_same_share", &P::throttleSameShare, 0, 1, "a share that rose by less is as in the baseline (ours)"},
    ResourceThreshold{"power_cap_rise", &P::powerCapRise, 0, 1, "rise of the share of time at the power cap that is a warning"},
    ResourceThreshold{"ecc_corrected_per_minute", &P::eccCorrectedPerMinute, 0, kMany, "corrected memory errors a minute below which they are left alone (ours)"},
    ResourceThreshold{"ecc_corrected_total", &P::eccCorrectedTotal, 0, kMany, "corrected memory errors in all (Azure)"},
    ResourceThreshold{"uncorrectable_remaps", &P::uncorrectableRemaps, 0, kMany, "rows remapped for uncorrectable errors (DCGM)"},
    ResourceThreshold{"retired_pages", &P::retiredPages, 0, kMany, "pages retired in all (DCGM)"},
    ResourceThreshold{"retired_double_bit", &P::retiredDoubleBit, 0, kMany, "more pages than this retired for double-bit errors (DCGM)"},
    ResourceThreshold{"error_factor", &P::errorFactor, 1, kMany, "how many times the baseline's rate of errors is a change (ours)"},
    ResourceThreshold{"nvlink_crc_per_second", &P::nvlinkCrcPerSecond, 0, kMany, "NVLink CRC errors a second (DCGM)"},
    ResourceThreshold{"sm_active_drop", &P::smActiveDrop, 0, 1, "fall of SM activity that means starvation"},
    ResourceThreshold{"dram_saturation", &P::dramSaturation, 0, 1, "DRAM activity that is saturation"},
    ResourceThreshold{"tensor_share_of_peak", &P::tensorShareOfPeak, 0, 1, "tensor activity as a share of the baseline's peak that is saturation"},
    ResourceThreshold{"link_saturation", &P::linkSaturation, 0, 1, "bytes as a share of what a link can carry that is saturation"},
    ResourceThreshold{"fragmentation", &P::fragmentation, 0, 1, "reserved but not allocated memory, as a share of reserved"},
    ResourceThreshold{"headroom", &P::headroom, 0, 1, "device memory not reserved, as a share of all"},
    ResourceThreshold{"memory_use_change", &P::memoryUseChange, 0, kMany, "change of the device memory in use that is told as context (ours)"},
    ResourceThreshold{"network_errors_per_minute", &P::networkErrorsPerMinute, 0, kMany, "errors a minute below which they are left alone (ours)"},
    ResourceThreshold{"network_wait_factor", &P::networkWaitFactor, 1, kMany, "how many times the baseline's or the peers' rate of waiting for credits (ours)"},
    ResourceThreshold{"pause_share_warn", &P::pauseShareWarn, 0, 1, "share of time paused (ours)"},
    ResourceThreshold{"pause_share_fail", &P::pauseShareFail, 0, 1, "share of time paused (ours)"},
    ResourceThreshold{"nic_pcie_stall", &P::nicPcieStall, 0, 1, "share of time in which the network card waited for PCIe (ours)"},
    ResourceThreshold{"core_busy", &P::coreBusy, 0, 1, "a processor core at least this busy is pinned (ours)"},
    ResourceThreshold{"cpu_pressure", &P::cpuPressure, 0, 1, "share of time in which some task waited for a processor (ours)"},
    ResourceThreshold{"stall_pressure", &P::stallPressure, 0, 1, "share of time in which all tasks waited for memory or I/O (ours)"},
    ResourceThreshold{"cgroup_throttle_warn", &P::cgroupThrottleWarn, 0, 1, "share of periods in which a container was held back (ours)"},
    ResourceThreshold{"cgroup_throttle_fail", &P::cgroupThrottleFail, 0, 1, "share of periods in which a container was held back (ours)"},
    ResourceThreshold{"context_switch_factor", &P::contextSwitchFactor, 1, kMany, "how many times the baseline's rate of context switches (ours)"},
    ResourceThreshold{"read_time_factor", &P::readTimeFactor, 1, kMany, "how many times the baseline's time to read a byte (ours)"},
    ResourceThreshold{"event_lead_minutes", &P::eventLeadMinutes, 0, kMany, "events longer than this before the first step are context (Azure: 2 h)"},
    ResourceThreshold{"fewest_peers", &P::fewestPeers, 1, 1000, "other devices needed for a comparison with peers (ours)"},
    ResourceThreshold{"fewest_checks", &P::fewestChecks, 1, 1000, "checks that must have had data before nothing found counts as a pass (ours)"},
};
// clang-format on

}  // namespace

std::span<const ResourceThreshold> resourceThresholds()
{
    return kThresholds;
}

Result<ResourcePolicy> resourcePolicyFromJson(std::string_view json)
{
    using Json = nlohmann::json;
    const Json document = Json::parse(json.begin(), json.end(), nullptr, false);
    if (!document.is_object())
        return fail(ErrorCode::BadUsage, "thresholds are a JSON object of keys and numbers", {}, {},
                    "write {\"clock_ratio\": 0.97}; the verdict's policy lists all keys");
    ResourcePolicy policy;
    for (const auto& [key, value] : document.items()) {
        const auto* known = std::ranges::find(kThresholds, std::string_view(key), &ResourceThreshold::key);
        if (known == kThresholds.end())
            return fail(ErrorCode::BadUsage, "there is no such threshold", {}, "key " + key,
                        "the verdict's policy lists all keys");
        if (!value.is_number() || value.get<double>() < known->lowest || value.get<double>() > known->highest)
            return fail(ErrorCode::BadUsage, fmt::format("is no number from {} to {}", known->lowest, known->highest),
                        {}, "key " + key, std::string(known->meaning));
        policy.*(known->value) = value.get<double>();
    }
    return policy;
}

}  // namespace headwater

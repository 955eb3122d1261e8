// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/CheckThresholds.h"

#include <algorithm>
#include <array>

namespace headwater {

namespace {

constexpr std::size_t kMost = 4;

struct Row {
    std::string_view check;
    std::array<std::string_view, kMost> keys;  ///< of ResourceThreshold; empty: no more
};

constexpr std::array kRows{
    Row{"throttle-reasons", {"power_cap_rise", "throttle_share_warn", "throttle_share_fail", "throttle_same_share"}},
    Row{"clocks-baseline", {"clock_ratio", "loaded_utilization"}},
    Row{"clocks-peers", {"clock_ratio", "loaded_utilization", "fewest_peers"}},
    Row{"power-limit", {"power_limit_ratio"}},
    Row{"temperature", {"temperature_rise_kelvin"}},
    Row{"xid", {"event_lead_minutes"}},
    Row{"kernel-errors", {"event_lead_minutes"}},
    Row{"ecc-corrected", {"ecc_corrected_per_minute", "ecc_corrected_total", "error_factor"}},
    Row{"row-remap", {"uncorrectable_remaps", "retired_pages", "retired_double_bit"}},
    Row{"pcie-link", {"loaded_utilization"}},
    Row{"nvlink", {"nvlink_crc_per_second"}},
    Row{"sm-activity", {"sm_active_drop"}},
    Row{"saturation", {"dram_saturation", "link_saturation", "tensor_share_of_peak"}},
    Row{"out-of-memory", {"event_lead_minutes"}},
    Row{"fragmentation", {"fragmentation", "headroom"}},
    Row{"headroom", {"headroom"}},
    Row{"memory-use", {"memory_use_change"}},
    Row{"net-errors", {"network_errors_per_minute", "error_factor"}},
    Row{"net-retransmits", {"network_errors_per_minute", "error_factor"}},
    Row{"net-credits", {"network_wait_factor"}},
    Row{"net-pause", {"pause_share_warn", "pause_share_fail", "throttle_same_share"}},
    Row{"net-congestion", {"network_errors_per_minute", "error_factor"}},
    Row{"net-pcie", {"nic_pcie_stall"}},
    Row{"pinned-core", {"core_busy"}},
    Row{"pressure", {"cpu_pressure", "stall_pressure", "throttle_same_share"}},
    Row{"cgroup-throttle", {"cgroup_throttle_warn", "cgroup_throttle_fail", "throttle_same_share"}},
    Row{"context-switches", {"context_switch_factor"}},
    Row{"storage-read", {"read_time_factor"}},
};

}  // namespace

std::vector<const ResourceThreshold*> thresholdsOf(std::string_view checkId)
{
    std::vector<const ResourceThreshold*> out;
    const auto* row = std::ranges::find(kRows, checkId, &Row::check);
    if (row == kRows.end())
        return out;
    for (const std::string_view key : row->keys)
        for (const ResourceThreshold& threshold : resourceThresholds())
            if (threshold.key == key)
                out.push_back(&threshold);
    return out;
}

}  // namespace headwater

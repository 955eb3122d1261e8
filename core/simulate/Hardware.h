// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace headwater {

/// The machines that the simulated job runs on: nodes of eight H100 with a network card each.

inline constexpr std::string_view kGpuName = "NVIDIA H100 80GB HBM3";
inline constexpr double kBoostMHz = 1980;
inline constexpr double kDeviceMiB = 81'559;
inline constexpr double kCpuHertz = 3.4e9;
inline constexpr double kThermalSlowdown = 0x20;  ///< NVML's reason "software thermal slowdown"
inline constexpr int kPcieGeneration = 5;
inline constexpr int kPcieWidth = 16;
inline constexpr int kNarrowGeneration = 3;  ///< of a link that trained badly
inline constexpr int kNarrowWidth = 4;
inline constexpr double kReplaysPerSecond = 40;  ///< of such a link

/// After how many corrected memory errors the driver warns, and after how many it asks for a row to be remapped.
inline constexpr std::int64_t kWarnAfter = 4'000;
inline constexpr std::int64_t kRemapAfter = 12'000;
inline constexpr int kXidHighRate = 92;
inline constexpr int kXidRemap = 63;

/// The number that the driver reported last.
[[nodiscard]] int lastXid(std::int64_t correctedErrors);
/// "node01" for host 0.
[[nodiscard]] std::string hostName(int host);
/// "0000:19:00.0" of a host's device.
[[nodiscard]] std::string pciAddress(int device);

}  // namespace headwater

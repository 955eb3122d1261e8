// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/run/Run.h"

namespace headwater {

/// Where hosts and their GPUs hang, in the manifest of a run: "rack.HOST", "leaf.HOST", "spine.HOST", and for each GPU
/// of a host, in order and separated by commas, "gpu_numa.HOST" and "gpu_pcie.HOST". The last two without a host stand
/// for every host that has none of its own. "rank_host.RANK" and "rank_gpu.RANK" are where a process ran, the latter
/// the number of the host's GPU.
inline constexpr const char* kRackKey = "rack.";
inline constexpr const char* kLeafKey = "leaf.";
inline constexpr const char* kSpineKey = "spine.";
inline constexpr const char* kGpuNumaKey = "gpu_numa";
inline constexpr const char* kGpuPcieKey = "gpu_pcie";
inline constexpr const char* kRankHostKey = "rank_host.";
inline constexpr const char* kRankGpuKey = "rank_gpu.";

/// The value of "KEY" + host, by the host's whole name or its first label; empty where there is none.
[[nodiscard]] std::string placeOf(const Manifest& manifest, const std::string& key, const std::string& host);

/// What "gpu_numa" or "gpu_pcie" of a rank's host says of its GPU: that of "rank_gpu", else taken to be the one of its
/// number modulo the host's GPUs, which is how launchers give them out; empty: unknown.
[[nodiscard]] std::string gpuPlaceOf(const Manifest& manifest, const std::string& key, const std::string& host,
                                     int rank);

/// Gives ranks the hosts that the manifest says, where their own files say none; where they say another, theirs counts
/// and a problem says so. A topology names all nodes of a cluster: leaves and spines of hosts that the run has none of
/// are dropped, and what is told of the GPUs of a host that it does not have stands for all hosts where it is the only
/// such description.
void settlePlaces(Run& run);

}  // namespace headwater

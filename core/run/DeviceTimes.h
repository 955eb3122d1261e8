// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/Duration.h"

namespace headwater {

/// Unions over all streams between the first activity's start and the last one's end, ns (DESIGN section 4):
/// window = compute + exposedComm + exposedMemcpy + exposedMemset + idle.
struct DeviceWindow {
    Ns window = 0;
    Ns busy = 0;
    Ns compute = 0;
    Ns exposedComm = 0;
    Ns exposedMemcpy = 0;
    Ns exposedMemset = 0;
    Ns idle = 0;
    Ns comm = 0;  ///< |comm|, overlapped or not
    Ns memcpy = 0;
    std::uint64_t activities = 0;
    std::uint64_t linked = 0;
    std::uint64_t unlinked = 0;
    Ns unclassified = 0;  ///< summed time of kernels that no taxonomy rule names
};

/// Device time as TraceLens defines it (171dd747, gpu_event_analyser), ns: unions over all streams from the first
/// activity's start to the last one's end; communication is what names nccl, rccl or cross_device_reduce; memsets
/// count as computation. computation + exposedComm + exposedMemcpy = busy; busy + idle = total.
struct TraceLensView {
    Ns computation = 0;
    Ns exposedComm = 0;
    Ns exposedMemcpy = 0;
    Ns busy = 0;
    Ns idle = 0;
    Ns total = 0;
};

/// Device time as HolisticTraceAnalysis defines it (f4d0062, temporal and idle breakdown), ns in whole µs: starts
/// rounded up and ends down; without the last profiler step and what was launched from it on; synchronisation records
/// count as busy; communication under compute counts as compute. idle + compute + nonCompute = kernel. Its gaps per
/// stream are not clipped at zero. Unlinked activities count as not waiting for the host; the tool itself compares
/// them with whichever event stands first in its file.
struct HtaView {
    struct Stream {
        std::string stream;
        Ns hostWait = 0;
        Ns kernelWait = 0;
        Ns other = 0;
    };
    Ns idle = 0;
    Ns compute = 0;
    Ns nonCompute = 0;
    Ns kernel = 0;
    std::vector<Stream> streams;  ///< in order of the streams' tracks
};

/// A rank's device time by other tools' definitions, so that their numbers can be compared with ours; nothing where
/// there is no activity to speak of.
struct PeerViews {
    std::optional<TraceLensView> traceLens;
    std::optional<HtaView> hta;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/Steps.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Why no compute ran on the device (METHODS 3.5), in the order of CONTRACT `bubbles`.
enum class BubbleCause : std::uint8_t {
    IoStarvation,  ///< the host waited for the data loader
    MemcpyH2d,     ///< a copy to the device ran
    LaunchDelay,   ///< the host had not launched the next kernel yet, or had a moment ago
    Gc,            ///< … because it collected garbage
    Allocator,     ///< … because it asked for, or gave back, device memory
    Sync,          ///< … because it stood in a synchronising call
    CommWait,      ///< a collective waited for other ranks
    CommTransfer,  ///< a collective moved data, or nothing tells its waiting
    Dependency,    ///< the next kernel was launched and waited for other device work; other copies and memsets ran
    Unresolved,    ///< nothing in the trace says what the launched kernel waited for
};
constexpr std::size_t kBubbleCauses = 10;

/// "io_starvation", "memcpy_h2d", … as in the JSON, without "_ns".
[[nodiscard]] std::string_view nameOf(BubbleCause cause);

/// Time without compute by cause, ns. The ten causes are disjoint and add up to the total exactly.
struct Bubbles {
    std::array<Ns, kBubbleCauses> byCause{};
    Ns launchLatency = 0;  ///< of LaunchDelay: from the launch to the start, or between kernels, at most 10 µs each
    Ns periodic = 0;       ///< of LaunchDelay: checkpoint or evaluation
    Ns otherCopies = 0;    ///< of Dependency: copies other than to the device, and memsets

    [[nodiscard]] Ns of(BubbleCause cause) const { return byCause[static_cast<std::size_t>(cause)]; }
    [[nodiscard]] Ns total() const;
    Bubbles& operator+=(const Bubbles& other);
    Bubbles& operator-=(const Bubbles& other);
};

struct BubbleInput {
    const Trace& trace;
    const StepSet& steps;
    bool linkedOnly = false;
    const std::vector<Ns>& waits;  ///< per device row, or empty: see CollectiveWaits::blocked
};

/// The compute-absent time of each step, split: communication first, then copies, then memsets; what is idle up to the
/// launch of the next compute kernel by what its launching thread did meanwhile; what is idle after that launch is
/// launch latency up to 10 µs, else dependency where other device work in the gap ended just before the kernel began,
/// else unresolved. Where the next kernel has no launch in the trace, idle time is unresolved; where no kernel comes
/// any more, the step's thread counts.
[[nodiscard]] std::vector<Bubbles> splitBubbles(const BubbleInput& input);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace headwater::bench {

/// What a piece of work reports about itself.
struct Work {
    std::uint64_t bytes = 0;   ///< decompressed JSON
    std::uint64_t events = 0;  ///< kept, or tokens for the floors
    bool ok = false;
};

struct Measurement {
    double seconds = 0;           ///< best of the repetitions
    std::uint64_t peakBytes = 0;  ///< VmHWM less what was resident before the work began
    Work work;
};

/// Runs `work` in a forked child `repetitions` times, each in a child of its own. Nothing when a child failed.
[[nodiscard]] std::optional<Measurement> measure(int repetitions, const std::function<Work()>& work);

/// Seconds on a clock that only goes forward.
[[nodiscard]] double now();

}  // namespace headwater::bench

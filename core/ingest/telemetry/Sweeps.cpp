// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/telemetry/Sweeps.h"

#include <algorithm>
#include <vector>

namespace headwater::telemetry {

namespace {

constexpr Ns kShortest = 1'000'000;   ///< gaps below a millisecond are all alike
constexpr Ns kLongest = 200'000'000;  ///< a tool asks the GPUs of a machine one after the other without a pause
constexpr Ns kDistinct = 4;           ///< between two sweeps is at least so many times as long as within one
constexpr std::size_t kMostDevices = 16;

/// The longest gap within a sweep, or −1.
Ns longestInside(std::vector<Ns> gaps)
{
    std::ranges::sort(gaps);
    Ns inside = -1;
    double best = static_cast<double>(kDistinct);
    for (std::size_t i = 1; i < gaps.size(); ++i) {
        const double ratio = static_cast<double>(gaps[i]) / static_cast<double>(gaps[i - 1]);
        if (ratio >= best) {
            best = ratio;
            inside = gaps[i - 1];
        }
    }
    return inside;
}

}  // namespace

std::size_t devicesPerSweep(std::span<const Ns> times)
{
    std::vector<Ns> gaps;
    for (std::size_t i = 1; i < times.size(); ++i)
        gaps.push_back(std::max(times[i] - times[i - 1], kShortest));
    const Ns inside = longestInside(gaps);
    if (inside < 0 || inside > kLongest)
        return 0;
    std::size_t size = 0;
    std::size_t current = 1;
    for (const Ns gap : gaps) {
        if (gap <= inside) {
            ++current;
            continue;
        }
        if (size != 0 && size != current)
            return 0;
        size = current;
        current = 1;
    }
    return current <= size && size <= kMostDevices ? size : 0;
}

}  // namespace headwater::telemetry

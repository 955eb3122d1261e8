// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/BubbleCauses.h"

#include <numeric>

namespace headwater {

std::string_view nameOf(BubbleCause cause)
{
    constexpr std::array<std::string_view, kBubbleCauses> kNames = {
        "io_starvation", "memcpy_h2d", "launch_delay",  "gc",         "allocator",
        "sync",          "comm_wait",  "comm_transfer", "dependency", "unresolved"};
    return kNames[static_cast<std::size_t>(cause)];
}

Ns Bubbles::total() const
{
    return std::accumulate(byCause.begin(), byCause.end(), Ns(0));
}

Bubbles& Bubbles::operator+=(const Bubbles& other)
{
    for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
        byCause[cause] += other.byCause[cause];
    launchLatency += other.launchLatency;
    periodic += other.periodic;
    otherCopies += other.otherCopies;
    return *this;
}

Bubbles& Bubbles::operator-=(const Bubbles& other)
{
    for (std::size_t cause = 0; cause < kBubbleCauses; ++cause)
        byCause[cause] -= other.byCause[cause];
    launchLatency -= other.launchLatency;
    periodic -= other.periodic;
    otherCopies -= other.otherCopies;
    return *this;
}

}  // namespace headwater

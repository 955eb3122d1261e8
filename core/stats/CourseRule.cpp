// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/CourseRule.h"

#include <algorithm>

namespace headwater::stats {

namespace {
__extension__ using Int128 = __int128;
}

bool regressedByCourse(Ns baseline, Ns current, std::int64_t epsilonPpm)
{
    constexpr std::int64_t kMillion = 1'000'000;
    if (baseline < 0 || current < 0)
        return false;
    // ε milliseconds are ε · 10⁶ ns, and ε is epsilonPpm / 10⁶: the number of ns is epsilonPpm itself.
    if (baseline == 0)
        return current > epsilonPpm;
    return static_cast<Int128>(current) * kMillion > static_cast<Int128>(baseline) * (kMillion + epsilonPpm);
}

std::optional<std::size_t> firstByCourse(std::span<const Ns> baseline, std::span<const Ns> current,
                                         std::int64_t epsilonPpm)
{
    const std::size_t stages = std::min(baseline.size(), current.size());
    for (std::size_t k = 0; k < stages; ++k)
        if (regressedByCourse(baseline[k], current[k], epsilonPpm))
            return k;
    return std::nullopt;
}

}  // namespace headwater::stats

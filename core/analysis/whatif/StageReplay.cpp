// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/StageReplay.h"

#include <algorithm>

#include "core/run/StageCube.h"

namespace headwater::whatif {

namespace {

/// A stage of a fortnight is no stage; keeps sums of untrusted durations inside 64 bits.
constexpr Ns kLongest = 1'000'000'000'000'000;

bool takesPart(const StageTimes& times, std::size_t step, std::size_t rank)
{
    for (std::size_t k = 0; k < times.stages; ++k)
        if (times.own[times.cell(step, rank, k)] != kMissing)
            return true;
    return false;
}

}  // namespace

std::vector<Ns> replayWaits(const StageTimes& times)
{
    std::vector<Ns> waits(times.own.size(), 0);
    std::vector<Ns> clock(times.ranks, 0);
    std::vector<std::size_t> present;
    for (std::size_t step = 0; step < times.steps; ++step) {
        present.clear();
        for (std::size_t r = 0; r < times.ranks; ++r)
            if (takesPart(times, step, r))
                present.push_back(r);
        for (std::size_t k = 0; k < times.stages; ++k) {
            Ns last = 0;
            for (const std::size_t r : present) {
                clock[r] += std::clamp<Ns>(times.own[times.cell(step, r, k)], 0, kLongest);
                last = std::max(last, clock[r]);
            }
            if (times.synchronises[k] == 0)
                continue;
            for (const std::size_t r : present) {
                waits[times.cell(step, r, k)] = last - clock[r];
                clock[r] = last;
            }
        }
        // Only differences matter: start again near zero so that a long run does not overflow.
        const Ns earliest = clock.empty() ? 0 : *std::ranges::min_element(clock);
        for (Ns& time : clock)
            time = std::min(time - earliest, kLongest);
    }
    return waits;
}

}  // namespace headwater::whatif

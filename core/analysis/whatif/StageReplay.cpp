// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/whatif/StageReplay.h"

#include <algorithm>
#include <utility>

#include "core/run/StageCube.h"

namespace headwater::whatif {

namespace {

/// A stage of a fortnight is no stage; keeps sums of untrusted durations inside 64 bits.
constexpr Ns kLongest = 1'000'000'000'000'000;

}  // namespace

StageReplay::StageReplay(std::size_t ranks, std::vector<char> synchronises)
    : m_ranks(ranks)
    , m_synchronises(std::move(synchronises))
    , m_clock(ranks, 0)
    , m_waits(ranks * m_synchronises.size(), 0)
    , m_takesPart(ranks, 0)
{}

void StageReplay::findPresent(std::span<const Ns> own)
{
    std::ranges::fill(m_takesPart, 0);
    for (std::size_t k = 0; k < m_synchronises.size(); ++k)
        for (std::size_t r = 0; r < m_ranks; ++r)
            m_takesPart[r] |= static_cast<char>(own[k * m_ranks + r] != kMissing);
    m_present.clear();
    for (std::size_t r = 0; r < m_ranks; ++r)
        if (m_takesPart[r] != 0)
            m_present.push_back(r);
}

std::span<const Ns> StageReplay::next(std::span<const Ns> own)
{
    std::ranges::fill(m_waits, 0);
    findPresent(own);
    for (std::size_t k = 0; k < m_synchronises.size(); ++k) {
        Ns last = 0;
        for (const std::size_t r : m_present) {
            m_clock[r] += std::clamp<Ns>(own[k * m_ranks + r], 0, kLongest);
            last = std::max(last, m_clock[r]);
        }
        if (m_synchronises[k] == 0)
            continue;
        for (const std::size_t r : m_present) {
            m_waits[k * m_ranks + r] = last - m_clock[r];
            m_clock[r] = last;
        }
    }
    // Only differences matter: start again near zero so that a long run does not overflow.
    const Ns earliest = m_clock.empty() ? 0 : *std::ranges::min_element(m_clock);
    for (Ns& time : m_clock)
        time = std::min(time - earliest, kLongest);
    return m_waits;
}

std::vector<Ns> replayWaits(const StageTimes& times)
{
    std::vector<Ns> waits(times.own.size(), 0);
    std::vector<Ns> own(times.ranks * times.stages);
    StageReplay replay(times.ranks, times.synchronises);
    for (std::size_t step = 0; step < times.steps; ++step) {
        for (std::size_t r = 0; r < times.ranks; ++r)
            for (std::size_t k = 0; k < times.stages; ++k)
                own[k * times.ranks + r] = times.own[times.cell(step, r, k)];
        const std::span<const Ns> found = replay.next(own);
        for (std::size_t r = 0; r < times.ranks; ++r)
            for (std::size_t k = 0; k < times.stages; ++k)
                waits[times.cell(step, r, k)] = found[k * times.ranks + r];
    }
    return waits;
}

}  // namespace headwater::whatif

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace headwater::stats {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), METHODS section 7: tiny, seedable with any number, and its state can
/// be moved ahead in one addition, so that replicate r of a bootstrap is the same whichever thread draws it.
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next()
    {
        m_state += kGamma;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, 1), 53 bits.
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    /// Uniform in [0, n), n > 0.
    std::size_t index(std::size_t n) { return static_cast<std::size_t>(unit() * static_cast<double>(n)); }
    /// As if next() had been called `draws` times.
    void skip(std::uint64_t draws) { m_state += kGamma * draws; }

private:
    static constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15U;
    std::uint64_t m_state;
};

}  // namespace headwater::stats

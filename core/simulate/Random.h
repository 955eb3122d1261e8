// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/Duration.h"

namespace headwater {

/// SplitMix64 and the few distributions the simulator needs. Only additions, multiplications and exact conversions: no
/// math library, so that the same seed gives the same bytes on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = m_state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, 1).
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    /// Mean 0, deviation 1: twelve uniforms (two from each draw) less their mean. Bounded by ±6.
    double normal()
    {
        std::uint64_t sum = 0;
        for (int i = 0; i < 6; ++i) {
            const std::uint64_t draw = next();
            sum += (draw & 0xFFFFFFFFULL) + (draw >> 32);
        }
        return static_cast<double>(sum) * 0x1.0p-32 - 6.0;
    }

    /// Lognormal factor with mean about 1; `sigma` well below 1.
    double factor(double sigma) { return exponential(sigma * normal() - 0.5 * sigma * sigma); }

    /// `mean` times a lognormal factor, at least 1 ns.
    Ns jittered(Ns mean, double sigma)
    {
        const auto value = static_cast<Ns>(static_cast<double>(mean) * factor(sigma));
        return value < 1 ? 1 : value;
    }

    /// e^x for |x| of a few, to about 0.1 %.
    static double exponential(double x)
    {
        double value = 1.0 + x / 1024.0;
        for (int i = 0; i < 10; ++i)
            value *= value;
        return value;
    }

private:
    std::uint64_t m_state;
};

/// A seed that differs in every bit for different (a, b, c).
[[nodiscard]] inline std::uint64_t mixSeed(std::uint64_t seed, std::uint64_t a, std::uint64_t b, std::uint64_t c = 0)
{
    Random random(seed ^ (a * 0xD1342543DE82EF95ULL) ^ (b * 0xAF251AF3B0F025B5ULL) ^ (c * 0x9FB21C651E98DF25ULL));
    random.next();
    return random.next();
}

/// First-order autoregressive walk around 0: x ← φ·x + √(1−φ²)·σ·normal, with φ = 0.9.
class Autoregressive {
public:
    explicit Autoregressive(double sigma) : m_sigma(sigma) {}
    double advance(Random& random)
    {
        constexpr double phi = 0.9;
        constexpr double rest = 0.43588989435406733;
        m_value = phi * m_value + rest * m_sigma * random.normal();
        return m_value;
    }

private:
    double m_sigma;
    double m_value = 0;
};

}  // namespace headwater

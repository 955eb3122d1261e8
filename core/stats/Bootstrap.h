// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/stats/Random.h"

namespace headwater::stats {

/// What is resampled.
enum class Estimator { Mean, Median };

/// Defaults: independent draws, 95 % interval (METHODS 7).
struct BootstrapOptions {
    Estimator estimator = Estimator::Mean;
    std::size_t block = 1;  ///< length of a circular block; 1: independent draws
    std::size_t resamples = 2000;
    std::uint64_t seed = 42;
    double alpha = 0.05;
};

/// Ratio of an estimator, current over baseline, with a percentile interval (Efron 1979; circular blocks: Politis &
/// Romano 1992).
struct BootstrapRatio {
    double ratio = 0;
    double lo = 0;
    double hi = 0;
    std::vector<double> replicates;  ///< sorted upwards
};

/// Bootstrap of T(current)/T(baseline), METHODS 1.3 and 7. Per replicate first all current indices are drawn, then all
/// baseline indices; the interval is the type-7 percentile interval. Both sides must have values.
[[nodiscard]] BootstrapRatio bootstrapRatio(std::span<const double> current, std::span<const double> baseline,
                                            const BootstrapOptions& options);

/// Calls visit(index) n times: blocks of `block` consecutive indices modulo n from random starts, the last one cut.
template <class Visit>
void drawCircularBlocks(SplitMix64& random, std::size_t n, std::size_t block, Visit visit)
{
    for (std::size_t drawn = 0; drawn < n;) {
        std::size_t index = random.index(n);
        for (std::size_t k = 0; k < block && drawn < n; ++k, ++drawn) {
            visit(index);
            index = index + 1 == n ? 0 : index + 1;
        }
    }
}

/// Random numbers that one call of drawCircularBlocks takes.
[[nodiscard]] constexpr std::size_t drawsPerSample(std::size_t n, std::size_t block)
{
    return (n + block - 1) / block;
}

/// (1 + #{replicates ≤ threshold}) / (R + 1): how well a ratio of at most `threshold` agrees with the replicates
/// (sorted upwards), METHODS 1.3.4.
[[nodiscard]] double bootstrapP(std::span<const double> sortedReplicates, double threshold);

}  // namespace headwater::stats

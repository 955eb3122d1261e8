// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/ChangePoints.h"

#include <algorithm>
#include <utility>

#include "core/stats/Energy.h"
#include "core/stats/Random.h"

namespace headwater::stats {

namespace {

double permutationP(std::span<const double> segment, double q, const ChangePointRule& rule, SplitMix64& random)
{
    std::vector<double> shuffled(segment.begin(), segment.end());
    // Sums in another order differ in their last bits: an equal split must not count as a smaller one.
    const double enough = q * (1 - 1e-12);
    int asLarge = 0;
    for (int i = 0; i < rule.permutations; ++i) {
        for (std::size_t k = shuffled.size(); k > 1; --k)
            std::swap(shuffled[k - 1], shuffled[random.index(k)]);
        asLarge += singleChangePoint(shuffled, rule.least)->q >= enough ? 1 : 0;
    }
    return (1.0 + asLarge) / (1.0 + rule.permutations);
}

void split(std::span<const double> series, std::size_t offset, const ChangePointRule& rule, SplitMix64& random,
           std::vector<TestedChange>& found)
{
    const auto best = singleChangePoint(series, rule.least);
    if (!best || best->q <= 0)
        return;
    const double p = permutationP(series, best->q, rule, random);
    if (p > rule.alpha)
        return;
    split(series.first(best->at), offset, rule, random, found);
    found.push_back({offset + best->at, best->q, p});
    split(series.subspan(best->at), offset + best->at, rule, random, found);
}

}  // namespace

std::vector<TestedChange> changePoints(std::span<const double> series, const ChangePointRule& rule)
{
    std::vector<TestedChange> found;
    SplitMix64 random(rule.seed);
    split(series, 0, rule, random, found);
    return found;
}

}  // namespace headwater::stats

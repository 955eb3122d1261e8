// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/RatioInterval.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/stats/Normal.h"
#include "core/stats/RankTest.h"

namespace headwater::stats {

namespace {

/// How many ratios at each end lie outside: the largest k with P(U ≤ k − 1) ≤ tail.
std::size_t outside(std::size_t n, std::size_t m, double tail)
{
    const double pairs = static_cast<double>(n) * static_cast<double>(m);
    std::size_t k = 0;
    if (n <= kExactLimit && m <= kExactLimit) {
        const ExactNull null(n, m);
        // The distribution is symmetric: P(U ≤ k − 1) = P(U ≥ nm − (k − 1)).
        while (2 * static_cast<double>(k) < pairs && null.upperTail(pairs - static_cast<double>(k)) <= tail * (1 + 1e-9))
            ++k;
        return k;
    }
    const double sd = std::sqrt(pairs * static_cast<double>(n + m + 1) / 12);
    return static_cast<std::size_t>(std::max(0.0, std::floor(pairs / 2 + normalQuantile(tail) * sd)));
}

}  // namespace

std::optional<std::array<double, 2>> ratioInterval(std::span<const double> current, std::span<const double> baseline,
                                                   double level)
{
    const auto positive = [](double v) { return v > 0; };
    if (!std::ranges::all_of(current, positive) || !std::ranges::all_of(baseline, positive))
        return std::nullopt;
    const std::size_t k =
        current.empty() || baseline.empty() ? 0 : outside(current.size(), baseline.size(), (1 - level) / 2);
    if (k == 0)
        return std::nullopt;
    std::vector<double> ratios;
    for (const double c : current)
        for (const double b : baseline)
            ratios.push_back(c / b);
    std::ranges::sort(ratios);
    return std::array{ratios[k - 1] - 1, ratios[ratios.size() - k] - 1};
}

}  // namespace headwater::stats

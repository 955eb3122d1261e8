// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/SlowestCount.h"

#include <algorithm>
#include <cmath>

namespace headwater::stats {

namespace {

/// log P(Bin(n, q) = k), 0 < q < 1.
double logPmf(std::size_t k, std::size_t n, double q)
{
    const auto dn = static_cast<double>(n);
    const auto dk = static_cast<double>(k);
    return std::lgamma(dn + 1) - std::lgamma(dk + 1) - std::lgamma(dn - dk + 1) + dk * std::log(q) +
           (dn - dk) * std::log1p(-q);
}

}  // namespace

double slowestCountP(std::size_t ranks, std::size_t steps, std::size_t times)
{
    if (ranks < 2 || times == 0)
        return 1;
    // The upper tail summed by itself: 1 − CDF would lose the small values that matter.
    const double q = 1 / static_cast<double>(ranks);
    double tail = 0;
    for (std::size_t k = steps; k + 1 > times; --k)
        tail += std::exp(logPmf(k, steps, q));
    return std::min(1.0, static_cast<double>(ranks) * tail);
}

std::size_t slowestCountCut(std::size_t ranks, std::size_t steps, double alpha)
{
    std::size_t times = 0;
    while (times <= steps && slowestCountP(ranks, steps, times) > alpha)
        ++times;
    return times;
}

}  // namespace headwater::stats

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/OrderInterval.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headwater::stats {

namespace {

double binomialPmf(std::size_t k, std::size_t n, double q)
{
    if (q <= 0)
        return k == 0 ? 1 : 0;
    if (q >= 1)
        return k == n ? 1 : 0;
    const auto dn = static_cast<double>(n);
    const auto dk = static_cast<double>(k);
    return std::exp(std::lgamma(dn + 1) - std::lgamma(dk + 1) - std::lgamma(dn - dk + 1) + dk * std::log(q) +
                    (dn - dk) * std::log1p(-q));
}

}  // namespace

double binomialCdf(std::ptrdiff_t k, std::size_t n, double q)
{
    if (k < 0)
        return 0;
    double sum = 0;
    for (std::size_t i = 0; i <= std::min(static_cast<std::size_t>(k), n); ++i)
        sum += binomialPmf(i, n, q);
    return std::min(sum, 1.0);
}

OrderInterval orderInterval(std::size_t n, double q, double alpha)
{
    OrderInterval result{0, n + 1, 1};
    double below = 0;  // P(Bin ≤ rank − 1)
    for (std::size_t rank = 1; rank <= n; ++rank) {
        below += binomialPmf(rank - 1, n, q);
        if (below <= alpha / 2)
            result.lower = rank;
        if (below >= 1 - alpha / 2) {
            result.upper = rank;
            break;
        }
    }
    const auto lower = static_cast<std::ptrdiff_t>(result.lower);
    const auto upper = static_cast<std::ptrdiff_t>(result.upper);
    result.coverage = binomialCdf(upper - 1, n, q) - binomialCdf(lower - 1, n, q);
    return result;
}

Bounds quantileBounds(std::span<const double> sorted, double q, double alpha)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const OrderInterval ranks = orderInterval(sorted.size(), q, alpha);
    return {ranks.lower == 0 ? -kInfinity : sorted[ranks.lower - 1],
            ranks.upper > sorted.size() ? kInfinity : sorted[ranks.upper - 1]};
}

std::size_t minimumSamples(double q, double alpha, Sides sides)
{
    const double level = sides == Sides::Two ? alpha / 2 : alpha;
    const double side = std::max(q, 1 - q);
    if (side >= 1 || level <= 0)
        return std::numeric_limits<std::size_t>::max();
    return static_cast<std::size_t>(std::ceil(std::log(level) / std::log(side)));
}

}  // namespace headwater::stats

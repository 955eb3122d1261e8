// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Multiplicity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headwater::stats {

namespace {

std::vector<std::size_t> ascending(std::span<const double> p)
{
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [p](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    return order;
}

}  // namespace

std::vector<double> holm(std::span<const double> p)
{
    const std::vector<std::size_t> order = ascending(p);
    std::vector<double> adjusted(p.size());
    double highest = 0;
    for (std::size_t r = 0; r < order.size(); ++r) {
        highest = std::max(highest, std::min(1.0, static_cast<double>(order.size() - r) * p[order[r]]));
        adjusted[order[r]] = highest;
    }
    return adjusted;
}

std::vector<double> benjaminiHochberg(std::span<const double> p)
{
    const std::vector<std::size_t> order = ascending(p);
    std::vector<double> adjusted(p.size());
    double lowest = 1;
    for (std::size_t r = order.size(); r-- > 0;) {
        lowest = std::min(lowest, p[order[r]] * static_cast<double>(order.size()) / static_cast<double>(r + 1));
        adjusted[order[r]] = lowest;
    }
    return adjusted;
}

double familyWiseError(double alpha, int k)
{
    return 1 - std::pow(1 - alpha, k);
}

}  // namespace headwater::stats

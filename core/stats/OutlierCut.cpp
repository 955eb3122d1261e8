// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/OutlierCut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/stats/Normal.h"

namespace headwater::stats {

double modifiedZCut(std::size_t n)
{
    constexpr std::array<std::pair<double, double>, 13> kTable = {{{4, 11.4},
                                                                   {5, 14.1},
                                                                   {6, 8.2},
                                                                   {8, 6.6},
                                                                   {10, 5.9},
                                                                   {12, 5.6},
                                                                   {16, 5.0},
                                                                   {24, 4.5},
                                                                   {32, 4.4},
                                                                   {64, 4.1},
                                                                   {128, 4.1},
                                                                   {256, 4.1},
                                                                   {512, 4.25}}};
    constexpr double kAlpha = 0.01;
    const auto size = static_cast<double>(n);
    if (size < kTable.front().first)
        return std::numeric_limits<double>::infinity();
    if (size >= kTable.back().first)
        return std::max(kTable.back().second, normalQuantile(1 - kAlpha / size));
    const auto* const above = std::ranges::upper_bound(kTable, size, {}, [](const auto& row) { return row.first; });
    const auto& [lowSize, lowCut] = *(above - 1);
    const double share = std::log(size / lowSize) / std::log(above->first / lowSize);
    return lowCut + share * (above->second - lowCut);
}

}  // namespace headwater::stats

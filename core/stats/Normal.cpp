// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/Normal.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace headwater::stats {

double normalUpperTail(double z)
{
    return 0.5 * std::erfc(z / std::numbers::sqrt2);
}

double normalQuantile(double p)
{
    if (p <= 0)
        return -std::numeric_limits<double>::infinity();
    if (p >= 1)
        return std::numeric_limits<double>::infinity();
    double low = -40;
    double high = 40;
    for (int i = 0; i < 100; ++i) {
        const double middle = 0.5 * (low + high);
        (normalUpperTail(-middle) < p ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

}  // namespace headwater::stats

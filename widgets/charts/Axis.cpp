// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/Axis.h"

#include <algorithm>
#include <cmath>

namespace headwater {

int Axis::ticks() const
{
    return static_cast<int>(std::lround(largest / step));
}

Axis niceAxis(double largestNs, double pixels, double pixelsPerTick)
{
    const double top = std::isfinite(largestNs) && largestNs > 0 ? largestNs : 1;
    Axis axis;
    axis.unit = format::unitFor(top);
    const double wanted = std::max(1.0, std::floor(pixels / std::max(1.0, pixelsPerTick)));
    const double raw = top / wanted / axis.unit.ns;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (raw <= factor * power * (1 + 1e-9)) {
            step = factor * power;
            break;
        }
    }
    axis.unit.decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    axis.step = step * axis.unit.ns;
    axis.largest = std::ceil(top / axis.step - 1e-9) * axis.step;
    return axis;
}

}  // namespace headwater

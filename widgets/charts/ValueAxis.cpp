// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/ValueAxis.h"

#include <algorithm>
#include <cmath>

namespace headwater {

namespace {

double niceStep(double raw)
{
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (raw <= factor * power * (1 + 1e-9))
            return factor * power;
    return 10 * power;
}

}  // namespace

int ValueAxis::ticks() const
{
    return static_cast<int>(std::floor((hi - first) / step + 1e-6)) + 1;
}

ValueAxis valueAxis(double lo, double hi, double pixels, double pixelsPerTick, const AxisWish& wish)
{
    if (!std::isfinite(lo) || !std::isfinite(hi))
        lo = 0, hi = 1;
    constexpr double kDigits = 1e-11;  // closer values cannot be told apart on any axis
    if (!(hi - lo > std::max(std::abs(lo), std::abs(hi)) * kDigits)) {  // a single value needs room around it
        const double room = lo == 0 ? 1 : std::abs(lo) * 0.1;
        lo -= wish.rounded && lo > 0 && lo - room < 0 ? lo : room;
        hi += room;
    }
    ValueAxis axis;
    axis.unit = format::metricUnit(wish.unit, std::max(std::abs(lo), std::abs(hi)));
    const double wanted = std::max(1.0, std::floor(pixels / std::max(1.0, pixelsPerTick)));
    double step = niceStep((hi - lo) / wanted / axis.unit.ns);
    if (wish.whole)
        step = std::max(1.0, step);
    axis.unit.decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
    axis.step = step * axis.unit.ns;
    axis.lo = wish.rounded ? std::floor(lo / axis.step + 1e-9) * axis.step : lo;
    axis.hi = wish.rounded ? std::ceil(hi / axis.step - 1e-9) * axis.step : hi;
    axis.first = std::ceil(axis.lo / axis.step - 1e-9) * axis.step;
    return axis;
}

}  // namespace headwater

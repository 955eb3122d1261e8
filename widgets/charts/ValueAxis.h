// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <QString>

#include "widgets/theme/Format.h"

namespace headwater {

/// An axis of any quantity between two values; durations from zero have Axis.
struct ValueAxis {
    double lo = 0, hi = 1;
    double first = 0;   ///< the lowest tick
    double step = 1;    ///< between ticks
    format::Unit unit;  ///< decimals fit the step

    [[nodiscard]] int ticks() const;  ///< how many there are
    [[nodiscard]] double tick(int i) const { return first + step * i; }
    [[nodiscard]] double fraction(double value) const { return hi > lo ? (value - lo) / (hi - lo) : 0.5; }
    [[nodiscard]] QString label(int i) const { return format::inUnit(tick(i), unit); }
};

/// Ticks at 1, 2 or 5 times a power of ten, at least `pixelsPerTick` apart. `rounded`: the ends move out to ticks.
/// `whole`: no tick lies between whole numbers (steps).
struct AxisWish {
    std::string_view unit;
    bool rounded = true;
    bool whole = false;
};
[[nodiscard]] ValueAxis valueAxis(double lo, double hi, double pixels, double pixelsPerTick, const AxisWish& wish);

}  // namespace headwater

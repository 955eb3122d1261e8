// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "widgets/theme/Format.h"

namespace headwater {

/// A duration axis from zero (DESIGN 7: duration axes are zero-based) to a round number.
struct Axis {
    double largest = 1;  ///< ns at the far end
    double step = 1;     ///< ns between ticks
    format::Unit unit;   ///< decimals fit the step

    [[nodiscard]] int ticks() const;
    [[nodiscard]] double fraction(double ns) const { return ns / largest; }
    [[nodiscard]] QString label(int tick) const { return format::inUnit(step * tick, unit); }
    [[nodiscard]] QString labelWithUnit(int tick) const { return label(tick) + QLatin1Char(' ') + unit.symbol; }
};

/// Steps of 1, 2 or 5 times a power of ten, at least `pixelsPerTick` apart.
[[nodiscard]] Axis niceAxis(double largestNs, double pixels, double pixelsPerTick);

}  // namespace headwater

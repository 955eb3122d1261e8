// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/LineChartLayout.h"
#include "widgets/theme/Palette.h"

class QPainter;

namespace headwater {

struct LineChartLook {
    const Palette& palette;
    const std::vector<int>& selected;  ///< ranks whose lines stand out; none: all alike
    int line = -1;                     ///< the line that keys move along
    LineHit cursor;
    bool focused = false;
};

void paintLines(QPainter& painter, const LineChartData& data, const LineChartLayout& layout, const LineChartLook& look);

}  // namespace headwater

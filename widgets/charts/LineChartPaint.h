// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/ViewRef.h"
#include "widgets/charts/LineChartLayout.h"
#include "widgets/theme/Palette.h"

class QPainter;

namespace headwater {

struct LineChartLook {
    const Palette& palette;
    const std::vector<int>& selected;  ///< ranks whose lines stand out; none: all alike
    std::optional<StepRange> steps;    ///< selected; nothing where the axis counts no steps
    int line = -1;                     ///< the line that keys move along
    LineHit cursor;
    bool focused = false;
};

void paintLines(QPainter& painter, const LineChartData& data, const LineChartLayout& layout, const LineChartLook& look);

}  // namespace headwater

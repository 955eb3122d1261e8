// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/HeatMapLayout.h"

class QPainter;

namespace headwater {

/// What is drawn over and around the pixels of a heat map.
struct HeatMapLook {
    const Palette& palette;
    const std::vector<int>& selected;  ///< ids of rows, sorted
    std::pair<int, int> columns;       ///< first and last of those selected; −1: none
    int row = -1, column = -1;         ///< the cursor
    bool focus = false;
};

void paintHeatMap(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const QImage& cells,
                  const HeatMapLook& look);

}  // namespace headwater

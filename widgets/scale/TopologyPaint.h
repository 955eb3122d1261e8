// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/scale/TopologyLayout.h"
#include "widgets/theme/Palette.h"

class QPainter;

namespace headwater {

/// What is drawn over a topology.
struct TopologyLook {
    const Palette& palette;
    const std::vector<int>& nodes;  ///< selected, sorted
    const std::vector<int>& ranks;  ///< selected, sorted
    int cursor = -1;                ///< item with the keys; −1: none
};

void paintTopology(QPainter& painter, const TopologyData& data, const TopologyLayout& layout, const TopologyLook& look);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/StageBarLayout.h"
#include "widgets/theme/Palette.h"

class QPainter;

namespace headwater {

struct StageBarLook {
    const Palette& palette;
    bool split = true;
    int selected = -1;
    int hovered = -1;
    bool focused = false;
};

void paintStageBars(QPainter& painter, const StageBarData& data, const StageBarLayout& layout,
                    const StageBarLook& look);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QImage>

#include "widgets/theme/Palette.h"
#include "widgets/timeline/TimelineLayout.h"

class QPainter;

namespace headwater {

struct TimelineLook {
    const Palette& palette;
    QFont font;
    bool focus = false;
    int current = -1;  ///< row of the layout that the keys are on
};

/// Paints what the layout holds. `buffer` is kept between frames so that none has to be allocated.
void paintTimeline(QPainter& painter, const TimelineData& data, const TimelineLayout& layout,
                   const TimelineState& state, const TimelineLook& look, QImage& buffer);

}  // namespace headwater

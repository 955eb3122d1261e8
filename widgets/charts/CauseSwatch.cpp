// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CauseSwatch.h"

#include <QPainter>

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Theme.h"

namespace headwater {

void paintSwatch(QPainter& painter, const QRectF& box, BubbleCause cause, const Palette& p)
{
    const QColor& hue = p.causes[static_cast<std::size_t>(cause)];
    painter.fillRect(box, mix(hue, p.card, 0.3));
    if (box.width() > 3 && box.height() > 3)
        painter.fillRect(box, QBrush(hue, cause::pattern(cause)));
}

}  // namespace headwater

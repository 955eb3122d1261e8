// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CauseSwatch.h"

#include <cmath>

#include <QPaintEngine>
#include <QPainter>

#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Theme.h"

namespace headwater {

void paintSwatch(QPainter& painter, const QRectF& box, BubbleCause cause, const Palette& p)
{
    if (box.width() > 3 && box.height() > 3)
        painter.drawTiledPixmap(box, QPixmap::fromImage(cause::tile(cause, p)));  // unlike a brush, SVG has it too
    else
        painter.fillRect(box, p.causes[static_cast<std::size_t>(cause)]);
}

void paintDisc(QPainter& painter, const QPointF& centre, double radius, BubbleCause cause, const Palette& p)
{
    const auto disc = [&](QPainter& on, const QPointF& at) {
        on.setPen(QPen(p.causes[static_cast<std::size_t>(cause)], 1.4));
        on.setBrush(QBrush(cause::tile(cause, p)));
        on.drawEllipse(at, radius, radius);
    };
    if (painter.paintEngine()->type() != QPaintEngine::SVG)
        return disc(painter, centre);
    const double half = std::ceil(radius) + 1;
    QPixmap picture(static_cast<int>(half * 2), static_cast<int>(half * 2));
    picture.fill(Qt::transparent);
    QPainter on(&picture);
    on.setRenderHint(QPainter::Antialiasing);
    disc(on, {half, half});
    on.end();
    painter.drawPixmap(centre - QPointF(half, half), picture);
}

}  // namespace headwater

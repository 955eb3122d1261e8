// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/Marks.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "widgets/theme/Theme.h"

namespace headwater::marks {

void hatch(QPainter& painter, const QRectF& rect, const QColor& colour)
{
    constexpr double kSpacing = 5;
    if (rect.isEmpty())
        return;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.setPen(QPen(colour, 1));
    // Lines start at multiples of the spacing in window coordinates, so that neighbouring hatches meet.
    const double from = std::floor((rect.left() + rect.top()) / kSpacing) * kSpacing;
    for (double sum = from; sum < rect.right() + rect.bottom(); sum += kSpacing)
        painter.drawLine(QPointF(sum - rect.top(), rect.top()), QPointF(sum - rect.bottom(), rect.bottom()));
    painter.restore();
}

void point(QPainter& painter, QPointF centre, double size, Side side, const QColor& colour)
{
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    const QRectF box(centre.x() - size / 2, centre.y() - size / 2, size, size);
    if (side == Side::Baseline)
        painter.drawEllipse(box);
    else
        painter.drawRect(box.adjusted(size * 0.06, size * 0.06, -size * 0.06, -size * 0.06));
    painter.restore();
}

void hollowTriangle(QPainter& painter, QPointF centre, double size, const QColor& colour)
{
    QPainterPath path;
    path.moveTo(centre.x(), centre.y() - size / 2);
    path.lineTo(centre.x() + size / 2, centre.y() + size / 2);
    path.lineTo(centre.x() - size / 2, centre.y() + size / 2);
    path.closeSubpath();
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPath(path);
    painter.restore();
}

void noData(QPainter& painter, const QRectF& rect, const Palette& palette)
{
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette.neutral, 1.2, Qt::DotLine));
    painter.drawRect(rect);
    painter.restore();
}

void flag(QPainter& painter, const QRectF& rect, const QString& text, bool filled, const Palette& palette)
{
    const double notch = rect.height() / 3;
    QPainterPath path;
    path.moveTo(rect.topLeft());
    path.lineTo(rect.topRight());
    path.lineTo(rect.right() - notch, rect.center().y());
    path.lineTo(rect.bottomRight());
    path.lineTo(rect.bottomLeft());
    path.closeSubpath();
    painter.save();
    painter.setPen(QPen(palette.first, 1.2, filled ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(filled ? palette.first : palette.page);
    painter.drawPath(path);
    painter.setPen(filled ? palette.onFirst : palette.text);
    drawTabular(painter, rect.adjusted(notch, 0, -notch, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
    painter.restore();
}

void part(QPainter& painter, const QRectF& rect, BarPart which, const QColor& hue, const QColor& surface)
{
    if (rect.height() <= 0)
        return;
    if (which == BarPart::Idle) {
        painter.fillRect(rect, mix(hue, surface, 0.9));
        hatch(painter, rect, mix(hue, surface, 0.25));
        return;
    }
    constexpr double kFade[] = {0, 0.32, 0.58};
    painter.fillRect(rect, mix(hue, surface, kFade[static_cast<std::size_t>(which)]));
}

void valueAxis(QPainter& painter, const QRectF& plot, const Axis& axis, const Palette& palette, UnitPlace place)
{
    const double height = painter.fontMetrics().height();
    painter.save();
    for (int tick = 0; tick <= axis.ticks(); ++tick) {
        const double y = plot.bottom() - plot.height() * axis.fraction(axis.step * tick);
        painter.setPen(QPen(tick == 0 ? palette.border : palette.grid, 1));
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(palette.muted);
        drawTabular(painter, QRectF(plot.left() - 200, y - height / 2, 200 - height * 0.5, height),
                    Qt::AlignRight | Qt::AlignVCenter,
                    place == UnitPlace::TopTick && tick == axis.ticks() ? axis.labelWithUnit(tick) : axis.label(tick));
    }
    if (place == UnitPlace::Below)
        painter.drawText(QRectF(plot.left() - 200, plot.bottom() + height * 0.6, 200 - height * 0.5, height),
                         Qt::AlignRight | Qt::AlignVCenter, axis.unit.symbol);
    painter.restore();
}

}  // namespace headwater::marks

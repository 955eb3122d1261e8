// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/Card.h"

#include <QPainter>
#include <QPainterPath>

#include "widgets/theme/Palette.h"

namespace headwater {

Card::Card(QWidget* parent) : QFrame(parent)
{
    setFrameShape(QFrame::NoFrame);
}

void Card::setEdge(Edge edge, bool dashed)
{
    m_edge = edge;
    m_dashed = dashed;
    update();
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = paletteOf(this);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.fillPath(shape, p.card);
    if (m_edge != Edge::None) {
        const QColor colour = m_edge == Edge::First ? p.first : m_edge == Edge::Attention ? p.current : p.neutral;
        constexpr double kWidth = 4;
        painter.setClipPath(shape);
        painter.setPen(QPen(colour, kWidth, m_dashed ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(kWidth / 2, 0), QPointF(kWidth / 2, height()));
        painter.setClipping(false);
    }
    painter.setPen(QPen(hasFocus() ? p.first : p.border, hasFocus() ? 1.5 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(shape);
}

}  // namespace headwater

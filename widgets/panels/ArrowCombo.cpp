// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/ArrowCombo.h"

#include <QPainter>
#include <QWheelEvent>

#include "widgets/theme/Palette.h"

namespace headwater {

ArrowCombo::ArrowCombo(QWidget* parent) : QComboBox(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void ArrowCombo::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

void ArrowCombo::paintEvent(QPaintEvent* event)
{
    QComboBox::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(paletteOf(this).muted, 1.5));
    const double arm = fontMetrics().height() * 0.22;
    const QPointF tip(width() - fontMetrics().height() * 0.8, height() / 2.0 + arm / 2);
    painter.drawPolyline(QPolygonF({tip + QPointF(-arm, -arm), tip, tip + QPointF(arm, -arm)}));
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/Chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/charts/ChartMenu.h"
#include "widgets/theme/Format.h"

namespace headwater {

Chart::Chart(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    enableAccessibleRows();
    addChartMenu(
        this,
        [this](QPainter& painter, QSize) {
            m_exporting = true;
            paint(painter, area());
            m_exporting = false;
        },
        [this] { return table(); });
}

bool Chart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = tipAt(help->pos());
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), format::tip(tip), this);
    return true;
}

void Chart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    paint(painter, area());
}

void paintEmpty(QPainter& painter, const QRectF& area, const QString& text, const QColor& colour)
{
    painter.setPen(colour);
    painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, text);
}

}  // namespace headwater

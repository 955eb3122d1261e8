// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/Style.h"

#include <algorithm>

#include <QApplication>
#include <QFontMetrics>
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include "widgets/theme/Palette.h"

namespace headwater {

namespace {

/// Checked is a mark as well as a colour.
void drawIndicator(QPainter& painter, const QStyleOption& option, bool round, const Palette& p)
{
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool on = option.state & QStyle::State_On;
    const bool some = option.state & QStyle::State_NoChange;
    const bool focus = option.state & QStyle::State_HasFocus;
    const double side = std::min(option.rect.width(), option.rect.height());
    QRectF box(0, 0, side - 2, side - 2);
    box.moveCenter(QRectF(option.rect).center());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor fill = enabled ? p.first : p.border;
    painter.setPen(QPen(focus ? p.text : on || some ? fill : enabled ? p.muted : p.border, focus ? 2 : 1.2));
    painter.setBrush(on || some ? fill : p.page);
    const double corner = round ? box.width() / 2 : box.width() * 0.22;
    painter.drawRoundedRect(box, corner, corner);
    const auto at = [&box](double x, double y) {
        return QPointF(box.left() + x * box.width(), box.top() + y * box.height());
    };
    const QColor mark = enabled ? p.onFirst : p.muted;
    painter.setPen(QPen(mark, std::max(1.6, side * 0.14), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (on && round) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(mark);
        painter.drawEllipse(box.center(), box.width() * 0.22, box.width() * 0.22);
    } else if (on) {
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF({at(0.22, 0.53), at(0.43, 0.74), at(0.79, 0.29)}));
    } else if (some) {
        painter.drawLine(at(0.25, 0.5), at(0.75, 0.5));
    }
    painter.restore();
}

}  // namespace

Style::Style() : QProxyStyle(QStringLiteral("Fusion")) {}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* more) const
{
    if (hint == SH_Widget_Animation_Duration && qApp->property(kReducedMotion).toBool())
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, more);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return (option ? option->fontMetrics : QFontMetrics(QApplication::font())).height() * 9 / 10;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const
{
    const bool round = element == PE_IndicatorRadioButton;
    if (widget && (round || element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck))
        drawIndicator(*painter, *option, round, paletteOf(widget));
    else
        QProxyStyle::drawPrimitive(element, option, painter, widget);
}

}  // namespace headwater

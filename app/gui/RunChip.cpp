// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/RunChip.h"

#include <cmath>

#include <QPainter>
#include <QStyleOptionButton>
#include <QStylePainter>

#include "widgets/charts/Marks.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

RunChip::RunChip(Side side, QWidget* parent) : QPushButton(parent), m_side(side)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setRun({}, {});
}

void RunChip::setRun(const QString& name, const QString& details)
{
    m_name = name;
    setAccessibleName(words::of(m_side) + QLatin1Char(' ') + name);
    // The button may be too narrow for the name: the tip has all of it.
    setToolTip(format::tip(details.isEmpty() ? name : name + QLatin1Char('\n') + details));
    setAccessibleDescription(details);
    updateGeometry();
    update();
}

double RunChip::leadWidth() const
{
    const QFontMetricsF bold(scaled(font(), 1, QFont::DemiBold));
    return fontMetrics().height() * 2.1 + bold.horizontalAdvance(words::of(m_side));
}

QSize RunChip::sizeHint() const
{
    const double name = m_name.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_name) + fontMetrics().height() * 0.4;
    // Up: with the fraction of a pixel missing a name would be cut that has all its room.
    return {static_cast<int>(std::ceil(leadWidth() + name)) + 1, static_cast<int>(fontMetrics().height() * 1.75)};
}

QSize RunChip::minimumSizeHint() const
{
    return {static_cast<int>(leadWidth() + fontMetrics().averageCharWidth() * 6), sizeHint().height()};
}

void RunChip::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    painter.drawControl(QStyle::CE_PushButtonBevel, option);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& p = paletteOf(this);
    const double line = fontMetrics().height();
    marks::point(painter, QPointF(line * 0.95, height() / 2.0), line * 0.6, m_side, p.side(m_side));
    painter.setPen(p.text);
    painter.setFont(scaled(font(), 1, QFont::DemiBold));
    painter.drawText(QRectF(line * 1.5, 0, width(), height()), Qt::AlignVCenter | Qt::AlignLeft, words::of(m_side));
    const double left = leadWidth() - line * 0.6 + line * 0.4;
    painter.setFont(font());
    const int room = static_cast<int>(width() - left - line * 0.5);
    painter.drawText(QRectF(left, 0, room, height()), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(m_name, Qt::ElideMiddle, room));
}

}  // namespace headwater

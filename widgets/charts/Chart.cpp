// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/Chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/theme/Format.h"

namespace headwater {

Chart::Chart(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    enableAccessibleRows();
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

QString tableCell(const QString& text)
{
    QString cell = text;
    for (QChar& c : cell)
        if (c == u'\t' || c == u'\n' || c == u'\r')
            c = u' ';
    bool isNumber = false;
    static_cast<void>(cell.toDouble(&isNumber));
    constexpr QStringView kComputes = u"=+-@\u2212";
    if (!cell.isEmpty() && !isNumber && kComputes.contains(cell.front()))
        cell.prepend(u'\'');
    return cell;
}

QString tableText(const std::vector<QStringList>& rows)
{
    QString out;
    for (const QStringList& row : rows) {
        QStringList cells;
        for (const QString& cell : row)
            cells << tableCell(cell);
        out += cells.join(u'\t') + u'\n';
    }
    return out;
}

}  // namespace headwater

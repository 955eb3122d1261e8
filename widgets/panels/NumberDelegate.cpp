// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/NumberDelegate.h"

#include <QPainter>

#include "widgets/charts/Marks.h"
#include "widgets/models/StageTableModel.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

void paintFlagMark(QPainter& painter, const QRectF& box, bool confirmed, const Palette& p)
{
    const QRectF cloth(box.left() + 1, box.top() + 1, box.width() * 0.8, box.height() * 0.5);
    painter.setPen(QPen(p.first, 1.6));
    painter.drawLine(box.topLeft() + QPointF(1, 0), box.bottomLeft() + QPointF(1, 0));
    painter.setPen(QPen(p.first, 1));
    painter.setBrush(confirmed ? QBrush(p.first) : QBrush(Qt::NoBrush));
    painter.drawPolygon(QPolygonF({cloth.topLeft(), QPointF(cloth.right(), cloth.center().y()), cloth.bottomLeft()}));
    painter.setBrush(Qt::NoBrush);
}

/// Returns how far the marks reach.
double paintMarks(QPainter& painter, const QRectF& cell, int marks, const Palette& p)
{
    const double size = painter.fontMetrics().height() * 0.75;
    double x = cell.left();
    if (marks & (StageTableModel::First | StageTableModel::Possible)) {
        paintFlagMark(painter, QRectF(x, cell.center().y() - size / 2, size, size), marks & StageTableModel::First, p);
        x += size * 1.3;
    }
    if (marks & StageTableModel::Slowest) {
        marks::hollowTriangle(painter, QPointF(x + size / 2, cell.center().y()), size * 0.85, p.text);
        x += size * 1.3;
    }
    return x - cell.left();
}

}  // namespace

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Palette& p = paletteOf(option.widget);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF cell(option.rect);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(cell, p.selection);
    painter->setPen(QPen(p.grid, 1));
    painter->drawLine(cell.bottomLeft() + QPointF(0, -0.5), cell.bottomRight() + QPointF(1, -0.5));

    const int marks = index.data(StageTableModel::MarkRole).toInt();
    const bool strong = marks & StageTableModel::First;
    painter->setFont(scaled(option.font, 1.0, strong ? QFont::Bold : QFont::Normal));
    const double pad = painter->fontMetrics().height() * 0.4;
    QRectF inner = cell.adjusted(pad, 0, -pad, 0);
    if (index.column() == 0)
        inner.adjust(paintMarks(*painter, inner, marks, p), 0, 0, 0);
    const int tone = index.data(StageTableModel::ToneRole).toInt();
    painter->setPen(tone > 0 ? p.currentText : tone < 0 ? p.baselineText : p.text);
    const QString text = index.data().toString();
    if (index.data(StageTableModel::NumberRole).toBool()) {
        drawTabular(*painter, inner, Qt::AlignRight | Qt::AlignVCenter, text);
    } else {
        const auto alignment = static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
        painter->drawText(inner, static_cast<int>(alignment),
                          painter->fontMetrics().elidedText(text, Qt::ElideMiddle, static_cast<int>(inner.width())));
    }
    if ((option.state & QStyle::State_HasFocus) && index.column() == 0) {
        painter->setPen(QPen(p.first, 2));
        painter->drawLine(cell.topLeft() + QPointF(1, 1), cell.bottomLeft() + QPointF(1, -1));
    }
    painter->restore();
}

}  // namespace headwater

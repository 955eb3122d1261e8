// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/WrapDelegate.h"

#include <QPainter>
#include <QTableView>

#include "widgets/models/RowsModel.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

constexpr int kFlags = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

/// Long names of files get places to break a line at, so that nothing is cut off.
QString breakable(const QString& text)
{
    constexpr int kLongest = 14;
    constexpr QChar kBreak(0x200b);
    QString out;
    int run = 0;
    for (const QChar c : text) {
        out += c;
        run = c.isSpace() ? 0 : run + 1;
        if (run >= kLongest || (run > 2 && !c.isLetterOrNumber() && !c.isSpace())) {
            out += kBreak;
            run = 0;
        }
    }
    return out;
}

int padOf(const QFontMetrics& metrics)
{
    return metrics.height() * 2 / 5;
}

}  // namespace

void WrapDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Palette& p = paletteOf(option.widget);
    painter->save();
    const QRectF cell(option.rect);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(cell, p.selection);
    painter->setPen(QPen(p.grid, 1));
    painter->drawLine(cell.bottomLeft() + QPointF(0, -0.5), cell.bottomRight() + QPointF(1, -0.5));
    const int pad = padOf(option.fontMetrics);
    const int tone = index.data(RowsModel::ToneRole).toInt();
    painter->setPen(index.data(RowsModel::DimRole).toBool() ? p.muted
                    : tone > 0                              ? p.currentText
                    : tone < 0                              ? p.baselineText
                                                            : p.text);
    if (index.data(RowsModel::StrongRole).toBool())
        painter->setFont(scaled(option.font, 1.0, QFont::DemiBold));
    const QRect inner = option.rect.adjusted(pad, pad, -pad, 0);
    if (index.data(RowsModel::NumberRole).toBool())
        drawTabular(*painter, inner, Qt::AlignRight | Qt::AlignTop, index.data().toString());
    else
        painter->drawText(inner, kFlags, breakable(index.data().toString()));
    if ((option.state & QStyle::State_HasFocus) && index.column() == 0) {
        painter->setPen(QPen(p.first, 2));
        painter->drawLine(cell.topLeft() + QPointF(1, 1), cell.bottomLeft() + QPointF(1, -1));
    }
    painter->restore();
}

QSize WrapDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int pad = padOf(option.fontMetrics);
    const auto* table = qobject_cast<const QTableView*>(option.widget);
    const QString text = breakable(index.data().toString());
    const int width = table ? table->columnWidth(index.column()) - 2 * pad : 10'000;
    const QRect box = option.fontMetrics.boundingRect(QRect(0, 0, std::max(width, 1), 100'000), kFlags, text);
    return {option.fontMetrics.horizontalAdvance(text) + 2 * pad, box.height() + 2 * pad};
}

}  // namespace headwater

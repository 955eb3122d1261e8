// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapPaint.h"

#include <algorithm>
#include <cmath>

#include <QPainter>

#include "widgets/charts/Marks.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

struct Shown {
    int first = 0, last = 0;
};

Shown shownRows(const HeatMapData& data, const HeatMapView& view)
{
    return {static_cast<int>(view.row),
            std::min(static_cast<int>(std::ceil(view.row + view.rows)), static_cast<int>(data.rows.size()))};
}

Shown shownColumns(const HeatMapData& data, const HeatMapView& view)
{
    return {static_cast<int>(view.column),
            std::min(static_cast<int>(std::ceil(view.column + view.columns)), static_cast<int>(data.columns.size()))};
}

/// Lines in the colour of the page between cells that are large enough.
void paintGaps(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const Palette& p)
{
    constexpr double kRoomy = 6;
    painter.setPen(QPen(p.card, 2));
    if (layout.rowHeight() >= kRoomy)
        for (int r = shownRows(data, layout.view).first + 1; r < shownRows(data, layout.view).last; ++r)
            painter.drawLine(QPointF(layout.plot.left(), layout.yOf(r)), QPointF(layout.plot.right(), layout.yOf(r)));
    if (layout.columnWidth() >= kRoomy)
        for (int c = shownColumns(data, layout.view).first + 1; c < shownColumns(data, layout.view).last; ++c)
            painter.drawLine(QPointF(layout.xOf(c), layout.plot.top()), QPointF(layout.xOf(c), layout.plot.bottom()));
}

void paintTexts(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const Palette& p)
{
    const QFontMetricsF metrics(painter.font());
    const double least = metrics.averageCharWidth() * 7;
    if (layout.rowHeight() < metrics.height() || layout.columnWidth() < least)
        return;
    const Shown columns = shownColumns(data, layout.view);
    for (int r = shownRows(data, layout.view).first; r < shownRows(data, layout.view).last; ++r) {
        for (int c = columns.first; c < columns.last; ++c) {
            const auto row = static_cast<std::size_t>(r);
            const auto column = static_cast<std::size_t>(c);
            const QString text = data.text(row, column);
            const QRectF cell = layout.cell(row, column).intersected(layout.plot);
            if (metrics.horizontalAdvance(text) > cell.width() - 6 || cell.height() < metrics.height())
                continue;
            const float tint = data.tint[row * data.columns.size() + column];
            const QColor under = std::isnan(tint) ? p.page : heatColour(tint, data.diverging, p);
            const QColor dark(0x17, 0x1C, 0x26);
            painter.setPen(contrast(under, dark) >= contrast(under, Qt::white) ? dark : QColor(Qt::white));
            drawTabular(painter, cell, Qt::AlignHCenter | Qt::AlignVCenter, text);
        }
    }
}

/// Names of rows as dense as they fit, selected and flagged ones first.
void paintNames(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const HeatMapLook& look)
{
    const Palette& p = look.palette;
    const QFont plain = painter.font();
    const double line = QFontMetricsF(plain).height();
    const Shown rows = shownRows(data, layout.view);
    std::vector<char> taken(static_cast<std::size_t>(std::ceil(layout.plot.height())) + 1, 0);
    const auto draw = [&](int r, bool strong) {
        const double y = layout.yOf(r + 0.5);
        // Above a thin first row there is no room for half a line.
        const double above = std::max(y - line / 2, layout.plot.top());
        const QRectF box(layout.names.left(), above, layout.names.width() - line * 0.5, line);
        const auto top = static_cast<std::size_t>(std::clamp(box.top() - layout.plot.top(), 0.0, layout.plot.height()));
        const auto end =
            static_cast<std::size_t>(std::clamp(box.bottom() - layout.plot.top(), 0.0, layout.plot.height()));
        if (std::any_of(taken.begin() + static_cast<std::ptrdiff_t>(top),
                        taken.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != 0; }))
            return;
        std::fill(taken.begin() + static_cast<std::ptrdiff_t>(top), taken.begin() + static_cast<std::ptrdiff_t>(end),
                  1);
        painter.setFont(strong ? scaled(plain, 1, QFont::Bold) : plain);
        painter.setPen(strong ? p.text : p.muted);
        const QString name = painter.fontMetrics().elidedText(data.rows[static_cast<std::size_t>(r)].name,
                                                              Qt::ElideMiddle, static_cast<int>(box.width() - 1));
        drawTabular(painter, box, Qt::AlignRight | Qt::AlignVCenter, name);
    };
    const auto selected = [&](int r) {
        return std::ranges::binary_search(look.selected, data.rows[static_cast<std::size_t>(r)].id);
    };
    for (int r = rows.first; r < rows.last; ++r)
        if (selected(r))
            draw(r, true);
    for (int r = rows.first; r < rows.last; ++r)
        if (data.rows[static_cast<std::size_t>(r)].flag && !selected(r))
            draw(r, true);
    const int stride = std::max(1, static_cast<int>(std::ceil(line * 1.05 / layout.rowHeight())));
    for (int r = rows.first; r < rows.last; r += stride)
        if (!data.rows[static_cast<std::size_t>(r)].flag && !selected(r))
            draw(r, false);
    painter.setFont(plain);
}

/// A bar beside each selected row, a pointed one beside flagged ones; a row of less than a pixel keeps a mark.
void paintRowMarks(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const HeatMapLook& look)
{
    const double line = QFontMetricsF(painter.font()).height();
    const Shown rows = shownRows(data, layout.view);
    for (int r = rows.first; r < rows.last; ++r) {
        const HeatMapData::Row& row = data.rows[static_cast<std::size_t>(r)];
        const double high = std::max(1.0, layout.rowHeight() - 2);
        const double y = layout.yOf(r) + std::min(1.0, layout.rowHeight() / 4);
        if (std::ranges::binary_search(look.selected, row.id))
            painter.fillRect(QRectF(layout.plot.left() - line * 0.35, y, line * 0.2, high), look.palette.text);
        if (row.flag)
            painter.fillRect(QRectF(layout.plot.right() + line * 0.12, y, line * 0.28, std::max(2.0, high)),
                             look.palette.first);
    }
}

/// A bar along the foot of the selected columns; columns of less than a pixel keep a mark.
void paintColumnMarks(QPainter& painter, const HeatMapLayout& layout, const HeatMapLook& look)
{
    if (look.columns.first < 0)
        return;
    const double line = QFontMetricsF(painter.font()).height();
    const double from = std::max(layout.xOf(look.columns.first), layout.plot.left());
    const double to = std::min(std::max(layout.xOf(look.columns.second + 1), from + 2), layout.plot.right());
    if (to > from)
        painter.fillRect(QRectF(from, layout.plot.bottom() + line * 0.1, to - from, line * 0.2), look.palette.text);
}

void paintColumns(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const Palette& p)
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(p.muted);
    const double titleWide = metrics.horizontalAdvance(data.columnTitle) + metrics.height();
    painter.drawText(QRectF(layout.plot.left() - titleWide, layout.below.top(), titleWide - metrics.height() * 0.5,
                            layout.below.height()),
                     Qt::AlignRight | Qt::AlignVCenter, data.columnTitle);
    double reach = layout.plot.left() - 1;
    for (int c = shownColumns(data, layout.view).first; c < shownColumns(data, layout.view).last; ++c) {
        const QString& name = data.columns[static_cast<std::size_t>(c)];
        const double wide = metrics.horizontalAdvance(name) + metrics.averageCharWidth();
        const double x = layout.xOf(c + 0.5);
        if (x - wide / 2 < reach || x + wide / 2 > layout.plot.right() + wide / 2)
            continue;
        drawTabular(painter, QRectF(x - wide / 2, layout.below.top(), wide, layout.below.height()),
                    Qt::AlignHCenter | Qt::AlignVCenter, name);
        reach = x + wide / 2 + metrics.averageCharWidth();
    }
}

void paintLegend(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const Palette& p)
{
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    const double low = metrics.horizontalAdvance(data.lowEnd);
    const double high = metrics.horizontalAdvance(data.highEnd);
    const double ramp = line * 6;
    const double left = layout.legend.right() - high - ramp - low - line;
    painter.setPen(p.muted);
    painter.drawText(QRectF(left, layout.legend.top(), low, line * 1.1), Qt::AlignVCenter, data.lowEnd);
    const QRectF bar(left + low + line * 0.5, layout.legend.top() + line * 0.3, ramp, line * 0.5);
    constexpr int kSteps = 48;
    for (int i = 0; i < kSteps; ++i) {
        const double at = (i + 0.5) / kSteps;
        painter.fillRect(QRectF(bar.left() + ramp * i / kSteps, bar.top(), ramp / kSteps + 0.5, bar.height()),
                         heatColour(data.diverging ? 2 * at - 1 : at, data.diverging, p));
    }
    painter.drawText(QRectF(bar.right() + line * 0.5, layout.legend.top(), high + 2, line * 1.1), Qt::AlignVCenter,
                     data.highEnd);
    const QRectF title(layout.legend.left(), layout.legend.top(), left - layout.legend.left() - line, line * 1.1);
    painter.drawText(title, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(data.title, Qt::ElideRight, static_cast<int>(title.width())));
}

/// Where the view lies in the whole, once it does not show all.
void paintThumbs(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const Palette& p)
{
    const HeatMapView all = fullView(data);
    const QRectF& plot = layout.plot;
    if (layout.view.rows < all.rows)
        painter.fillRect(QRectF(plot.right() - 3, plot.top() + plot.height() * layout.view.row / all.rows, 3,
                                std::max(6.0, plot.height() * layout.view.rows / all.rows)),
                         p.muted);
    if (layout.view.columns < all.columns)
        painter.fillRect(QRectF(plot.left() + plot.width() * layout.view.column / all.columns, plot.bottom() - 3,
                                std::max(6.0, plot.width() * layout.view.columns / all.columns), 3),
                         p.muted);
}

}  // namespace

void paintHeatMap(QPainter& painter, const HeatMapData& data, const HeatMapLayout& layout, const QImage& cells,
                  const HeatMapLook& look)
{
    const Palette& p = look.palette;
    painter.drawImage(layout.plot, cells);
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-1, -1, 1, 1), Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintGaps(painter, data, layout, p);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintTexts(painter, data, layout, p);
    if (look.row >= 0 && look.column >= 0) {
        const QRectF cell = layout.cell(static_cast<std::size_t>(look.row), static_cast<std::size_t>(look.column));
        QRectF box(cell.center(), QSizeF());
        const double wide = std::max(cell.width(), 5.0) / 2;
        const double high = std::max(cell.height(), 5.0) / 2;
        box.adjust(-wide, -high, wide, high);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(look.focus ? p.first : p.text, 2));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }
    paintThumbs(painter, data, layout, p);
    painter.restore();
    paintNames(painter, data, layout, look);
    paintRowMarks(painter, data, layout, look);
    paintColumnMarks(painter, layout, look);
    paintColumns(painter, data, layout, p);
    paintLegend(painter, data, layout, p);
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LineChartPaint.h"

#include <algorithm>
#include <array>

#include <QPainter>

#include "widgets/charts/Marks.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

namespace {

constexpr double kManyLines = 6;  ///< a side from which single lines step back

void paintHead(QPainter& painter, const LineChartData& data, const LineChartLayout& layout, const Palette& p)
{
    painter.save();
    const QFont plain = painter.font();
    painter.setFont(scaled(plain, 1.0, QFont::DemiBold));
    const double line = painter.fontMetrics().height();
    double right = layout.head.right() - line * 0.6;
    if (data.legend) {
        painter.setFont(plain);
        for (const Side side : {Side::Current, Side::Baseline}) {
            const QString word = words::of(side).toLower();
            const double width = QFontMetricsF(plain).horizontalAdvance(word);
            painter.setPen(p.sideText(side));
            painter.drawText(QRectF(right - width, layout.head.top(), width + 1, line), Qt::AlignVCenter, word);
            marks::point(painter, {right - width - line * 0.5, layout.head.top() + line / 2}, line * 0.45, side,
                         p.side(side));
            right -= width + line * 1.6;
        }
        painter.setFont(scaled(plain, 1.0, QFont::DemiBold));
    }
    painter.setPen(p.text);
    const int room = static_cast<int>(std::max(0.0, right - layout.head.left()));
    painter.drawText(QRectF(layout.head.left(), layout.head.top(), room, line), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(data.title, Qt::ElideRight, room));
    painter.restore();
}

void paintAxes(QPainter& painter, const LineChartData& data, const LineChartLayout& layout, const Palette& p)
{
    const double line = painter.fontMetrics().height();
    for (int i = 0; i < layout.y.ticks(); ++i) {
        const double y = layout.yOf(layout.y.tick(i));
        painter.setPen(QPen(i == 0 ? p.border : p.grid, 1));
        painter.drawLine(QPointF(layout.plot.left(), y), QPointF(layout.plot.right(), y));
        painter.setPen(p.muted);
        const bool top = i == layout.y.ticks() - 1 && !layout.y.unit.symbol.isEmpty();
        drawTabular(painter, QRectF(0, y - line / 2, layout.plot.left() - line * 0.4, line),
                    Qt::AlignRight | Qt::AlignVCenter,
                    top ? layout.y.label(i) + QLatin1Char(' ') + layout.y.unit.symbol : layout.y.label(i));
    }
    for (int i = 0; i < layout.x.ticks(); ++i) {
        const double x = layout.xOf(layout.x.tick(i));
        painter.setPen(QPen(p.border, 1));
        painter.drawLine(QPointF(x, layout.plot.bottom()), QPointF(x, layout.plot.bottom() + line * 0.2));
        painter.setPen(p.muted);
        const double width = line * 5;
        const double left = std::clamp(x - width / 2, 0.0, std::max(0.0, layout.plot.right() + line * 0.6 - width));
        const bool pushed = left < x - width / 2 - 0.5;
        drawTabular(painter, QRectF(left, layout.plot.bottom() + line * 0.3, width, line),
                    (pushed ? Qt::AlignRight : Qt::AlignHCenter) | Qt::AlignVCenter, layout.x.label(i));
    }
    if (!data.xTitle.isEmpty())
        painter.drawText(QRectF(layout.plot.left(), layout.plot.bottom() + line * 1.3, layout.plot.width(), line),
                         Qt::AlignRight | Qt::AlignVCenter,
                         data.steps ? data.xTitle : data.xTitle + QStringLiteral(", ") + layout.x.unit.symbol);
}

void paintBand(QPainter& painter, const LineBand& band, const LineChartLayout& layout, const Palette& p)
{
    const QRectF box(QPointF(layout.xOf(band.from), layout.yOf(band.hi)),
                     QPointF(layout.xOf(band.to), layout.yOf(band.lo)));
    painter.fillRect(box, mix(p.baseline, p.page, 0.85));
    marks::hatch(painter, box, mix(p.baseline, p.page, 0.6));
    painter.setPen(QPen(p.baseline, 1, Qt::DashLine));
    painter.drawLine(box.topLeft(), box.topRight());
    painter.drawLine(box.bottomLeft(), box.bottomRight());
}

/// As the series of a stage marks them: a framed band.
void paintSteps(QPainter& painter, StepRange steps, const LineChartLayout& layout, const Palette& p)
{
    constexpr double kLeast = 2;  // px to each side
    const double from = std::max(layout.xOf(static_cast<double>(steps.first)) - kLeast, layout.plot.left());
    const double to = std::min(layout.xOf(static_cast<double>(steps.last)) + kLeast, layout.plot.right());
    if (to <= from)
        return;
    painter.setPen(QPen(p.first, 1));
    painter.setBrush(p.selection);
    painter.drawRect(QRectF(QPointF(from, layout.plot.top()), QPointF(to, layout.plot.bottom())));
}

/// Marks tell the sides apart without colour: at each point where there is room, else here and there.
void paintPoints(QPainter& painter, const LineTrace& trace, Side side, const QColor& colour, double size)
{
    double last = -1e9;
    const bool sparse = trace.points.size() < 2 || (trace.points.back().at.x() - trace.points.front().at.x()) /
                                                           static_cast<double>(trace.points.size()) >=
                                                       size * 1.6;
    for (const LineTrace::Point& point : trace.points) {
        if (!sparse && point.at.x() - last < size * 16)
            continue;
        last = point.at.x();
        marks::point(painter, point.at, size, side, colour);
    }
}

void paintTrace(QPainter& painter, const LineTrace& trace, Side side, const QColor& colour, double width, bool marked)
{
    painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    QPolygonF part;
    const auto flush = [&] {
        if (part.size() > 1)
            painter.drawPolyline(part);
        part.clear();
    };
    for (const LineTrace::Point& point : trace.points) {
        if (point.afterGap)
            flush();
        part << point.at;
    }
    flush();
    // A baseline under a current run of the same values looks out from under it.
    const double size = painter.fontMetrics().height() * (side == Side::Baseline ? 0.5 : 0.34);
    if (marked)
        paintPoints(painter, trace, side, colour, size);
}

constexpr double kHalo = 7;  ///< px: a baseline is seen on both sides of a line that covers it

void paintCross(QPainter& painter, QPointF at, double size, const QColor& colour)
{
    painter.setPen(QPen(colour, 2));
    painter.drawLine(at + QPointF(-size, -size), at + QPointF(size, size));
    painter.drawLine(at + QPointF(-size, size), at + QPointF(size, -size));
}

void paintSeries(QPainter& painter, const LineChartData& data, const LineChartLayout& layout, const LineChartLook& look)
{
    const Palette& p = look.palette;
    std::array<int, 2> count{};
    for (const LineSeries& series : data.series)
        ++count[static_cast<std::size_t>(series.side)];
    const auto standsOut = [&](std::size_t i) {
        return static_cast<int>(i) == look.line ||
               std::binary_search(look.selected.begin(), look.selected.end(), data.series[i].id);
    };
    for (const bool front : {false, true})
        for (std::size_t i = 0; i < data.series.size(); ++i) {
            if (standsOut(i) != front)
                continue;
            const Side side = data.series[i].side;
            const bool many = count[static_cast<std::size_t>(side)] > kManyLines;
            const bool back = !front && (many || !look.selected.empty());
            const QColor colour = back ? mix(p.side(side), p.page, 0.45) : p.side(side);
            if (side == Side::Baseline && count[0] == 1 && count[1] == 1)
                paintTrace(painter, layout.traces[i], side, mix(colour, p.page, 0.55), kHalo, false);
            paintTrace(painter, layout.traces[i], side, colour, front ? 2.2 : 1.4, !back || i % 4 == 0);
            for (const QPointF& at : layout.traces[i].notFinite)
                paintCross(painter, at, painter.fontMetrics().height() * 0.28, p.sideText(side));
        }
}

void paintEvent(QPainter& painter, const LineMark& mark, const QRectF& box, const Palette& p)
{
    const QColor colour = mark.side ? p.side(*mark.side) : p.neutral;
    const QRectF sign =
        box.adjusted(box.width() * 0.15, box.height() * 0.15, -box.width() * 0.15, -box.height() * 0.15);
    const QPolygonF diamond({QPointF(sign.center().x(), sign.top()), QPointF(sign.right(), sign.center().y()),
                             QPointF(sign.center().x(), sign.bottom()), QPointF(sign.left(), sign.center().y())});
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(mark.strong ? QBrush(colour) : QBrush(Qt::NoBrush));
    painter.drawPolygon(diamond);
}

void paintMarks(QPainter& painter, const LineChartData& data, const LineChartLayout& layout, const Palette& p)
{
    for (std::size_t i = 0; i < data.marks.size(); ++i) {
        const LineMark& mark = data.marks[i];
        const double x = layout.xOf(mark.x);
        if (mark.kind == LineMark::Kind::Event) {
            painter.setPen(QPen(mix(p.neutral, p.page, 0.6), 1, Qt::DotLine));
            painter.drawLine(QPointF(x, layout.lane.bottom()), QPointF(x, layout.plot.bottom()));
            paintEvent(painter, mark, layout.marks[i], p);
            continue;
        }
        painter.setPen(QPen(p.first, 1.6));
        painter.drawLine(QPointF(x, layout.marks[i].top()), QPointF(x, layout.plot.bottom()));
        marks::flag(painter, layout.marks[i], mark.label, mark.strong, p);
    }
}

void paintCursor(QPainter& painter, const LineChartLayout& layout, const LineChartLook& look)
{
    if (look.cursor.what != LineHit::What::Point)
        return;
    for (const LineTrace::Point& point : layout.traces[look.cursor.series].points)
        if (point.index == look.cursor.index) {
            painter.setPen(QPen(look.palette.text, 1.4));
            painter.setBrush(Qt::NoBrush);
            const double r = painter.fontMetrics().height() * 0.35;
            painter.drawEllipse(point.at, r, r);
        }
}

}  // namespace

void paintLines(QPainter& painter, const LineChartData& data, const LineChartLayout& layout, const LineChartLook& look)
{
    paintHead(painter, data, layout, look.palette);
    if (data.isEmpty()) {
        painter.setPen(look.palette.muted);
        painter.drawText(layout.plot, Qt::AlignCenter | Qt::TextWordWrap, data.empty);
        return;
    }
    if (data.band)
        paintBand(painter, *data.band, layout, look.palette);
    if (look.steps)
        paintSteps(painter, *look.steps, layout, look.palette);
    paintAxes(painter, data, layout, look.palette);
    paintSeries(painter, data, layout, look);
    paintMarks(painter, data, layout, look.palette);
    paintCursor(painter, layout, look);
    if (look.focused) {
        painter.setPen(QPen(look.palette.first, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(layout.head.topLeft(), QPointF(layout.head.right(), layout.plot.bottom())));
    }
}

}  // namespace headwater

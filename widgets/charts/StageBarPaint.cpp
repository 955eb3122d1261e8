// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/StageBarPaint.h"

#include <algorithm>

#include <QCoreApplication>
#include <QPainter>

#include "widgets/charts/Marks.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

using Names = StageBarLayout::Names;

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(StageBarChart)
};

constexpr double kDownstreamFade = 0.5;

/// A bar among others that are divided, which is not: it must not look like one of compute alone.
void paintUnsplit(QPainter& painter, const QRectF& rect, const QColor& hue, const Palette& p)
{
    painter.fillRect(rect, mix(hue, p.page, 0.7));
    painter.setPen(hue);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintBar(QPainter& painter, const StageBar& bar, Side side, const QRectF& rect, const StageBarLook& look)
{
    const auto which = static_cast<std::size_t>(side);
    const Palette& p = look.palette;
    if (!bar.value[which]) {
        marks::noData(painter, rect, p);
        return;
    }
    const QColor hue = bar.downstream ? mix(p.side(side), p.page, kDownstreamFade) : p.side(side);
    if (!look.split) {
        painter.fillRect(rect, hue);
    } else if (!bar.hasParts(side)) {
        paintUnsplit(painter, rect, hue, p);
    } else {
        double y = rect.bottom();
        for (std::size_t i = 0; i < kBarParts; ++i) {
            const double height = *bar.value[which] > 0 ? rect.height() * bar.parts[which][i] / *bar.value[which] : 0;
            marks::part(painter, QRectF(rect.left(), y - height, rect.width(), height), static_cast<BarPart>(i), hue,
                        p.page);
            y -= height;
        }
    }
    // A bar too small to be seen still shows that something was measured.
    if (rect.height() < 1.5)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1.5, rect.width(), 1.5), hue);
}

void paintLevelName(QPainter& painter, const StageBar& bar, const StageBarLayout::Column& column, bool strong,
                    const StageBarLayout& layout, const Palette& p)
{
    QFont font = painter.font();
    const QFont plain = font;
    font.setWeight(strong ? QFont::Bold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(p.text);
    const int room = static_cast<int>(layout.nameLength);
    const bool fits = painter.fontMetrics().horizontalAdvance(bar.name) <= room;
    const QString name = painter.fontMetrics().elidedText(fits ? bar.name : bar.shortName, Qt::ElideRight, room);
    painter.drawText(column.name, Qt::AlignCenter, name);
    painter.setFont(plain);
    if (!bar.value[0] || !bar.value[1]) {
        painter.setPen(p.muted);
        painter.drawText(column.delta, Qt::AlignCenter, absenceText(bar));
        return;
    }
    format::Unit unit = layout.axis.unit;
    unit.decimals = std::max(unit.decimals, 2);
    const QString text = format::deltaInUnit(bar.delta, unit);
    const bool counts = bar.state == StageState::Regressed || bar.state == StageState::Improved;
    painter.setPen(!counts ? p.muted : bar.delta > 0 ? p.currentText : p.baselineText);
    if (tabularWidth(QFontMetricsF(painter.font()), text) <= column.delta.width())
        drawTabular(painter, column.delta, Qt::AlignCenter, text);
}

void paintTurnedName(QPainter& painter, const StageBar& bar, const StageBarLayout::Column& column, bool strong,
                     const StageBarLayout& layout, const Palette& p)
{
    painter.save();
    QFont font = painter.font();
    font.setWeight(strong ? QFont::Bold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(p.text);
    painter.translate(column.nameEnd);
    painter.rotate(-kNameSlant);
    const double height = painter.fontMetrics().height();
    const QString name =
        painter.fontMetrics().elidedText(bar.shortName, Qt::ElideMiddle, static_cast<int>(layout.nameLength));
    painter.drawText(QRectF(-layout.nameLength - height, -height / 2, layout.nameLength + height, height),
                     Qt::AlignRight | Qt::AlignVCenter, name);
    painter.restore();
}

void paintNames(QPainter& painter, const StageBarData& data, const StageBarLayout& layout, const StageBarLook& look)
{
    for (int i = 0; i < static_cast<int>(data.bars.size()); ++i) {
        const StageBar& bar = data.bars[static_cast<std::size_t>(i)];
        const StageBarLayout::Column& column = layout.columns[static_cast<std::size_t>(i)];
        const bool marked = i == data.first || i == look.selected;
        if (layout.names == Names::Level)
            paintLevelName(painter, bar, column, marked, layout, look.palette);
        else if (layout.names == Names::Slanted || marked || i == data.slowest)
            paintTurnedName(painter, bar, column, marked, layout, look.palette);
    }
}

void paintBands(QPainter& painter, const StageBarData& data, const StageBarLayout& layout, const StageBarLook& look)
{
    const auto band = [&](int i) {
        const auto& column = layout.columns[static_cast<std::size_t>(i)];
        const double down = layout.names == Names::Level ? column.delta.bottom() + 2 : layout.plot.bottom();
        return QRectF(column.band.topLeft(), QPointF(column.band.right(), down));
    };
    const int n = static_cast<int>(data.bars.size());
    if (look.hovered >= 0 && look.hovered < n && look.hovered != look.selected)
        painter.fillRect(band(look.hovered), mix(look.palette.selection, look.palette.page, 0.5));
    if (look.selected < 0 || look.selected >= n)
        return;
    painter.fillRect(band(look.selected), look.palette.selection);
    if (look.focused) {
        painter.setPen(QPen(look.palette.first, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(band(look.selected).adjusted(0.75, 0.75, -0.75, -0.75));
    }
}

void paintMarks(QPainter& painter, const StageBarData& data, const StageBarLayout& layout, const StageBarLook& look)
{
    const Palette& p = look.palette;
    if (data.first >= 0) {
        painter.setPen(QPen(p.first, 2, data.firstConfirmed ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QPointF(layout.rule, layout.flag.top()), QPointF(layout.rule, layout.plot.bottom()));
        const QFont plain = painter.font();
        QFont bold = plain;
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        marks::flag(painter, layout.flag, flagText(data, layout.axis.unit), data.firstConfirmed, p);
        painter.setFont(plain);
    }
    if (data.slowest >= 0) {
        const double size = layout.slowest.height() * 0.62;
        const QPointF centre(layout.slowest.left() + layout.slowest.height() / 2, layout.slowest.center().y());
        marks::hollowTriangle(painter, centre, size, p.text);
        painter.setPen(p.muted);
        painter.drawText(layout.slowest.adjusted(layout.slowest.height(), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         Tr::tr("slowest"));
    }
}

/// Draws from the left while there is room; what comes first matters most.
class Legend {
public:
    Legend(QPainter& painter, const QRectF& area, const Palette& palette)
        : m_painter(painter)
        , m_area(area)
        , m_palette(palette)
        , m_x(area.left())
    {}
    template <class Draw>
    void add(const QString& text, Draw draw)
    {
        const double icon = m_area.height() * 0.55;
        const double width = icon * 1.5 + m_painter.fontMetrics().horizontalAdvance(text);
        if (m_x + width > m_area.right())
            return;
        draw(QRectF(m_x, m_area.center().y() - icon / 2, icon, icon));
        m_painter.setPen(m_palette.muted);
        m_painter.drawText(QRectF(m_x + icon * 1.5, m_area.top(), width, m_area.height()), Qt::AlignVCenter, text);
        m_x += width + icon * 1.4;
    }

private:
    QPainter& m_painter;
    QRectF m_area;
    const Palette& m_palette;
    double m_x;
};

void paintLegend(QPainter& painter, const StageBarData& data, const StageBarLayout& layout, const StageBarLook& look)
{
    const Palette& p = look.palette;
    Legend legend(painter, layout.legend, p);
    for (const Side side : {Side::Baseline, Side::Current})
        legend.add(side == Side::Baseline ? Tr::tr("baseline") : Tr::tr("current"),
                   [&](const QRectF& box) { marks::point(painter, box.center(), box.width(), side, p.side(side)); });
    for (std::size_t i = 0; look.split && i < kBarParts; ++i)
        legend.add(partName(static_cast<BarPart>(i)),
                   [&](const QRectF& box) { marks::part(painter, box, static_cast<BarPart>(i), p.neutral, p.page); });
    const bool unsplit = std::any_of(data.bars.begin(), data.bars.end(), [](const StageBar& bar) {
        return !bar.hasParts(Side::Baseline) && !bar.hasParts(Side::Current);
    });
    if (look.split && unsplit)
        legend.add(Tr::tr("not split"), [&](const QRectF& box) { paintUnsplit(painter, box, p.neutral, p); });
    if (std::any_of(data.bars.begin(), data.bars.end(), [](const StageBar& bar) { return bar.downstream; }))
        legend.add(Tr::tr("muted: after the first"), [&](const QRectF& box) {
            painter.fillRect(box.adjusted(0, 0, -box.width() / 2, 0), mix(p.baseline, p.page, kDownstreamFade));
            painter.fillRect(box.adjusted(box.width() / 2, 0, 0, 0), mix(p.current, p.page, kDownstreamFade));
        });
    const bool missing = std::any_of(data.bars.begin(), data.bars.end(),
                                     [](const StageBar& bar) { return !bar.value[0] || !bar.value[1]; });
    if (missing)
        legend.add(Tr::tr("no data"), [&](const QRectF& box) { marks::noData(painter, box, p); });
}

}  // namespace

void paintStageBars(QPainter& painter, const StageBarData& data, const StageBarLayout& layout, const StageBarLook& look)
{
    if (data.bars.empty()) {
        painter.setPen(look.palette.muted);
        painter.drawText(layout.plot, Qt::AlignCenter, Tr::tr("No stages to show"));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintBands(painter, data, layout, look);
    marks::valueAxis(painter, layout.plot, layout.axis, look.palette);
    for (std::size_t i = 0; i < data.bars.size(); ++i)
        for (const Side side : {Side::Baseline, Side::Current})
            paintBar(painter, data.bars[i], side, layout.columns[i].bar[static_cast<std::size_t>(side)], look);
    paintMarks(painter, data, layout, look);
    paintNames(painter, data, layout, look);
    paintLegend(painter, data, layout, look);
}

}  // namespace headwater

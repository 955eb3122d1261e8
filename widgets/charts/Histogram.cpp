// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/Histogram.h"

#include <algorithm>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/charts/ChartTable.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

Histogram::Histogram(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("Ranks by time, both runs"));
}

void Histogram::setData(HistogramData data)
{
    m_data = std::move(data);
    m_anchor = m_cursor = m_hovered = -1;
    setAccessibleDescription(m_data.isEmpty() ? m_data.empty : m_data.title);
    update();
}

void Histogram::setFromZero(bool fromZero)
{
    m_fromZero = fromZero;
    m_anchor = m_cursor = m_hovered = -1;
    update();
}

void Histogram::setSelected(const std::vector<int>& ids)
{
    m_selected = ids;
    update();
}

HistogramLayout Histogram::chartLayout() const
{
    return layOutHistogram(m_data, area(), QFontMetricsF(font()), m_fromZero);
}

double Histogram::selectedShare(const HistogramLayout::Bin& bin, std::size_t side) const
{
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < bin.count[side]; ++i)
        chosen += std::ranges::binary_search(m_selected, m_data.sides[side][bin.first[side] + i].id);
    return bin.count[side] == 0 ? 0 : static_cast<double>(chosen) / static_cast<double>(bin.count[side]);
}

void Histogram::paintBins(QPainter& painter, const HistogramLayout& layout) const
{
    const Palette& p = paletteOf(this);
    for (std::size_t b = 0; b < layout.bins.size(); ++b) {
        const HistogramLayout::Bin& bin = layout.bins[b];
        const int at = static_cast<int>(b);
        if (at == m_hovered && bin.count[0] + bin.count[1] > 0)
            painter.fillRect(bin.band, p.selection);
        for (std::size_t side = 0; side < 2; ++side) {
            const QRectF& bar = bin.bar[side];
            if (bar.isEmpty())
                continue;
            const QColor hue = p.side(static_cast<Side>(side));
            painter.fillRect(bar, m_selected.empty() ? hue : mix(hue, p.page, 0.6));
            const double share = m_selected.empty() ? 0 : selectedShare(bin, side);
            if (share > 0) {
                const double high = std::max(2.0, bar.height() * share);
                const QRectF part(bar.left(), bar.bottom() - high, bar.width(), high);
                painter.fillRect(part, hue);
                painter.setPen(QPen(p.text, 1.2));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(part);
            }
        }
    }
    if (showsFocus() && m_cursor >= 0 && m_cursor < static_cast<int>(layout.bins.size())) {
        painter.setPen(QPen(p.first, 2));
        const QRectF& band = layout.bins[static_cast<std::size_t>(m_cursor)].band;
        painter.drawLine(band.bottomLeft() + QPointF(0, 2), band.bottomRight() + QPointF(0, 2));
    }
}

void Histogram::paintLines(QPainter& painter, const HistogramLayout& layout) const
{
    const Palette& p = paletteOf(this);
    for (const HistogramLayout::Line& mark : layout.lines) {
        const HistogramData::Cut& cut = m_data.cuts[mark.cut];
        painter.setPen(QPen(cut.dashed ? p.neutral : p.first, 1.6, cut.dashed ? Qt::DashLine : Qt::SolidLine));
        if (mark.drawn)
            painter.drawLine(QPointF(mark.x, mark.label.top()), QPointF(mark.x, layout.plot.bottom()));
    }
}

/// Over lines and bars, on a ground of their own.
void Histogram::paintLabels(QPainter& painter, const HistogramLayout& layout) const
{
    const Palette& p = paletteOf(this);
    painter.setPen(p.muted);
    for (const HistogramLayout::Bin& bin : layout.bins)
        for (std::size_t side = 0; side < 2; ++side) {
            if (bin.label[side].isEmpty())
                continue;
            painter.fillRect(bin.label[side], p.card);
            drawTabular(painter, bin.label[side], Qt::AlignHCenter | Qt::AlignVCenter, barText(m_data, bin, side));
        }
    const double line = painter.fontMetrics().height();
    for (const HistogramLayout::Line& mark : layout.lines) {
        const HistogramData::Cut& cut = m_data.cuts[mark.cut];
        const QRectF box = mark.label.adjusted(line * 0.25, 0, -line * 0.25, 0);
        painter.fillRect(box, p.card);
        painter.setPen(cut.dashed ? p.muted : p.text);
        const bool right = mark.leftOfLine || !mark.drawn;
        QString text = cut.at ? cut.name : cut.note;
        if (cut.at && !mark.drawn)
            text += u" \u2192"_s;
        painter.drawText(box, Qt::TextDontClip | Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft), text);
    }
}

void Histogram::paint(QPainter& painter, const QRectF& area) const
{
    const Palette& p = paletteOf(this);
    const HistogramLayout layout = layOutHistogram(m_data, area, QFontMetricsF(painter.font()), m_fromZero);
    if (layout.bins.empty())
        return paintEmpty(painter, area, m_data.empty, p.muted);
    paintBins(painter, layout);
    painter.setPen(QPen(p.border, 1));
    painter.drawLine(layout.plot.bottomLeft(), layout.plot.bottomRight());
    const double line = painter.fontMetrics().height();
    painter.setPen(p.muted);
    for (const HistogramLayout::Tick& tick : layout.ticks) {
        // The last one would stick out of the chart.
        const double wide = tabularWidth(QFontMetricsF(painter.font()), tick.text);
        const double x = std::min(tick.x, area.right() - wide / 2);
        drawTabular(painter, QRectF(x - line * 4, layout.plot.bottom() + line * 0.2, line * 8, line),
                    Qt::AlignHCenter | Qt::AlignVCenter, tick.text);
    }
    painter.drawText(layout.title, Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_data.title + u", "_s + layout.unit.symbol, Qt::ElideLeft,
                                                      static_cast<int>(layout.title.width())));
    paintLines(painter, layout);
    paintLabels(painter, layout);
}

QString Histogram::describe(const HistogramLayout::Bin& bin, const format::Unit& unit) const
{
    QStringList parts;
    for (std::size_t side = 0; side < 2; ++side) {
        if (bin.count[side] == 0)
            continue;
        std::vector<int> ids;
        for (std::size_t i = 0; i < bin.count[side]; ++i)
            ids.push_back(m_data.sides[side][bin.first[side] + i].id);
        std::ranges::sort(ids);
        parts << tr("%1: %2 (%3)")
                     .arg(words::of(static_cast<Side>(side)), barText(m_data, bin, side), format::rankList(ids));
    }
    return tr("%1 to %2 %3: %4")
        .arg(format::inUnit(bin.low, unit), format::inUnit(bin.high, unit), unit.symbol,
             parts.isEmpty() ? tr("no rank") : parts.join(u", "_s));
}

QString Histogram::tipAt(QPointF point) const
{
    const HistogramLayout layout = chartLayout();
    for (const HistogramLayout::Line& line : layout.lines) {
        const HistogramData::Cut& cut = m_data.cuts[line.cut];
        if (line.label.contains(point) ||
            (line.drawn && std::abs(point.x() - line.x) < 3 && layout.plot.contains(point)))
            return (cut.at ? cut.name + u": "_s + format::duration(*cut.at) + u'\n' : QString()) + cut.note;
    }
    const int at = binAt(layout, point);
    if (at < 0)
        return {};
    format::Unit unit = layout.unit;
    unit.decimals += 1;
    return describe(layout.bins[static_cast<std::size_t>(at)], unit);
}

std::vector<int> Histogram::filledBins() const
{
    const HistogramLayout layout = chartLayout();
    std::vector<int> filled;
    for (std::size_t b = 0; b < layout.bins.size(); ++b)
        if (layout.bins[b].count[0] + layout.bins[b].count[1] > 0)
            filled.push_back(static_cast<int>(b));
    return filled;
}

std::vector<AccessibleRow> Histogram::accessibleRows() const
{
    const HistogramLayout layout = chartLayout();
    format::Unit unit = layout.unit;
    unit.decimals += 1;
    std::vector<AccessibleRow> rows;
    for (const int at : filledBins()) {
        const HistogramLayout::Bin& bin = layout.bins[static_cast<std::size_t>(at)];
        QStringList counts;
        for (std::size_t side = 0; side < 2; ++side)
            counts << words::of(static_cast<Side>(side)) + u' ' + format::count(bin.count[side]);
        rows.push_back(
            {tr("%1 to %2 %3").arg(format::inUnit(bin.low, unit), format::inUnit(bin.high, unit), unit.symbol),
             counts.join(u", "_s), describe(bin, unit), bin.band});
    }
    return rows;
}

int Histogram::currentRow() const
{
    const std::vector<int> filled = filledBins();
    const auto found = std::ranges::find(filled, m_cursor);
    return found == filled.end() ? -1 : static_cast<int>(found - filled.begin());
}

void Histogram::chooseRow(int row)
{
    const std::vector<int> filled = filledBins();
    if (row < 0 || row >= static_cast<int>(filled.size()))
        return;
    take(filled[static_cast<std::size_t>(row)], filled[static_cast<std::size_t>(row)]);
    announceRow(this, row);
}

void Histogram::take(int anchor, int cursor)
{
    m_anchor = anchor;
    m_cursor = cursor;
    m_selected = anchor < 0 ? std::vector<int>()
                            : idsIn(m_data, chartLayout(), std::min(anchor, cursor), std::max(anchor, cursor));
    update();
    emit idsSelected(m_selected);
}

void Histogram::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int at = binAt(chartLayout(), event->position());
    const bool extend = event->modifiers() & Qt::ShiftModifier && m_anchor >= 0 && at >= 0;
    take(extend ? m_anchor : at, at);
}

void Histogram::mouseMoveEvent(QMouseEvent* event)
{
    const HistogramLayout layout = chartLayout();
    if (event->buttons() & Qt::LeftButton && m_anchor >= 0) {
        const double x = std::clamp(event->position().x(), layout.plot.left(), layout.plot.right() - 0.5);
        const int at = binAt(layout, QPointF(x, layout.plot.center().y()));
        if (at >= 0 && at != m_cursor)
            take(m_anchor, at);
        return;
    }
    const int at = binAt(layout, event->position());
    if (at == m_hovered)
        return;
    m_hovered = at;
    update();
}

void Histogram::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void Histogram::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_selected.empty())
        return take(-1, -1);
    const std::vector<int> filled = filledBins();
    const int row = rowAfterKey(event->key(), currentRow(), static_cast<int>(filled.size()));
    if (row < 0)
        return Chart::keyPressEvent(event);
    const int bin = filled[static_cast<std::size_t>(row)];
    take(event->modifiers() & Qt::ShiftModifier && m_anchor >= 0 ? m_anchor : bin, bin);
    announceRow(this, row);
}

QString Histogram::table() const
{
    const HistogramLayout layout = chartLayout();
    format::Unit unit = layout.unit;
    unit.decimals += 1;
    QList<QStringList> rows = {{tr("from (%1)").arg(unit.symbol), tr("to (%1)").arg(unit.symbol),
                                words::of(Side::Baseline), words::of(Side::Current), tr("ranks")}};
    for (const HistogramLayout::Bin& bin : layout.bins) {
        if (bin.count[0] + bin.count[1] == 0)
            continue;
        const int at = static_cast<int>(&bin - layout.bins.data());
        rows.push_back({format::inUnit(bin.low, unit), format::inUnit(bin.high, unit), QString::number(bin.count[0]),
                        QString::number(bin.count[1]), format::rankList(idsIn(m_data, layout, at, at))});
    }
    return tableText(rows);
}

QSize Histogram::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 14};
}

QSize Histogram::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 10};
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/CauseBars.h"

#include <algorithm>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/charts/CauseSwatch.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/charts/Marks.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {}  // namespace

CauseBars::CauseBars(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("Time without compute per step, by cause, both runs"));
}

void CauseBars::setData(CauseBarsData data)
{
    m_data = std::move(data);
    m_bar = -1;
    m_side = m_data.sides[1].empty() ? 0 : 1;
    setAccessibleDescription(m_data.isEmpty() ? m_data.empty : QString());
    update();
}

void CauseBars::setAsShare(bool asShare)
{
    m_asShare = asShare;
    update();
}

void CauseBars::setSelected(std::optional<Side> side, std::int64_t first, std::int64_t last)
{
    m_selected = Selection{side, first, last};
    update();
}

void CauseBars::clearSelected()
{
    m_selected.reset();
    update();
}

CauseBarsLayout CauseBars::chartLayout() const
{
    return layOutCauseBars(m_data, area(), QFontMetricsF(font()), m_asShare);
}

QString CauseBars::nameOf(const CauseBarsLayout::Bar& bar, std::size_t side) const
{
    const std::int64_t first = m_data.sides[side][bar.first].step;
    const std::int64_t last = m_data.sides[side][bar.last].step;
    return first == last ? tr("step %1").arg(first) : tr("mean of steps %1\u2013%2").arg(first).arg(last);
}

QString CauseBars::describe(const CauseBarsLayout::Bar& bar, std::size_t side) const
{
    const QString head = words::of(static_cast<Side>(side)) + u' ' + nameOf(bar, side);
    if (!bar.known)
        return head + u": "_s + tr("no data");
    const auto share = [&](Ns time) {
        return bar.mean.duration > 0
                   ? u" ("_s + format::share(static_cast<double>(time) / static_cast<double>(bar.mean.duration)) + u')'
                   : QString();
    };
    const Ns total = bar.mean.bubbles.total();
    QStringList lines{head + u": "_s + tr("%1 without compute").arg(format::duration(static_cast<double>(total))) +
                      share(total)};
    for (const CauseBarsLayout::Part& part : bar.parts) {
        const Ns time = bar.mean.bubbles.of(part.cause);
        lines << cause::word(part.cause) + u' ' + format::duration(static_cast<double>(time)) + share(time);
    }
    return lines.join(u'\n');
}

void CauseBars::paintRow(QPainter& painter, const CauseBarsLayout& layout, std::size_t side) const
{
    const Palette& p = paletteOf(this);
    const CauseBarsLayout::Row& row = layout.rows[side];
    const double line = painter.fontMetrics().height();
    marks::point(painter, QPointF(row.name.left() + line * 0.4, row.name.center().y()), line * 0.5,
                 static_cast<Side>(side), p.side(static_cast<Side>(side)));
    painter.setPen(p.muted);
    painter.drawText(row.name.adjusted(line, 0, 0, 0), Qt::AlignVCenter, words::of(static_cast<Side>(side)));
    for (const CauseBarsLayout::Tick& tick : layout.ticks) {
        const double y = row.plot.bottom() - row.plot.height() * tick.part;
        painter.setPen(QPen(tick.part == 0 ? p.border : p.grid, 1));
        painter.drawLine(QPointF(row.plot.left(), y), QPointF(row.plot.right(), y));
        painter.setPen(p.muted);
        drawTabular(painter, QRectF(row.plot.left() - 200, y - line / 2, 200 - line * 0.4, line),
                    Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    for (std::size_t i = 0; i < row.bars.size(); ++i) {
        const CauseBarsLayout::Bar& bar = row.bars[i];
        const std::int64_t first = m_data.sides[side][bar.first].step;
        const std::int64_t last = m_data.sides[side][bar.last].step;
        const bool chosen = m_selected && (!m_selected->side || *m_selected->side == static_cast<Side>(side)) &&
                            last >= m_selected->first && first <= m_selected->last;
        if (chosen)
            painter.fillRect(bar.band, p.selection);
        if (!bar.known)
            marks::noData(painter, bar.band.adjusted(1, bar.band.height() * 0.7, -1, 0), p);
        for (const CauseBarsLayout::Part& part : bar.parts)
            paintSwatch(painter, part.box, part.cause, p);
        if (chosen)
            painter.fillRect(QRectF(bar.band.left(), row.plot.bottom() + 1, bar.band.width(), 2), p.text);
        if (showsFocus() && m_side == side && m_bar == static_cast<int>(i)) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(p.first, 2));
            painter.drawRect(bar.band.adjusted(1, 1, -1, -1));
        }
    }
}

void CauseBars::paint(QPainter& painter, const QRectF& area) const
{
    const Palette& p = paletteOf(this);
    if (m_data.isEmpty())
        return paintEmpty(painter, area, m_data.empty, p.muted);
    const CauseBarsLayout layout = layOutCauseBars(m_data, area, QFontMetricsF(painter.font()), m_asShare);
    for (std::size_t side = 0; side < 2; ++side)
        if (!layout.rows[side].plot.isEmpty())
            paintRow(painter, layout, side);
    painter.setPen(p.muted);
    QString title = m_asShare ? tr("% of the step") : tr("time without compute a step, %1").arg(layout.unit);
    if (layout.merged > 1)
        title += u", "_s + tr("mean of %1 steps a bar").arg(layout.merged);
    painter.drawText(layout.title, Qt::AlignRight | Qt::AlignVCenter, title);
    for (const CauseBarsLayout::Key& key : layout.keys) {
        paintSwatch(painter, key.swatch, key.cause, p);
        painter.setPen(p.muted);
        painter.drawText(key.word, Qt::AlignVCenter, cause::word(key.cause));
    }
}

QString CauseBars::tipAt(QPointF point) const
{
    const CauseBarsLayout layout = chartLayout();
    for (const CauseBarsLayout::Key& key : layout.keys)
        if (key.swatch.united(key.word).contains(point))
            return cause::word(key.cause) + u'\n' + cause::explain(key.cause);
    const CauseBarsHit hit = barAt(layout, point);
    if (hit.side < 0)
        return {};
    const auto side = static_cast<std::size_t>(hit.side);
    const CauseBarsLayout::Bar& bar = layout.rows[side].bars[static_cast<std::size_t>(hit.bar)];
    QString tip = describe(bar, side);
    if (hit.part >= 0)
        tip += u"\n\n"_s + cause::explain(bar.parts[static_cast<std::size_t>(hit.part)].cause);
    return tip;
}

void CauseBars::take(std::size_t side, std::size_t bar)
{
    const CauseBarsLayout layout = chartLayout();
    if (bar >= layout.rows[side].bars.size())
        return;
    m_side = side;
    m_bar = static_cast<int>(bar);
    const CauseBarsLayout::Bar& taken = layout.rows[side].bars[bar];
    update();
    announceRow(this, currentRow());
    emit stepsChosen(static_cast<Side>(side), m_data.sides[side][taken.first].step,
                     m_data.sides[side][taken.last].step);
}

void CauseBars::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const CauseBarsHit hit = barAt(chartLayout(), event->position());
    if (hit.side >= 0)
        take(static_cast<std::size_t>(hit.side), static_cast<std::size_t>(hit.bar));
}

void CauseBars::keyPressEvent(QKeyEvent* event)
{
    const bool vertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const std::size_t side = !vertical ? m_side : event->key() == Qt::Key_Up ? 0 : 1;
    const auto count = static_cast<int>(chartLayout().rows[side].bars.size());
    const int bar =
        vertical ? std::clamp(m_bar, count > 0 ? 0 : -1, count - 1) : rowAfterKey(event->key(), m_bar, count);
    if (bar < 0)
        return Chart::keyPressEvent(event);
    take(side, static_cast<std::size_t>(bar));
}

std::vector<AccessibleRow> CauseBars::accessibleRows() const
{
    const CauseBarsLayout layout = chartLayout();
    std::vector<AccessibleRow> rows;
    for (std::size_t side = 0; side < 2; ++side)
        for (const CauseBarsLayout::Bar& bar : layout.rows[side].bars)
            rows.push_back({words::of(static_cast<Side>(side)) + u' ' + nameOf(bar, side),
                            bar.known ? format::duration(static_cast<double>(bar.mean.bubbles.total())) : tr("no data"),
                            describe(bar, side), bar.band});
    return rows;
}

int CauseBars::currentRow() const
{
    if (m_bar < 0)
        return -1;
    return m_bar + (m_side == 1 ? static_cast<int>(chartLayout().rows[0].bars.size()) : 0);
}

void CauseBars::chooseRow(int row)
{
    const auto before = static_cast<int>(chartLayout().rows[0].bars.size());
    if (row >= 0)
        take(row < before ? 0 : 1, static_cast<std::size_t>(row < before ? row : row - before));
}

QString CauseBars::table() const
{
    QList<QStringList> rows = {{tr("run"), tr("step"), tr("ranks"), tr("step (ns)")}};
    for (std::size_t c = 0; c < kBubbleCauses; ++c)
        rows.front() << cause::word(static_cast<BubbleCause>(c)) + u" (ns)"_s;
    for (std::size_t side = 0; side < 2; ++side)
        for (const StepBubbles& step : m_data.sides[side]) {
            QStringList cells{words::of(static_cast<Side>(side)), QString::number(step.step),
                              QString::number(step.ranks)};
            if (step.ranks > 0) {
                cells << QString::number(step.duration);
                for (const Ns time : step.bubbles.byCause)
                    cells << QString::number(time);
            }
            rows.push_back(std::move(cells));
        }
    return tableText(rows);
}

QSize CauseBars::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 20};
}

QSize CauseBars::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 36, fontMetrics().height() * 16};
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/WaterfallChart.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/charts/ChartTable.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

WaterfallChart::WaterfallChart(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("The step's change by stage"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void WaterfallChart::setData(WaterfallData data)
{
    m_data = std::move(data);
    m_row = std::min(m_row, static_cast<int>(m_data.rows.size()) - 1);
    setAccessibleDescription(m_data.basis);
    updateGeometry();
    update();
}

void WaterfallChart::setSelected(int stage)
{
    const auto row = std::find_if(m_data.rows.begin(), m_data.rows.end(),
                                  [stage](const WaterfallData::Row& one) { return stage >= 0 && one.stage == stage; });
    m_row = row == m_data.rows.end() ? -1 : static_cast<int>(row - m_data.rows.begin());
    update();
}

WaterfallLayout WaterfallChart::chartLayout() const
{
    return layOutWaterfall(m_data, area(), QFontMetricsF(font()));
}

QString WaterfallChart::describe(int row) const
{
    const WaterfallData::Row& one = m_data.rows[static_cast<std::size_t>(row)];
    return tr("%1: %2 \u2192 %3 a step, %4")
        .arg(one.name, format::duration(one.baseline), format::duration(one.current), format::delta(one.delta()));
}

void WaterfallChart::paintRow(QPainter& painter, const WaterfallLayout& layout, std::size_t row) const
{
    const Palette& p = paletteOf(this);
    const WaterfallData::Row& one = m_data.rows[row];
    const QRectF& band = layout.bands[row];
    const QFont plain = painter.font();
    const double line = painter.fontMetrics().height();
    if (static_cast<int>(row) == m_row)
        painter.fillRect(band, p.selection);
    if (one.total) {
        painter.setFont(scaled(plain, 1.0, QFont::DemiBold));
        painter.setPen(QPen(p.border, 1));
        painter.drawLine(band.topLeft(), band.topRight());
    }
    painter.setPen(p.text);
    const QRectF name(band.left(), band.top(), layout.names.width() - line * 0.6, band.height());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(one.name, Qt::ElideMiddle, static_cast<int>(name.width())));
    const bool slower = one.delta() > 0;
    const QColor hue = slower ? p.current : p.baseline;
    painter.fillRect(layout.bars[row], one.total ? hue : mix(hue, p.page, 0.25));
    if (!one.total && row + 1 < m_data.rows.size()) {
        painter.setPen(QPen(p.neutral, 1, Qt::DotLine));
        const double x = layout.xOf(one.to);
        painter.drawLine(QPointF(x, layout.bars[row].top()), QPointF(x, layout.bars[row + 1].bottom()));
    }
    painter.setPen(one.delta() == 0 ? p.muted : slower ? p.currentText : p.baselineText);
    drawTabular(painter, QRectF(layout.values.left(), band.top(), layout.values.width(), band.height()),
                Qt::AlignRight | Qt::AlignVCenter, format::delta(one.delta()));
    painter.setFont(plain);
}

void WaterfallChart::paint(QPainter& painter, const QRectF& where) const
{
    const Palette& p = paletteOf(this);
    if (m_data.rows.empty())
        return paintEmpty(painter, where, tr("No whole step on one of the sides."), p.muted);
    const WaterfallLayout layout = layOutWaterfall(m_data, where, QFontMetricsF(painter.font()));
    const double line = painter.fontMetrics().height();
    for (int i = 0; i < layout.axis.ticks(); ++i) {
        const double x = layout.xOf(layout.axis.tick(i));
        painter.setPen(QPen(layout.axis.tick(i) == 0 ? p.neutral : p.grid, 1));
        painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
        painter.setPen(p.muted);
        const QString sign = layout.axis.tick(i) > layout.axis.step / 2 ? u"+"_s : QString();
        const QString unit = i == layout.axis.ticks() - 1 ? u' ' + layout.axis.unit.symbol : QString();
        drawTabular(painter, QRectF(x - line * 4, layout.plot.bottom() + line * 0.3, line * 8, line),
                    Qt::AlignHCenter | Qt::AlignVCenter, sign + layout.axis.label(i) + unit);
    }
    for (std::size_t row = 0; row < m_data.rows.size(); ++row)
        paintRow(painter, layout, row);
    if (showsFocus()) {
        painter.setPen(QPen(p.first, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(where.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

QString WaterfallChart::table() const
{
    QList<QStringList> rows = {{tr("stage"), tr("baseline, ns"), tr("current, ns"), tr("change, ns")}};
    for (const WaterfallData::Row& row : m_data.rows)
        rows.push_back({row.name, QString::number(row.baseline, 'f', 1), QString::number(row.current, 'f', 1),
                        QString::number(row.delta(), 'f', 1)});
    return tableText(rows);
}

std::vector<AccessibleRow> WaterfallChart::accessibleRows() const
{
    const WaterfallLayout layout = chartLayout();
    std::vector<AccessibleRow> rows;
    for (std::size_t i = 0; i < m_data.rows.size(); ++i)
        rows.push_back({m_data.rows[i].name, describe(static_cast<int>(i)), {}, layout.bands[i]});
    return rows;
}

void WaterfallChart::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(m_data.rows.size()) || row == m_row)
        return;
    m_row = row;
    announceRow(this, row);
    update();
    if (const int stage = m_data.rows[static_cast<std::size_t>(row)].stage; stage >= 0)
        emit stageSelected(stage);
}

QSize WaterfallChart::sizeHint() const
{
    const auto rows = std::max<std::size_t>(m_data.rows.size(), 4);
    return {fontMetrics().averageCharWidth() * 70,
            static_cast<int>(fontMetrics().height() * (1.5 * static_cast<double>(rows) + 1.8))};
}

QSize WaterfallChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 36, sizeHint().height()};
}

QString WaterfallChart::tipAt(QPointF point) const
{
    const int row = waterfallRowAt(chartLayout(), point);
    return row < 0 ? m_data.basis : describe(row) + u'\n' + m_data.basis;
}

void WaterfallChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        chooseRow(waterfallRowAt(chartLayout(), event->position()));
}

void WaterfallChart::keyPressEvent(QKeyEvent* event)
{
    const bool sideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    const int row = sideways ? -1 : rowAfterKey(event->key(), m_row, static_cast<int>(m_data.rows.size()));
    if (row < 0)
        QWidget::keyPressEvent(event);
    else
        chooseRow(row);
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/StageBarChart.h"

#include <algorithm>
#include <cmath>

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/charts/StageBarPaint.h"
#include "widgets/theme/Words.h"

namespace headwater {

StageBarChart::StageBarChart(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    enableAccessibleRows();
    setAccessibleName(tr("Stage times of both runs"));
    addChartMenu(
        this, [this](QPainter& painter, QSize) { paint(painter, false); }, [this] { return table(); });
}

void StageBarChart::setData(StageBarData data)
{
    m_data = std::move(data);
    m_selected = std::min(m_selected, static_cast<int>(m_data.bars.size()) - 1);
    m_hovered = -1;
    describe();
    update();
}

void StageBarChart::setSplit(bool split)
{
    m_split = split;
    update();
}

void StageBarChart::setSelected(int position)
{
    const int last = static_cast<int>(m_data.bars.size()) - 1;
    m_selected = position < 0 ? -1 : std::min(position, last);
    describe();
    update();
}

void StageBarChart::choose(int position)
{
    if (position < 0 || position == m_selected || position >= static_cast<int>(m_data.bars.size()))
        return;
    setSelected(position);
    announceRow(this, position);
    emit stageSelected(position);
}

std::vector<AccessibleRow> StageBarChart::accessibleRows() const
{
    const StageBarLayout layout = chartLayout();
    std::vector<AccessibleRow> rows;
    for (std::size_t i = 0; i < m_data.bars.size(); ++i) {
        const StageBar& bar = m_data.bars[i];
        QStringList state = describeState(bar, m_split);
        if (static_cast<int>(i) == m_data.first)
            state.prepend(m_data.firstConfirmed ? tr("first regressed") : tr("first, not confirmed"));
        if (static_cast<int>(i) == m_data.slowest)
            state << tr("slowest");
        rows.push_back({bar.name, describeValues(bar), state.join(QStringLiteral(", ")), layout.columns[i].band});
    }
    return rows;
}

void StageBarChart::describe()
{
    const QString text = m_selected < 0
                             ? format::counted(static_cast<int>(m_data.bars.size()), tr("1 stage"), tr("%1 stages"))
                             : describeBar(m_data.bars[static_cast<std::size_t>(m_selected)], m_split);
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

StageBarLayout StageBarChart::chartLayout() const
{
    return layOutStageBars(m_data, QRectF(rect()).adjusted(0, 0, -1, 0), QFontMetricsF(font()));
}

QSize StageBarChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 18};
}

QSize StageBarChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 12};
}

void StageBarChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(font());
    paint(painter, true);
}

void StageBarChart::paint(QPainter& painter, bool live) const
{
    const StageBarLook look{paletteOf(this), m_split && m_data.hasParts(), m_selected, live ? m_hovered : -1,
                            live && hasFocus()};
    paintStageBars(painter, m_data, chartLayout(), look);
}

QString StageBarChart::table() const
{
    QStringList head = {tr("Stage"), tr("State")};
    for (const Side side : {Side::Baseline, Side::Current}) {
        head << tr("%1 (ns, %2)").arg(words::of(side), m_data.statistic);
        for (std::size_t part = 0; part < kBarParts; ++part)
            head << tr("%1 %2 (ns)").arg(words::of(side), partName(static_cast<BarPart>(part)));
    }
    QList<QStringList> rows = {head};
    const auto number = [](double ns) { return QString::number(std::llround(ns)); };
    for (const StageBar& bar : m_data.bars) {
        QStringList row = {bar.name, words::of(bar.state)};
        for (const Side side : {Side::Baseline, Side::Current}) {
            const auto i = static_cast<std::size_t>(side);
            row << (bar.value[i] ? number(*bar.value[i]) : QString());
            for (const double part : bar.parts[i])
                row << (bar.hasParts(side) ? number(part) : QString());
        }
        rows << row;
    }
    return tableText(rows);
}

bool StageBarChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int at = columnAt(chartLayout(), help->pos());
    if (at < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(),
                           format::tip(describeBar(m_data.bars[static_cast<std::size_t>(at)], m_split)), this);
    return true;
}

void StageBarChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        choose(columnAt(chartLayout(), event->position()));
}

void StageBarChart::mouseMoveEvent(QMouseEvent* event)
{
    const int at = columnAt(chartLayout(), event->position());
    if (at == m_hovered)
        return;
    m_hovered = at;
    setCursor(at < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

void StageBarChart::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void StageBarChart::keyPressEvent(QKeyEvent* event)
{
    const int count = static_cast<int>(m_data.bars.size());
    const bool vertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const int row = vertical ? -1 : rowAfterKey(event->key(), m_selected, count);
    if (row < 0)
        QWidget::keyPressEvent(event);
    else
        choose(row);
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/StatisticsTable.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

namespace {

constexpr double kRow = 1.45;     ///< lines
constexpr double kHeader = 2.05;  ///< lines: a word and its unit below
constexpr double kFont = 0.95;
constexpr double kGap = 0.6;  ///< lines between columns

}  // namespace

StatisticsTable::StatisticsTable(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus);
    enableAccessibleRows();
    setAccessibleName(tr("Statistics of the selected stage"));
}

void StatisticsTable::setStage(std::optional<StageVerdict> stage, Statistic chosen)
{
    m_stage = std::move(stage);
    m_chosen = chosen;
    double largest = 0;
    for (std::size_t i = 0; m_stage && i < kStatistics; ++i)
        for (const StageStatistics* side : {&m_stage->baseline, &m_stage->current})
            if (side->n > 0 && std::isfinite(side->value[i]))
                largest = std::max(largest, side->value[i]);
    m_unit = format::unitFor(largest);
    QStringList lines;
    for (const AccessibleRow& row : accessibleRows())
        lines << row.name + QLatin1Char(' ') + row.value + QLatin1Char(' ') + row.description;
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

std::array<QString, StatisticsTable::kColumns> StatisticsTable::header() const
{
    return {QString(), tr("baseline"), tr("current"), tr("change"), tr("state")};
}

std::array<QString, StatisticsTable::kColumns> StatisticsTable::row(Statistic statistic) const
{
    const auto i = static_cast<std::size_t>(statistic);
    const double a = m_stage->baseline.value[i];
    const double b = m_stage->current.value[i];
    const bool hasA = m_stage->baseline.n > 0;
    const bool hasB = m_stage->current.n > 0;
    const QString none = QStringLiteral("\u2014");
    // Three digits also of what is small beside the other run.
    const auto time = [this](double ns) {
        return ns > 0 && ns < m_unit.ns ? format::number(ns / m_unit.ns, 3) : format::inUnit(ns, m_unit);
    };
    return {words::of(statistic), hasA ? time(a) : none, hasB ? time(b) : none,
            hasA && hasB && a > 0 ? format::ratio(b / a - 1) : none, words::of(m_stage->stateBy[i])};
}

std::array<double, StatisticsTable::kColumns> StatisticsTable::widths() const
{
    std::array<double, kColumns> out{};
    const QFontMetricsF bold(scaled(font(), kFont, QFont::Bold));
    const auto take = [&](const std::array<QString, kColumns>& cells) {
        for (std::size_t i = 0; i < kColumns; ++i)
            out[i] = std::max(out[i], tabularWidth(bold, cells[i]));
    };
    take(header());
    for (std::size_t i = 0; m_stage && i < kStatistics; ++i)
        take(row(static_cast<Statistic>(i)));
    return out;
}

QSize StatisticsTable::sizeHint() const
{
    const auto columns = widths();
    double width = kGap * fontMetrics().height() * (kColumns - 1);
    for (const double column : columns)
        width += column;
    return {static_cast<int>(std::ceil(width)) + 4,
            static_cast<int>(fontMetrics().height() * (kHeader + kRow * kStatistics)) + 2};
}

QRectF StatisticsTable::rowBox(std::size_t row) const
{
    const double line = fontMetrics().height();
    return {0, line * (kHeader + kRow * static_cast<double>(row)), static_cast<double>(width()), line * kRow};
}

std::vector<AccessibleRow> StatisticsTable::accessibleRows() const
{
    std::vector<AccessibleRow> rows;
    for (std::size_t i = 0; m_stage && i < kStatistics; ++i) {
        const auto cells = row(static_cast<Statistic>(i));
        rows.push_back({cells[0],
                        tr("baseline %1 %4, current %2 %4, change %3").arg(cells[1], cells[2], cells[3], m_unit.symbol),
                        cells[4], rowBox(i)});
    }
    return rows;
}

void StatisticsTable::chooseRow(int row)
{
    if (!m_stage || row < 0 || row >= static_cast<int>(kStatistics) || row == m_current)
        return;
    m_current = row;
    announceRow(this, row);
    update();
}

void StatisticsTable::keyPressEvent(QKeyEvent* event)
{
    const int row = rowAfterKey(event->key(), m_current, static_cast<int>(kStatistics));
    if (row < 0)
        QWidget::keyPressEvent(event);
    else
        chooseRow(row);
}

void StatisticsTable::mousePressEvent(QMouseEvent* event)
{
    for (std::size_t i = 0; i < kStatistics; ++i)
        if (rowBox(i).contains(event->position()))
            chooseRow(static_cast<int>(i));
}

void StatisticsTable::paintRow(QPainter& painter, Statistic statistic, const std::array<double, kColumns>& edges) const
{
    const Palette& p = paletteOf(this);
    const auto i = static_cast<std::size_t>(statistic);
    const QRectF box = rowBox(i);
    if (hasFocus() && static_cast<int>(i) == m_current)
        painter.fillRect(box, p.selection);
    painter.setPen(QPen(p.grid, 1));
    painter.drawLine(QPointF(0, box.bottom() - 0.5), QPointF(width(), box.bottom() - 0.5));
    painter.setFont(scaled(font(), kFont, statistic == m_chosen ? QFont::Bold : QFont::Normal));
    const StageState state = m_stage->stateBy[i];
    const QColor tone = state == StageState::Regressed  ? p.currentText
                        : state == StageState::Improved ? p.baselineText
                                                        : p.text;
    const auto cells = row(statistic);
    painter.setPen(p.muted);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, cells[0]);
    for (std::size_t column = 1; column < kColumns; ++column) {
        painter.setPen(column < 3 ? p.text : tone);
        drawTabular(painter, QRectF(0, box.top(), edges[column], box.height()), Qt::AlignRight | Qt::AlignVCenter,
                    cells[column]);
    }
}

void StatisticsTable::paintEvent(QPaintEvent*)
{
    if (!m_stage)
        return;
    QPainter painter(this);
    const Palette& p = paletteOf(this);
    const double line = fontMetrics().height();
    // What is left over goes between the columns in equal parts.
    const auto needed = widths();
    double sum = 0;
    for (const double column : needed)
        sum += column;
    const double gap = std::max(kGap * line, (width() - sum - 2) / (kColumns - 1));
    std::array<double, kColumns> edges{};
    double right = needed[0];
    for (std::size_t column = 1; column < kColumns; ++column)
        edges[column] = right += gap + needed[column];
    painter.setFont(scaled(font(), kFont * 0.95, QFont::DemiBold));
    painter.setPen(p.muted);
    const auto titles = header();
    for (std::size_t column = 1; column < kColumns; ++column) {
        const bool time = column == 1 || column == 2;
        painter.drawText(QRectF(0, 0, edges[column], line * kHeader - 2), Qt::AlignRight | Qt::AlignBottom,
                         time ? titles[column] + QLatin1Char('\n') + m_unit.symbol : titles[column]);
    }
    painter.setPen(QPen(p.border, 1));
    painter.drawLine(QPointF(0, line * kHeader - 0.5), QPointF(width(), line * kHeader - 0.5));
    for (std::size_t i = 0; i < kStatistics; ++i)
        paintRow(painter, static_cast<Statistic>(i), edges);
}

}  // namespace headwater

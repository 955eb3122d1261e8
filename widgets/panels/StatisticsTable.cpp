// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/StatisticsTable.h"

#include <array>

#include <QPainter>

#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

namespace {

constexpr double kRow = 1.45;                                 ///< lines
constexpr std::array kWide = {0.12, 0.34, 0.56, 0.74, 1.0};   ///< right edge of each column
constexpr std::array kNarrow = {0.18, 0.46, 0.74, 1.0, 1.0};  ///< the state gives way, its colour stays

}  // namespace

StatisticsTable::StatisticsTable(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Statistics of the selected stage"));
}

void StatisticsTable::setStage(std::optional<StageVerdict> stage, Statistic chosen)
{
    m_stage = std::move(stage);
    m_chosen = chosen;
    QStringList lines;
    for (std::size_t i = 0; m_stage && i < kStatistics; ++i)
        lines << row(static_cast<Statistic>(i)).join(QLatin1Char(' '));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    update();
}

QSize StatisticsTable::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 28, static_cast<int>(fontMetrics().height() * kRow * kStatistics) + 2};
}

QStringList StatisticsTable::row(Statistic statistic) const
{
    const auto i = static_cast<std::size_t>(statistic);
    const double a = m_stage->baseline.value[i];
    const double b = m_stage->current.value[i];
    const bool hasA = m_stage->baseline.n > 0;
    const bool hasB = m_stage->current.n > 0;
    const QString none = QStringLiteral("\u2014");
    return {words::of(statistic), hasA ? format::duration(a) : none, hasB ? format::duration(b) : none,
            hasA && hasB && a > 0 ? format::ratio(b / a - 1) : none, words::of(m_stage->stateBy[i])};
}

void StatisticsTable::paintEvent(QPaintEvent*)
{
    if (!m_stage)
        return;
    QPainter painter(this);
    const Palette& p = paletteOf(this);
    const double height = fontMetrics().height() * kRow;
    const double gap = fontMetrics().height() * 0.5;
    const bool narrow = width() < fontMetrics().averageCharWidth() * 46;
    const auto& edges = narrow ? kNarrow : kWide;
    for (std::size_t i = 0; i < kStatistics; ++i) {
        const auto statistic = static_cast<Statistic>(i);
        const QStringList cells = row(statistic);
        const double y = height * static_cast<double>(i);
        const bool slower = m_stage->stateBy[i] == StageState::Regressed;
        const bool faster = m_stage->stateBy[i] == StageState::Improved;
        painter.setPen(QPen(p.grid, 1));
        painter.drawLine(QPointF(0, y + height - 0.5), QPointF(width(), y + height - 0.5));
        painter.setFont(scaled(font(), 0.95, statistic == m_chosen ? QFont::Bold : QFont::Normal));
        double left = 0;
        for (std::size_t column = 0; column < (narrow ? 4U : 5U); ++column) {
            const double right = width() * edges[column];
            const QRectF cell(left, y, right - left - (edges[column] < 1 ? gap : 2), height);
            painter.setPen(column == 0  ? p.muted
                           : column < 3 ? p.text
                           : slower     ? p.currentText
                           : faster     ? p.baselineText
                                        : p.text);
            const QString& text = cells[static_cast<qsizetype>(column)];
            if (column == 0)
                painter.drawText(cell, Qt::AlignLeft | Qt::AlignVCenter, text);
            else if (column < 4)
                drawTabular(painter, cell, Qt::AlignRight | Qt::AlignVCenter, text);
            else
                painter.drawText(
                    cell, Qt::AlignRight | Qt::AlignVCenter,
                    painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(cell.width())));
            left = right;
        }
    }
}

}  // namespace headwater

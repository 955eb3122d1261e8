// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/CauseTable.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/charts/CauseSwatch.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

constexpr double kRow = 1.75;  ///< heights in lines

}  // namespace

CauseTable::CauseTable(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    enableAccessibleRows();
    setAccessibleName(tr("Time without compute by cause"));
}

void CauseTable::setRows(const QStringList& titles, std::vector<Row> rows, bool bar)
{
    m_titles = titles;
    m_rows = std::move(rows);
    m_bar = bar;
    m_current = m_rows.empty() ? -1 : 0;
    updateGeometry();
    update();
}

double CauseTable::barHeight() const
{
    return m_bar ? fontMetrics().height() * 1.9 : 0;
}

double CauseTable::headHeight() const
{
    return m_titles.isEmpty() ? 0 : fontMetrics().height() * 1.5;
}

QRectF CauseTable::rowBox(std::size_t row) const
{
    const double line = fontMetrics().height();
    return {0, barHeight() + headHeight() + line * kRow * static_cast<double>(row), static_cast<double>(width()),
            line * kRow};
}

QRectF CauseTable::partBox(std::size_t row) const
{
    double sum = 0;
    double before = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (i < row)
            before += m_rows[i].part;
        sum += m_rows[i].part;
    }
    if (!m_bar || sum <= 0 || m_rows[row].part <= 0)
        return {};
    return {width() * before / sum, 0, width() * m_rows[row].part / sum, fontMetrics().height() * 1.3};
}

QSize CauseTable::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30,
            static_cast<int>(std::ceil(barHeight() + headHeight() +
                                       fontMetrics().height() * kRow * static_cast<double>(m_rows.size()))) +
                1};
}

double CauseTable::valueWidth() const
{
    double width = fontMetrics().averageCharWidth() * 6;
    const QFontMetricsF bold(scaled(font(), 1, QFont::Bold));
    for (const QString& title : m_titles)
        width = std::max(width, bold.horizontalAdvance(title));
    for (const Row& row : m_rows)
        for (const QString& value : row.values)
            width = std::max(width, tabularWidth(bold, value));
    return width + fontMetrics().averageCharWidth() * 1.5;
}

void CauseTable::paintRow(QPainter& painter, std::size_t at) const
{
    const Palette& p = paletteOf(this);
    const Row& row = m_rows[at];
    const QRectF box = rowBox(at);
    if (hasFocus() && static_cast<int>(at) == m_current)
        painter.fillRect(box, p.selection);
    painter.setPen(QPen(p.grid, 1));
    painter.drawLine(QPointF(0, box.top() + 0.5), QPointF(width(), box.top() + 0.5));
    painter.setFont(row.cause ? font() : scaled(font(), 1, QFont::Bold));
    const double line = fontMetrics().height();
    double left = 0;
    if (row.cause) {
        const QRectF swatch(1, box.center().y() - line * 0.35, line * 0.9, line * 0.7);
        paintSwatch(painter, swatch, *row.cause, p);
        painter.setPen(QPen(p.causes[static_cast<std::size_t>(*row.cause)], 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
        left = line * 1.3;
    }
    painter.setPen(p.text);
    const double each = valueWidth();
    const double room = width() - left - each * static_cast<double>(row.values.size());
    painter.drawText(QRectF(left, box.top(), room, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(row.text, Qt::ElideRight, room));
    for (qsizetype i = 0; i < row.values.size(); ++i)
        drawTabular(painter,
                    QRectF(width() - each * static_cast<double>(row.values.size() - i), box.top(), each, box.height()),
                    Qt::AlignRight | Qt::AlignVCenter, row.values[i]);
}

void CauseTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Palette& p = paletteOf(this);
    const double each = valueWidth();
    painter.setPen(p.muted);
    for (qsizetype i = 0; i < m_titles.size(); ++i)
        painter.drawText(
            QRectF(width() - each * static_cast<double>(m_titles.size() - i), barHeight(), each, headHeight()),
            Qt::AlignRight | Qt::AlignVCenter, m_titles[i]);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (const QRectF part = partBox(i); !part.isEmpty() && m_rows[i].cause) {
            paintSwatch(painter, part, *m_rows[i].cause, p);
            if (static_cast<int>(i) == m_current && hasFocus()) {
                painter.setPen(QPen(p.text, 1));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(part.adjusted(0.5, 0.5, -0.5, -0.5));
            }
        }
        paintRow(painter, i);
    }
}

int CauseTable::rowAt(QPointF point) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (rowBox(i).contains(point) || partBox(i).contains(point))
            return static_cast<int>(i);
    return -1;
}

void CauseTable::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(m_rows.size()) || row == m_current)
        return;
    m_current = row;
    announceRow(this, row);
    update();
}

std::vector<AccessibleRow> CauseTable::accessibleRows() const
{
    std::vector<AccessibleRow> rows;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        QStringList values;
        for (qsizetype v = 0; v < m_rows[i].values.size(); ++v)
            values << (v < m_titles.size() ? m_titles[v] + QLatin1Char(' ') : QString()) + m_rows[i].values[v];
        rows.push_back({m_rows[i].text, values.join(QStringLiteral(", ")),
                        m_rows[i].cause ? cause::explain(*m_rows[i].cause) : QString(), rowBox(i)});
    }
    return rows;
}

QString CauseTable::table() const
{
    QStringList lines;
    if (!m_titles.isEmpty())
        lines << QLatin1Char('\t') + m_titles.join(QLatin1Char('\t'));
    for (const Row& row : m_rows)
        lines << row.text + QLatin1Char('\t') + row.values.join(QLatin1Char('\t'));
    return lines.join(QLatin1Char('\n'));
}

bool CauseTable::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int at = rowAt(help->pos());
    if (at < 0 || !m_rows[static_cast<std::size_t>(at)].cause)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), format::tip(cause::explain(*m_rows[static_cast<std::size_t>(at)].cause)),
                           this);
    return true;
}

void CauseTable::keyPressEvent(QKeyEvent* event)
{
    const int row = rowAfterKey(event->key(), m_current, static_cast<int>(m_rows.size()));
    if (row < 0)
        QWidget::keyPressEvent(event);
    else
        chooseRow(row);
}

void CauseTable::mousePressEvent(QMouseEvent* event)
{
    chooseRow(rowAt(event->position()));
}

}  // namespace headwater

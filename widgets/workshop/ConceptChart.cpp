// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/ConceptChart.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/ChartTable.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/Content.h"

namespace headwater {

namespace {

/// Waiting is hatched as everywhere; what is exposed carries the colour of what regressed.
QBrush brushOf(const std::string& kind, const Palette& palette)
{
    if (kind == "wait")
        return {palette.neutral, Qt::BDiagPattern};
    if (kind == "transfer")
        return mix(palette.current, palette.card, 0.35);
    if (kind == "exposed" || kind == "bad")
        return palette.current;
    return palette.baseline;
}

double labelWidth(const QFontMetricsF& metrics, const workshop::ConceptFigure& figure)
{
    double widest = 0;
    for (const workshop::ConceptBar& bar : figure.bars)
        widest = std::max(widest, metrics.horizontalAdvance(local(bar.label)));
    return widest;
}

/// Of a row, in lines of text: many rows stand closer, so that what follows from them stays in sight.
double rowLines(std::size_t rows)
{
    constexpr std::size_t kMany = 6;
    return rows > kMany ? 1.4 : 2;
}

}  // namespace

double ConceptLayout::x(double value) const
{
    const double share = logarithmic ? std::log1p(std::max(0.0, value)) / std::log1p(axisEnd) : value / axisEnd;
    return plot.left() + share * plot.width();
}

double ConceptLayout::value(double x) const
{
    const double share = (x - plot.left()) / plot.width();
    return logarithmic ? std::expm1(std::max(0.0, share) * std::log1p(axisEnd)) : share * axisEnd;
}

QRectF ConceptLayout::bar(std::size_t row) const
{
    return {plot.left(), plot.top() + static_cast<double>(row) * rowHeight + rowHeight * 0.15, plot.width(),
            rowHeight * 0.7};
}

QRectF ConceptLayout::segment(std::size_t row, const workshop::ConceptSegment& segment) const
{
    const QRectF lane = bar(row);
    const double left = x(segment.start);
    const double length = x(segment.start + segment.length) - left;
    return {left, lane.top(), std::max(segment.length > 0 ? 1.0 : 0.0, length), lane.height()};
}

ConceptChart::ConceptChart(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    enableAccessibleRows();
    addChartMenu(
        this, [this](QPainter& painter, QSize) { paint(painter, false); }, [this] { return table(); });
}

void ConceptChart::setFigure(const workshop::Concept* idea, workshop::ConceptFigure figure)
{
    const bool resized = figure.bars.size() != m_figure.bars.size();
    m_idea = idea;
    const double held = m_figure.axisEnd;
    m_figure = std::move(figure);
    m_axisEnd = m_figure.axisEnd;
    if (m_dragged >= 0)
        m_figure.axisEnd = held;
    if (m_current >= static_cast<int>(m_figure.bars.size()))
        m_current = -1;
    setAccessibleName(idea != nullptr ? local(idea->title) : QString());
    setAccessibleDescription(local(m_figure.conclusion));
    if (resized)
        updateGeometry();
    update();
}

ConceptLayout ConceptChart::chartLayout() const
{
    const QFontMetricsF metrics(font());
    ConceptLayout layout;
    layout.rowHeight = metrics.height() * rowLines(m_figure.bars.size());
    const double left = labelWidth(metrics, m_figure) + metrics.height() * 2.2;
    layout.plot = QRectF(left, metrics.height() * 0.4, std::max(1.0, width() - left - metrics.height() * 1.5),
                         layout.rowHeight * static_cast<double>(m_figure.bars.size()));
    layout.axisEnd = m_figure.axisEnd > 0 ? m_figure.axisEnd : 1;
    layout.logarithmic = m_figure.logarithmic;
    return layout;
}

QString ConceptChart::unitText() const
{
    return m_figure.unit == "nodes" ? tr("nodes") : format::text(m_figure.unit);  // the others are signs
}

QString ConceptChart::table() const
{
    QList<QStringList> rows{{tr("bar"), tr("part"), tr("start"), tr("length"), tr("unit")}};
    for (const workshop::ConceptBar& bar : m_figure.bars)
        for (const workshop::ConceptSegment& segment : bar.segments)
            rows << QStringList{local(bar.label), local(m_idea->word("kind-" + segment.kind)),
                                format::number(segment.start, 3), format::number(segment.length, 3), unitText()};
    return tableText(rows);
}

std::vector<AccessibleRow> ConceptChart::accessibleRows() const
{
    const ConceptLayout layout = chartLayout();
    std::vector<AccessibleRow> rows;
    for (std::size_t i = 0; i < m_figure.bars.size(); ++i) {
        const workshop::ConceptBar& bar = m_figure.bars[i];
        QStringList parts;
        for (const workshop::ConceptSegment& segment : bar.segments)
            parts << QStringLiteral("%1 %2 %3")
                         .arg(local(m_idea->word("kind-" + segment.kind)), format::number(segment.length, 1),
                              unitText());
        rows.push_back({local(bar.label), parts.join(QStringLiteral(", ")), bar.marked ? tr("marked") : QString(),
                        QRectF(0, layout.bar(i).top(), width(), layout.bar(i).height())});
    }
    return rows;
}

void ConceptChart::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(m_figure.bars.size()))
        return;
    m_current = row;
    announceRow(this, row);
    update();
}

QSize ConceptChart::sizeHint() const
{
    const int rows = std::max<int>(2, static_cast<int>(m_figure.bars.size()));
    const double lines = rowLines(static_cast<std::size_t>(rows)) * rows + 3;
    return {fontMetrics().averageCharWidth() * 70, static_cast<int>(fontMetrics().height() * lines)};
}

QSize ConceptChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 40, sizeHint().height()};
}

int ConceptChart::grip(QPointF at) const
{
    const ConceptLayout layout = chartLayout();
    constexpr double kLeast = 12;  // px to either side: what a hand hits, whatever the font
    const double reach = std::max(kLeast, fontMetrics().height() * 0.7);
    for (std::size_t i = 0; i < m_figure.bars.size(); ++i) {
        const workshop::ConceptBar& bar = m_figure.bars[i];
        if (bar.handle < 0 || bar.segments.empty())
            continue;
        const double top = layout.plot.top() + static_cast<double>(i) * layout.rowHeight;
        if (std::abs(at.x() - layout.x(bar.gripAt())) <= reach && at.y() >= top && at.y() < top + layout.rowHeight)
            return static_cast<int>(i);
    }
    return -1;
}

void ConceptChart::mousePressEvent(QMouseEvent* event)
{
    m_dragged = event->button() == Qt::LeftButton ? grip(event->position()) : -1;
    if (m_dragged < 0)
        return QWidget::mousePressEvent(event);
    m_from = event->position().x();
    chooseRow(m_dragged);
    emit grabbed(m_dragged);
}

void ConceptChart::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged < 0) {
        setCursor(grip(event->position()) >= 0 ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return;
    }
    const ConceptLayout layout = chartLayout();
    if (m_figure.byWay)
        emit swept(m_dragged, (event->position().x() - m_from) / layout.plot.width());
    else
        emit dragged(m_dragged, layout.value(event->position().x()));
}

void ConceptChart::mouseReleaseEvent(QMouseEvent* event)
{
    m_dragged = -1;
    m_figure.axisEnd = m_axisEnd;
    update();
    QWidget::mouseReleaseEvent(event);
}

void ConceptChart::keyPressEvent(QKeyEvent* event)
{
    const bool sideways = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    const auto current = static_cast<std::size_t>(m_current);
    if (sideways && m_current >= 0 && m_figure.bars[current].handle >= 0) {
        emit nudged(m_figure.bars[current].handle, event->key() == Qt::Key_Right ? 1 : -1);
        return;
    }
    const int row = sideways ? -1 : rowAfterKey(event->key(), m_current, static_cast<int>(m_figure.bars.size()));
    if (row < 0)
        QWidget::keyPressEvent(event);
    else
        chooseRow(row);
}

/// The arrows work at once: the first bar that moves is chosen.
void ConceptChart::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    const auto first = std::ranges::find_if(m_figure.bars, [](const auto& bar) { return bar.handle >= 0; });
    if (m_current < 0 && event->reason() != Qt::MouseFocusReason && first != m_figure.bars.end())
        chooseRow(static_cast<int>(first - m_figure.bars.begin()));
}

void ConceptChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, true);
}

void ConceptChart::paint(QPainter& painter, bool live) const
{
    if (m_idea == nullptr)
        return;
    const Palette& palette = paletteOf(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    const ConceptLayout layout = chartLayout();
    for (std::size_t i = 0; i < m_figure.bars.size(); ++i) {
        if (live && hasFocus() && static_cast<int>(i) == m_current)
            painter.fillRect(QRectF(0, layout.bar(i).top() - 2, width(), layout.bar(i).height() + 4),
                             palette.selection);
        paintRow(painter, layout, i);
    }
    paintLegend(painter, layout);
    painter.setPen(palette.muted);
    const double foot = layout.plot.bottom() + fontMetrics().height() * 0.2;
    const double line = fontMetrics().height() * 1.2;
    painter.drawText(QRectF(layout.plot.left(), foot, layout.plot.width(), line), Qt::AlignLeft, QStringLiteral("0"));
    const QString end = format::number(m_figure.axisEnd, m_figure.axisEnd < 10 ? 1 : 0);
    const QString unit = unitText();
    painter.drawText(QRectF(layout.plot.left(), foot, layout.plot.width(), line), Qt::AlignRight,
                     m_figure.logarithmic ? tr("%1 %2, logarithmic").arg(end, unit)
                                          : QStringLiteral("%1 %2").arg(end, unit));
}

/// What the colours mean, where there is more than one.
void ConceptChart::paintLegend(QPainter& painter, const ConceptLayout& layout) const
{
    std::vector<std::string> kinds;
    for (const workshop::ConceptBar& bar : m_figure.bars)
        for (const workshop::ConceptSegment& segment : bar.segments)
            if (std::ranges::find(kinds, segment.kind) == kinds.end())
                kinds.push_back(segment.kind);
    if (kinds.size() < 2)
        return;
    const Palette& palette = paletteOf(this);
    const double line = fontMetrics().height();
    const double top = layout.plot.bottom() + line * 1.5;
    double x = layout.plot.left();
    for (const std::string& kind : kinds) {
        painter.setPen(QPen(palette.border, 1));
        painter.setBrush(brushOf(kind, palette));
        painter.drawRect(QRectF(x, top + line * 0.2, line, line * 0.6));
        const QString word = local(m_idea->word("kind-" + kind));
        painter.setPen(palette.muted);
        painter.drawText(QPointF(x + line * 1.3, top + line * 0.8), word);
        x += line * 2.3 + fontMetrics().horizontalAdvance(word);
    }
}

void ConceptChart::paintRow(QPainter& painter, const ConceptLayout& layout, std::size_t row) const
{
    const Palette& palette = paletteOf(this);
    const workshop::ConceptBar& bar = m_figure.bars[row];
    const QRectF lane = layout.bar(row);
    const double line = fontMetrics().height();
    painter.setPen(bar.marked ? palette.text : palette.muted);
    painter.setFont(scaled(font(), 1, bar.marked ? QFont::DemiBold : QFont::Normal));
    painter.drawText(QRectF(line * 1.4, lane.top(), layout.plot.left() - line * 2, lane.height()),
                     Qt::AlignVCenter | Qt::AlignLeft, local(bar.label));
    if (bar.marked)
        painter.drawText(QRectF(0, lane.top(), line * 1.3, lane.height()), Qt::AlignCenter, QStringLiteral("\u25B6"));
    painter.setFont(font());
    for (const workshop::ConceptSegment& segment : bar.segments) {
        const QRectF box = layout.segment(row, segment) & layout.plot;
        if (box.width() <= 0)
            continue;
        painter.setPen(QPen(palette.border, 1));
        painter.setBrush(brushOf(segment.kind, palette));
        painter.drawRect(box);
    }
    painter.setBrush(Qt::NoBrush);
    if (bar.limit >= 0) {
        painter.setPen(QPen(palette.text, 2, Qt::DashLine));
        const double at = layout.x(bar.limit);
        painter.drawLine(QPointF(at, lane.top() - line * 0.2), QPointF(at, lane.bottom() + line * 0.2));
    }
    if (bar.handle >= 0 && !bar.segments.empty()) {
        painter.setPen(QPen(palette.text, 1.5));
        painter.setBrush(palette.card);
        painter.drawRoundedRect(
            QRectF(layout.x(bar.gripAt()) - line * 0.3, lane.center().y() - line * 0.5, line * 0.6, line), 3, 3);
    }
}

}  // namespace headwater

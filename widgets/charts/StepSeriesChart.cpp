// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/StepSeriesChart.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/Marks.h"
#include "widgets/charts/StepTable.h"
#include "widgets/theme/Theme.h"

namespace headwater {

double StepSeriesLayout::x(int position) const
{
    return plot.left() + plot.width() * (position + 0.5) / std::max(count, 1);
}

StepSeriesChart::StepSeriesChart(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Steps of the selected stage over time"));
    addChartMenu(
        this, [this](QPainter& painter, QSize) { paint(painter); }, [this] { return table(); });
}

void StepSeriesChart::setData(StageDetail detail)
{
    m_detail = std::move(detail);
    m_cursor = -1;
    setAccessibleDescription(m_detail.stage);
    update();
}

void StepSeriesChart::setCursorStep(int position)
{
    const int count = chartLayout().count;
    m_cursor = position < 0 || count == 0 ? -1 : std::min(position, count - 1);
    setAccessibleDescription(m_cursor < 0 ? m_detail.stage : describeStep(m_cursor));
    update();
}

void StepSeriesChart::setSelected(std::optional<StepRange> steps)
{
    m_selected = steps;
    update();
}

std::optional<std::int64_t> StepSeriesChart::stepAt(int position) const
{
    for (const Side side : {Side::Current, Side::Baseline}) {
        const auto& steps = m_detail.series[static_cast<std::size_t>(side)].steps;
        if (position >= 0 && position < static_cast<int>(steps.size()))
            return steps[static_cast<std::size_t>(position)].step;
    }
    return std::nullopt;
}

StepSeriesLayout StepSeriesChart::chartLayout() const
{
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    StepSeriesLayout layout;
    layout.count = static_cast<int>(std::max(m_detail.series[0].steps.size(), m_detail.series[1].steps.size()));
    layout.axis = niceAxis(m_detail.largest() * 1.04, height() - line * 2.4, line * 2);
    const double label = std::max(tabularWidth(metrics, layout.axis.labelWithUnit(layout.axis.ticks())),
                                  metrics.horizontalAdvance(tr("step")));
    layout.plot = QRectF(label + line, line * 0.6, std::max(1.0, width() - label - line * 1.4),
                         std::max(1.0, height() - line * 2.3));
    return layout;
}

QString StepSeriesChart::describeStep(int position) const
{
    QStringList parts;
    for (const Side side : {Side::Baseline, Side::Current}) {
        const auto& steps = m_detail.series[static_cast<std::size_t>(side)].steps;
        if (position < 0 || position >= static_cast<int>(steps.size()))
            continue;
        const StepValue& step = steps[static_cast<std::size_t>(position)];
        const QString value = step.ns ? format::duration(*step.ns) : tr("no data");
        QString text = side == Side::Baseline ? tr("baseline step %1: %2").arg(step.step).arg(value)
                                              : tr("current step %1: %2").arg(step.step).arg(value);
        if (step.warmup)
            text += QLatin1Char(' ') + tr("(warm-up)");
        if (step.status == StepStatus::Failed)
            text += QLatin1Char(' ') + tr("(failed)");
        parts << text;
    }
    return parts.join(QStringLiteral(" \u00b7 "));
}

QSize StepSeriesChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 45, fontMetrics().height() * 9};
}

QSize StepSeriesChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, fontMetrics().height() * 5};
}

void StepSeriesChart::paintWarmup(QPainter& painter, const StepSeriesLayout& layout) const
{
    int warm = 0;
    for (const StageSeries& side : m_detail.series)
        warm = std::max(warm, static_cast<int>(std::count_if(side.steps.begin(), side.steps.end(),
                                                             [](const StepValue& step) { return step.warmup; })));
    if (warm == 0)
        return;
    const Palette& p = paletteOf(this);
    const double right = layout.plot.left() + layout.plot.width() * warm / std::max(layout.count, 1);
    const QRectF area(layout.plot.topLeft(), QPointF(right, layout.plot.bottom()));
    painter.fillRect(area, p.selection);
    painter.setPen(p.muted);
    const QString text = tr("warm-up");
    if (painter.fontMetrics().horizontalAdvance(text) < area.width())
        painter.drawText(area.adjusted(3, 1, 0, 0), Qt::AlignTop | Qt::AlignLeft, text);
}

/// A band behind the selected steps, framed: it must not be taken for warm-up.
void StepSeriesChart::paintSelected(QPainter& painter, const StepSeriesLayout& layout) const
{
    if (!m_selected)
        return;
    int from = layout.count;
    int to = -1;
    for (int i = 0; i < layout.count; ++i)
        if (const auto step = stepAt(i); step && *step >= m_selected->first && *step <= m_selected->last) {
            from = std::min(from, i);
            to = i;
        }
    if (to < 0)
        return;
    const Palette& p = paletteOf(this);
    const double half = std::max(2.0, layout.plot.width() / std::max(layout.count, 1) / 2);
    painter.setPen(QPen(p.first, 1));
    painter.setBrush(p.selection);
    painter.drawRect(
        QRectF(QPointF(layout.x(from) - half, layout.plot.top()), QPointF(layout.x(to) + half, layout.plot.bottom())));
}

void StepSeriesChart::paintDense(QPainter& painter, const StepSeriesLayout& layout, Side side) const
{
    const auto& steps = m_detail.series[static_cast<std::size_t>(side)].steps;
    const auto pixels = static_cast<std::size_t>(std::max(1.0, layout.plot.width()));
    const auto count = static_cast<std::size_t>(layout.count);
    painter.setPen(QPen(paletteOf(this).side(side), 1));
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        double lo = INFINITY;
        double hi = -INFINITY;
        for (std::size_t i = pixel * count / pixels; i < std::min((pixel + 1) * count / pixels, steps.size()); ++i) {
            lo = std::min(lo, steps[i].ns.value_or(INFINITY));
            hi = std::max(hi, steps[i].ns.value_or(-INFINITY));
        }
        if (lo > hi)
            continue;
        const double x = layout.plot.left() + static_cast<double>(pixel) + 0.5;
        painter.drawLine(QPointF(x, layout.y(lo) + 0.5), QPointF(x, layout.y(hi) - 0.5));
    }
}

void StepSeriesChart::paintSide(QPainter& painter, const StepSeriesLayout& layout, Side side) const
{
    const auto& steps = m_detail.series[static_cast<std::size_t>(side)].steps;
    if (layout.count > layout.plot.width()) {
        paintDense(painter, layout, side);
        return;
    }
    const Palette& p = paletteOf(this);
    const double gap = layout.plot.width() / std::max(layout.count, 1);
    const double size = std::clamp(gap * 0.5, 0.0, painter.fontMetrics().height() * 0.45);
    QPainterPath line;
    bool open = false;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!steps[i].ns) {
            open = false;
            continue;
        }
        const QPointF at(layout.x(static_cast<int>(i)), layout.y(*steps[i].ns));
        open ? line.lineTo(at) : line.moveTo(at);
        open = true;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(p.side(side), 1.6));
    painter.drawPath(line);
    for (std::size_t i = 0; i < steps.size() && size >= 2.5; ++i) {
        if (!steps[i].ns)
            continue;
        const QPointF at(layout.x(static_cast<int>(i)), layout.y(*steps[i].ns));
        marks::point(painter, at, size, side, steps[i].counted ? p.side(side) : mix(p.side(side), p.page, 0.55));
        if (steps[i].status == StepStatus::Failed || steps[i].status == StepStatus::Invalid) {
            painter.setPen(QPen(p.text, 1.5));
            painter.drawLine(at + QPointF(-size, -size), at + QPointF(size, size));
            painter.drawLine(at + QPointF(-size, size), at + QPointF(size, -size));
        }
    }
}

void StepSeriesChart::paintStepAxis(QPainter& painter, const StepSeriesLayout& layout) const
{
    const auto& longer =
        m_detail.series[m_detail.series[0].steps.size() >= m_detail.series[1].steps.size() ? 0 : 1].steps;
    const double line = painter.fontMetrics().height();
    const double widest =
        painter.fontMetrics().horizontalAdvance(QString::number(longer.empty() ? 0 : longer.back().step));
    const double wanted = std::max(1.0, std::floor(layout.plot.width() / (widest + line * 2)));
    const int every = std::max(1, static_cast<int>(std::ceil(layout.count / wanted)));
    painter.setPen(paletteOf(this).muted);
    for (int i = 0; i < layout.count; i += every) {
        const double x = layout.x(i);
        drawTabular(painter, QRectF(x - 60, layout.plot.bottom() + line * 0.2, 120, line), Qt::AlignCenter,
                    QString::number(longer[static_cast<std::size_t>(i)].step));
    }
    painter.drawText(QRectF(0, layout.plot.bottom() + line * 0.2, layout.plot.left() - line * 0.5, line),
                     Qt::AlignRight | Qt::AlignVCenter, tr("step"));
}

void StepSeriesChart::paintCursor(QPainter& painter, const StepSeriesLayout& layout) const
{
    if (m_cursor < 0 || m_cursor >= layout.count)
        return;
    const Palette& p = paletteOf(this);
    painter.setPen(QPen(p.muted, 1, Qt::DashLine));
    painter.drawLine(QPointF(layout.x(m_cursor), layout.plot.top()), QPointF(layout.x(m_cursor), layout.plot.bottom()));
    const QString text = describeStep(m_cursor);
    const double width = std::min(painter.fontMetrics().horizontalAdvance(text) + 12.0, layout.plot.width());
    const double left = std::clamp(layout.x(m_cursor) - width / 2, layout.plot.left(), layout.plot.right() - width);
    const QRectF box(left, layout.plot.top() - painter.fontMetrics().height() * 0.4, width,
                     painter.fontMetrics().height() * 1.3);
    painter.setPen(QPen(p.border, 1));
    painter.setBrush(p.card);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(p.text);
    painter.drawText(box.adjusted(6, 0, -6, 0), Qt::AlignCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(width) - 8));
}

void StepSeriesChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    paint(painter);
    if (!hasFocus())
        return;
    painter.setPen(QPen(paletteOf(this).first, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

QString StepSeriesChart::table() const
{
    return stepTable(m_detail);
}

void StepSeriesChart::paint(QPainter& painter) const
{
    const Palette& p = paletteOf(this);
    const StepSeriesLayout layout = chartLayout();
    if (layout.count == 0) {
        painter.setPen(p.muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No steps to show"));
        return;
    }
    paintWarmup(painter, layout);
    paintSelected(painter, layout);
    marks::valueAxis(painter, layout.plot, layout.axis, p, marks::UnitPlace::TopTick);
    paintStepAxis(painter, layout);
    for (const Side side : {Side::Baseline, Side::Current})
        paintSide(painter, layout, side);
    paintCursor(painter, layout);
}

int StepSeriesChart::positionAt(QPointF point) const
{
    const StepSeriesLayout layout = chartLayout();
    if (layout.count == 0 || point.x() < layout.plot.left() || point.x() >= layout.plot.right())
        return -1;
    return static_cast<int>((point.x() - layout.plot.left()) / layout.plot.width() * layout.count);
}

void StepSeriesChart::mouseMoveEvent(QMouseEvent* event)
{
    setCursorStep(positionAt(event->position()));
}

void StepSeriesChart::mousePressEvent(QMouseEvent* event)
{
    const auto step = stepAt(positionAt(event->position()));
    if (event->button() == Qt::LeftButton && step)
        emit stepSelected(*step);
}

void StepSeriesChart::leaveEvent(QEvent*)
{
    setCursorStep(-1);
}

void StepSeriesChart::keyPressEvent(QKeyEvent* event)
{
    const int last = chartLayout().count - 1;
    if (event->key() == Qt::Key_Left)
        setCursorStep(m_cursor < 0 ? last : std::max(m_cursor - 1, 0));
    else if (event->key() == Qt::Key_Right)
        setCursorStep(std::min(m_cursor + 1, last));
    else if (event->key() == Qt::Key_Home)
        setCursorStep(0);
    else if (event->key() == Qt::Key_End)
        setCursorStep(last);
    else if (const auto step = stepAt(m_cursor);
             step && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit stepSelected(*step);
    else
        QWidget::keyPressEvent(event);
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/DistributionStrip.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/Marks.h"
#include "widgets/charts/StepTable.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

namespace {

constexpr std::size_t kMostPoints = 400;
constexpr int kBins = 80;

/// −0.5…0.5, the same for the same index: a picture must not change from one paint to the next.
double jitter(std::size_t index)
{
    constexpr double kGolden = 0.6180339887498949;
    const double turn = static_cast<double>(index) * kGolden;
    return turn - std::floor(turn) - 0.5;
}

}  // namespace

DistributionStrip::DistributionStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Distribution of the selected stage's steps"));
    enableAccessibleRows();
    addChartMenu(
        this, [this](QPainter& painter, QSize) { paint(painter, false); }, [this] { return stepTable(m_detail); });
}

void DistributionStrip::setData(StageDetail detail)
{
    m_detail = std::move(detail);
    QStringList texts;
    for (const Side side : {Side::Baseline, Side::Current}) {
        const auto i = static_cast<std::size_t>(side);
        m_values[i] = m_detail.series[i].counted();
        if (m_detail.centre[i])
            texts << tr("%1: median %2, n = %3")
                         .arg(words::of(side), format::duration(m_detail.centre[i]->median))
                         .arg(m_values[i].size());
    }
    setAccessibleDescription(texts.join(QStringLiteral("; ")));
    setToolTip(texts.join(QLatin1Char('\n')));
    update();
}

std::vector<AccessibleRow> DistributionStrip::accessibleRows() const
{
    const DistributionLayout layout = chartLayout();
    std::vector<AccessibleRow> rows;
    for (const Side side : {Side::Baseline, Side::Current}) {
        const auto i = static_cast<std::size_t>(side);
        const QRectF lane(0, layout.lane[i].top(), width(), layout.lane[i].height());
        const auto& centre = m_detail.centre[i];
        QString interval;
        if (centre && centre->interval)
            interval = tr("95 % interval of the median %1 to %2")
                           .arg(format::duration((*centre->interval)[0]), format::duration((*centre->interval)[1]));
        rows.push_back({words::of(side),
                        centre ? tr("median %1, n = %2").arg(format::duration(centre->median)).arg(m_values[i].size())
                               : tr("no data"),
                        interval, lane});
    }
    return rows;
}

void DistributionStrip::chooseRow(int row)
{
    if (row < 0 || row >= static_cast<int>(accessibleRows().size()) || row == m_current)
        return;
    m_current = row;
    announceRow(this, row);
    update();
}

void DistributionStrip::keyPressEvent(QKeyEvent* event)
{
    const int row = rowAfterKey(event->key(), m_current, static_cast<int>(accessibleRows().size()));
    if (row < 0)
        QWidget::keyPressEvent(event);
    else
        chooseRow(row);
}

DistributionLayout DistributionStrip::chartLayout() const
{
    const QFontMetricsF metrics(font());
    const double line = metrics.height();
    DistributionLayout layout;
    const double left = std::max(metrics.horizontalAdvance(words::of(Side::Baseline)),
                                 metrics.horizontalAdvance(words::of(Side::Current))) +
                        line * 1.6;
    layout.plot = QRectF(left, line * 0.3, std::max(1.0, width() - left - line), std::max(1.0, height() - line * 1.9));
    double largest = 0;
    for (const auto& values : m_values)
        for (const double value : values)
            largest = std::max(largest, value);
    layout.axis = niceAxis(largest * 1.04, layout.plot.width(), metrics.averageCharWidth() * 9);
    const double half = layout.plot.height() / 2;
    layout.lane[0] = QRectF(layout.plot.left(), layout.plot.top(), layout.plot.width(), half);
    layout.lane[1] = layout.lane[0].translated(0, half);
    return layout;
}

QSize DistributionStrip::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 45, fontMetrics().height() * 7};
}

QSize DistributionStrip::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, fontMetrics().height() * 9 / 2};
}

void DistributionStrip::paintLane(QPainter& painter, const DistributionLayout& layout, Side side) const
{
    const auto which = static_cast<std::size_t>(side);
    const Palette& p = paletteOf(this);
    const QRectF& lane = layout.lane[which];
    const std::vector<double>& values = m_values[which];
    if (values.size() <= kMostPoints) {
        const double size = std::min(painter.fontMetrics().height() * 0.5, lane.height() * 0.22);
        QColor colour = p.side(side);
        colour.setAlphaF(0.75F);
        for (std::size_t i = 0; i < values.size(); ++i)
            marks::point(painter, QPointF(layout.x(values[i]), lane.center().y() + jitter(i) * lane.height() * 0.5),
                         size, side, colour);
        return;
    }
    std::array<int, kBins> bins{};
    for (const double value : values)
        ++bins[static_cast<std::size_t>(std::clamp(value / layout.axis.largest * kBins, 0.0, kBins - 1.0))];
    const double most = *std::max_element(bins.begin(), bins.end());
    const double width = lane.width() / kBins;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0)
            continue;
        const double height = std::max(1.5, lane.height() * 0.75 * bins[i] / most);
        painter.fillRect(
            QRectF(lane.left() + width * static_cast<double>(i), lane.center().y() - height / 2, width, height),
            mix(p.side(side), p.page, 0.2));
    }
}

void DistributionStrip::paintCentre(QPainter& painter, const DistributionLayout& layout, Side side) const
{
    const auto which = static_cast<std::size_t>(side);
    const auto& centre = m_detail.centre[which];
    if (!centre)
        return;
    const Palette& p = paletteOf(this);
    const QRectF& lane = layout.lane[which];
    const double y = lane.bottom() - lane.height() * 0.1;
    const double reach = lane.height() * 0.42;
    painter.setPen(QPen(p.text, 2));
    const double x = layout.x(centre->median);
    painter.drawLine(QPointF(x, lane.center().y() - reach), QPointF(x, lane.center().y() + reach));
    if (!centre->interval)
        return;
    painter.setPen(QPen(p.text, 1));
    const double from = layout.x((*centre->interval)[0]);
    const double to = layout.x((*centre->interval)[1]);
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    for (const double end : {from, to})
        painter.drawLine(QPointF(end, y - 3), QPointF(end, y + 3));
}

void DistributionStrip::paintAxis(QPainter& painter, const DistributionLayout& layout) const
{
    const Palette& p = paletteOf(this);
    const double line = painter.fontMetrics().height();
    painter.setPen(QPen(p.border, 1));
    painter.drawLine(layout.plot.bottomLeft(), layout.plot.bottomRight());
    for (int tick = 0; tick <= layout.axis.ticks(); ++tick) {
        const double x = layout.x(layout.axis.step * tick);
        painter.setPen(QPen(p.grid, 1));
        painter.drawLine(QPointF(x, layout.plot.top()), QPointF(x, layout.plot.bottom()));
        painter.setPen(p.muted);
        const QString label = layout.axis.label(tick);
        drawTabular(painter, QRectF(x - 60, layout.plot.bottom() + line * 0.25, 120, line), Qt::AlignCenter, label);
    }
    painter.drawText(QRectF(0, layout.plot.bottom() + line * 0.25, layout.plot.left() - line * 0.8, line),
                     Qt::AlignRight | Qt::AlignVCenter, layout.axis.unit.symbol);
}

void DistributionStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    paint(painter, hasFocus());
}

void DistributionStrip::paint(QPainter& painter, bool live) const
{
    const Palette& p = paletteOf(this);
    const DistributionLayout layout = chartLayout();
    const double line = painter.fontMetrics().height();
    paintAxis(painter, layout);
    for (const Side side : {Side::Baseline, Side::Current}) {
        const QRectF& lane = layout.lane[static_cast<std::size_t>(side)];
        if (live && m_current == static_cast<int>(side))
            painter.fillRect(QRectF(0, lane.top(), lane.left() - line * 0.3, lane.height()), p.selection);
        painter.setPen(p.sideText(side));
        painter.drawText(QRectF(line * 0.9, lane.top(), lane.left(), lane.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         words::of(side));
        marks::point(painter, QPointF(line * 0.4, lane.center().y()), line * 0.5, side, p.side(side));
        if (m_values[static_cast<std::size_t>(side)].empty()) {
            painter.setPen(p.muted);
            painter.drawText(lane, Qt::AlignCenter, tr("no data"));
            continue;
        }
        paintLane(painter, layout, side);
        paintCentre(painter, layout, side);
    }
}

}  // namespace headwater

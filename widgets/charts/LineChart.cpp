// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/LineChart.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/charts/ChartTable.h"
#include "widgets/charts/LineChartPaint.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDigits = 6;

QString valueText(const LineChartData& data, double value)
{
    return data.unit.empty() ? format::significant(value, kDigits) : format::quantity(value, data.unit);
}

QString placeText(const LineChartData& data, double x)
{
    return data.steps ? LineChart::tr("step %1").arg(format::number(x, 0)) : format::quantity(x, "s");
}

QString nameOf(const LineSeries& series)
{
    const QString side = words::of(series.side);
    return series.name.isEmpty() ? side : side + u", "_s + series.name;
}

/// "lowest 1.20, last 1.32 (120 values)".
QString summary(const LineChartData& data, const LineSeries& series)
{
    std::size_t n = 0;
    double low = 0, high = 0, last = 0;
    for (const double y : series.y) {
        if (!std::isfinite(y))
            continue;
        low = n == 0 ? y : std::min(low, y);
        high = n == 0 ? y : std::max(high, y);
        last = y;
        ++n;
    }
    if (n == 0)
        return LineChart::tr("no data");
    return LineChart::tr("from %1 to %2, last %3, %4 values")
        .arg(valueText(data, low), valueText(data, high), valueText(data, last), format::count(n));
}

}  // namespace

LineChart::LineChart(QWidget* parent) : Chart(parent) {}

void LineChart::setData(LineChartData data)
{
    m_data = std::move(data);
    m_layoutArea = {};
    m_cursor = {};
    m_line = -1;
    setAccessibleName(m_data.title);
    setAccessibleDescription(m_data.isEmpty() ? m_data.empty : m_data.tip);
    update();
}

void LineChart::setSelected(const std::vector<int>& ids)
{
    m_selected = ids;
    update();
}

void LineChart::setSelectedSteps(std::optional<StepRange> steps)
{
    m_steps = steps;
    update();
}

const LineChartLayout& LineChart::chartLayout() const
{
    if (m_layoutArea != area()) {
        m_layoutArea = area();
        m_layout = layOutLines(m_data, m_layoutArea, QFontMetricsF(font()));
    }
    return m_layout;
}

void LineChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_layoutArea = {};
    Chart::changeEvent(event);
}

double LineChart::reach() const
{
    return fontMetrics().height() * 0.7;
}

QString LineChart::describe(const LineHit& hit) const
{
    switch (hit.what) {
    case LineHit::What::Mark: return m_data.marks[hit.index].tip;
    case LineHit::What::NotFinite: {
        const LineSeries& series = m_data.series[hit.series];
        return tr("%1, %2: not a finite number").arg(nameOf(series), placeText(m_data, series.notFinite[hit.index]));
    }
    case LineHit::What::Point: {
        const LineSeries& series = m_data.series[hit.series];
        return u"%1, %2: %3"_s.arg(nameOf(series), placeText(m_data, series.x[hit.index]),
                                   valueText(m_data, series.y[hit.index]));
    }
    case LineHit::What::Nothing: break;
    }
    return {};
}

void LineChart::paint(QPainter& painter, const QRectF& where) const
{
    const bool own = where == area();
    const LineChartLayout layout = own ? chartLayout() : layOutLines(m_data, where, QFontMetricsF(painter.font()));
    paintLines(painter, m_data, layout,
               {paletteOf(this), m_selected, selectedSteps(), own ? m_line : -1, own ? m_cursor : LineHit(),
                own && showsFocus()});
}

QString LineChart::table() const
{
    QList<QStringList> rows = {
        {tr("run"), tr("line"), m_data.steps ? tr("step") : tr("seconds"),
         m_data.unit.empty() ? m_data.title : u"%1 (%2)"_s.arg(m_data.title, QString::fromStdString(m_data.unit))}};
    for (const LineSeries& series : m_data.series) {
        for (std::size_t i = 0; i < series.x.size(); ++i)
            if (!std::isnan(series.y[i]))
                rows.push_back({words::of(series.side), series.name, QString::number(series.x[i], 'g', 15),
                                QString::number(series.y[i], 'g', 9)});
        for (const double x : series.notFinite)
            rows.push_back({words::of(series.side), series.name, QString::number(x, 'g', 15), u"NaN"_s});
    }
    return tableText(rows);
}

std::vector<AccessibleRow> LineChart::accessibleRows() const
{
    std::vector<AccessibleRow> rows;
    const LineChartLayout& layout = chartLayout();
    for (std::size_t i = 0; i < m_data.series.size(); ++i) {
        const LineSeries& series = m_data.series[i];
        const QString bad =
            series.notFinite.empty() ? QString() : tr("%1 not finite").arg(format::count(series.notFinite.size()));
        rows.push_back({nameOf(series), summary(m_data, series), bad, layout.plot});
    }
    for (std::size_t i = 0; i < m_data.marks.size(); ++i)
        rows.push_back({placeText(m_data, m_data.marks[i].x), m_data.marks[i].tip, {}, layout.marks[i]});
    return rows;
}

void LineChart::chooseRow(int row)
{
    const auto lines = static_cast<int>(m_data.series.size());
    if (row < 0 || row >= lines + static_cast<int>(m_data.marks.size()))
        return;
    if (row >= lines)
        return choose({LineHit::What::Mark, 0, static_cast<std::size_t>(row - lines)});
    m_line = row;
    announceRow(this, row);
    update();
}

QSize LineChart::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 13};
}

QSize LineChart::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 28, fontMetrics().height() * 9};
}

QString LineChart::tipAt(QPointF point) const
{
    const LineHit hit = lineHitAt(chartLayout(), point, reach());
    if (hit.what != LineHit::What::Nothing)
        return describe(hit);
    const LineChartLayout& layout = chartLayout();
    if (m_data.band && QRectF(QPointF(layout.xOf(m_data.band->from), layout.yOf(m_data.band->hi)),
                              QPointF(layout.xOf(m_data.band->to), layout.yOf(m_data.band->lo)))
                           .contains(point))
        return m_data.band->tip;
    return m_data.tip;
}

void LineChart::setCursorHit(const LineHit& hit)
{
    if (hit == m_cursor)
        return;
    m_cursor = hit;
    setCursor(hit.what == LineHit::What::Nothing ? Qt::ArrowCursor : Qt::PointingHandCursor);
    setAccessibleDescription(describe(hit));
    update();
}

void LineChart::choose(const LineHit& hit)
{
    setCursorHit(hit);
    if (hit.what == LineHit::What::Mark)
        emit markChosen(static_cast<int>(hit.index));
    else if (hit.what == LineHit::What::Point)
        emit pointChosen(static_cast<int>(hit.series), m_data.series[hit.series].x[hit.index]);
    else if (hit.what == LineHit::What::NotFinite)
        emit pointChosen(static_cast<int>(hit.series), m_data.series[hit.series].notFinite[hit.index]);
}

void LineChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        choose(lineHitAt(chartLayout(), event->position(), reach()));
}

void LineChart::mouseMoveEvent(QMouseEvent* event)
{
    setCursorHit(lineHitAt(chartLayout(), event->position(), reach()));
}

void LineChart::leaveEvent(QEvent*)
{
    setCursorHit({});
}

void LineChart::moveCursor(int key)
{
    const auto& points = chartLayout().traces[static_cast<std::size_t>(m_line)].points;
    if (points.empty())
        return;
    int at = -1;
    if (m_cursor.what == LineHit::What::Point && m_cursor.series == static_cast<std::size_t>(m_line))
        at = static_cast<int>(
            std::find_if(points.begin(), points.end(),
                         [this](const LineTrace::Point& point) { return point.index >= m_cursor.index; }) -
            points.begin());
    const auto to = static_cast<std::size_t>(rowAfterKey(key, at, static_cast<int>(points.size())));
    setCursorHit({LineHit::What::Point, static_cast<std::size_t>(m_line), points[to].index});
}

void LineChart::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const auto lines = static_cast<int>(m_data.series.size());
    const bool along = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
    if (lines > 0 && (key == Qt::Key_Up || key == Qt::Key_Down)) {
        chooseRow(rowAfterKey(key, m_line, lines));
    } else if (lines > 0 && along) {
        if (m_line < 0)
            chooseRow(0);
        moveCursor(key);
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_cursor.what != LineHit::What::Nothing) {
        choose(m_cursor);
    } else {
        Chart::keyPressEvent(event);
    }
}

}  // namespace headwater

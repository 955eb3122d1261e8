// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMap.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

#include "widgets/charts/ChartTable.h"
#include "widgets/charts/HeatMapPaint.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

HeatMap::HeatMap(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("Heat map"));
}

void HeatMap::setData(HeatMapData data)
{
    const bool sameShape = data.rows.size() == m_data.rows.size() && data.columns.size() == m_data.columns.size();
    m_data = std::move(data);
    m_image = {};
    if (!sameShape) {
        m_view = fullView(m_data);
        m_row = m_column = -1;
    }
    setAccessibleDescription(m_data.isEmpty() ? m_data.empty : m_data.title);
    update();
}

void HeatMap::setSelected(const std::vector<int>& ids)
{
    m_selected = ids;
    update();
}

void HeatMap::setSelectedColumns(int first, int last)
{
    m_columns = {first, last};
    update();
}

void HeatMap::setView(const HeatMapView& view)
{
    m_view = clamped(m_data, view);
    update();
}

void HeatMap::setCursorCell(int row, int column)
{
    if (m_data.isEmpty())
        return;
    m_row = std::clamp(row, 0, static_cast<int>(m_data.rows.size()) - 1);
    m_column = std::clamp(column, 0, static_cast<int>(m_data.columns.size()) - 1);
    m_view = showing(m_data, m_view, m_row, m_column);
    update();
}

HeatMapLayout HeatMap::chartLayout() const
{
    return layOutHeatMap(m_data, m_view, area(), QFontMetricsF(font()));
}

void HeatMap::paint(QPainter& painter, const QRectF& area) const
{
    const Palette& p = paletteOf(this);
    if (m_data.isEmpty())
        return paintEmpty(painter, area, m_data.empty, p.muted);
    const HeatMapLayout layout = layOutHeatMap(m_data, m_view, area, QFontMetricsF(painter.font()));
    const QSize pixels = (layout.plot.size() * painter.device()->devicePixelRatioF()).toSize();
    if (m_image.size() != pixels || m_imageView != layout.view || m_imageDark != p.dark) {
        m_image = heatImage(m_data, layout.view, pixels, p);
        m_imageView = layout.view;
        m_imageDark = p.dark;
    }
    paintHeatMap(painter, m_data, layout, m_image, {p, m_selected, m_columns, m_row, m_column, showsFocus()});
}

QString HeatMap::cellText(int row, int column) const
{
    return m_data.text(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
}

QString HeatMap::tipAt(QPointF point) const
{
    const HeatMapLayout layout = chartLayout();
    const auto [row, column] = cellAt(m_data, layout, point);
    if (row < 0)
        return layout.legend.contains(point) && !m_data.isEmpty() ? m_data.title : QString();
    const QString& name = m_data.rows[static_cast<std::size_t>(row)].name;
    if (column < 0)
        return name;
    return name + u", "_s + m_data.columnTitle + u' ' + m_data.columns[static_cast<std::size_t>(column)] + u": "_s +
           cellText(row, column);
}

void HeatMap::moveTo(int row, int column)
{
    setCursorCell(row, column);
    announceRow(this, currentRow());
    emit cellChosen(m_row, m_column);
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->position();
    m_pressedView = m_view;
    m_dragging = false;
}

void HeatMap::mouseMoveEvent(QMouseEvent* event)
{
    constexpr double kMoved = 4;
    if (!(event->buttons() & Qt::LeftButton) || m_data.isEmpty())
        return;
    const QPointF moved = event->position() - m_pressed;
    m_dragging |= moved.manhattanLength() >= kMoved;
    if (!m_dragging)
        return;
    const HeatMapLayout layout = chartLayout();
    HeatMapView view = m_pressedView;
    view.row -= moved.y() / layout.rowHeight();
    view.column -= moved.x() / layout.columnWidth();
    setView(view);
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_dragging)
        return;
    const auto [row, column] = cellAt(m_data, chartLayout(), event->position());
    if (row < 0)
        return;
    if (column < 0)
        emit rowChosen(m_data.rows[static_cast<std::size_t>(row)].id);
    else
        moveTo(row, column);
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto [row, column] = cellAt(m_data, chartLayout(), event->position());
    if (row >= 0 && column >= 0)
        emit cellActivated(row, column);
}

void HeatMap::wheelEvent(QWheelEvent* event)
{
    const HeatMapLayout layout = chartLayout();
    const double notches = (event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x()) / 120.0;
    HeatMapView view = m_view;
    constexpr double kPerNotch = 1.25;
    constexpr double kScrolled = 0.15;
    if (event->modifiers() & Qt::ControlModifier) {
        const QPointF at = event->position() - layout.plot.topLeft();
        view = zoomed(m_data, m_view, std::pow(kPerNotch, notches), m_view.row + at.y() / layout.rowHeight(),
                      m_view.column + at.x() / layout.columnWidth());
    } else if (event->modifiers() & Qt::ShiftModifier || event->angleDelta().y() == 0) {
        view.column -= notches * view.columns * kScrolled;
    } else {
        view.row -= notches * view.rows * kScrolled;
    }
    view = clamped(m_data, view);
    // Where nothing moves, the page under it may scroll.
    if (m_data.isEmpty() || view == m_view)
        return event->ignore();
    setView(view);
    event->accept();
}

bool HeatMap::zoomKey(const QKeyEvent* event)
{
    constexpr double kPerKey = 1.5;
    const double row = m_row < 0 ? m_view.row + m_view.rows / 2 : m_row + 0.5;
    const double column = m_column < 0 ? m_view.column + m_view.columns / 2 : m_column + 0.5;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: setView(zoomed(m_data, m_view, kPerKey, row, column)); return true;
    case Qt::Key_Minus: setView(zoomed(m_data, m_view, 1 / kPerKey, row, column)); return true;
    case Qt::Key_0: setView(fullView(m_data)); return true;
    default: return false;
    }
}

void HeatMap::keyPressEvent(QKeyEvent* event)
{
    if (m_data.isEmpty())
        return Chart::keyPressEvent(event);
    const bool far = event->modifiers() & Qt::ControlModifier;
    const int rows = static_cast<int>(m_data.rows.size());
    const int columns = static_cast<int>(m_data.columns.size());
    const int page = std::max(1, static_cast<int>(m_view.rows) / 2);
    switch (event->key()) {
    case Qt::Key_Up: return moveTo(m_row - 1, m_column);
    case Qt::Key_Down: return moveTo(m_row + 1, m_column);
    case Qt::Key_Left: return moveTo(m_row, m_column - 1);
    case Qt::Key_Right: return moveTo(m_row, m_column + 1);
    case Qt::Key_PageUp: return moveTo(m_row - page, m_column);
    case Qt::Key_PageDown: return moveTo(m_row + page, m_column);
    case Qt::Key_Home: return moveTo(far ? 0 : m_row, 0);
    case Qt::Key_End: return moveTo(far ? rows - 1 : m_row, columns - 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_row >= 0)
            emit cellActivated(m_row, m_column);
        return;
    default:
        if (!zoomKey(event))
            Chart::keyPressEvent(event);
    }
}

HeatMap::Range HeatMap::accessibleRange() const
{
    if (m_data.isEmpty())
        return {};
    constexpr int kMost = 100;
    const int first = static_cast<int>(m_view.row);
    const int last =
        std::min(static_cast<int>(std::ceil(m_view.row + m_view.rows)), static_cast<int>(m_data.rows.size()));
    if (last - first <= kMost)
        return {first, last};
    const int from = std::clamp(m_row - kMost / 2, first, last - kMost);
    return {from, from + kMost};
}

std::vector<AccessibleRow> HeatMap::accessibleRows() const
{
    const HeatMapLayout layout = chartLayout();
    const Range range = accessibleRange();
    const int column = std::max(m_column, 0);
    std::vector<AccessibleRow> rows;
    for (int r = range.first; r < range.last; ++r) {
        const HeatMapData::Row& row = m_data.rows[static_cast<std::size_t>(r)];
        const QRectF box(layout.names.left(), layout.yOf(r), layout.plot.right() - layout.names.left(),
                         layout.rowHeight());
        rows.push_back({row.name,
                        m_data.columnTitle + u' ' + m_data.columns[static_cast<std::size_t>(column)] + u": "_s +
                            cellText(r, column),
                        row.flag ? tr("flagged") : QString(), box});
    }
    return rows;
}

int HeatMap::currentRow() const
{
    const Range range = accessibleRange();
    return m_row >= range.first && m_row < range.last ? m_row - range.first : -1;
}

void HeatMap::chooseRow(int row)
{
    moveTo(accessibleRange().first + row, std::max(m_column, 0));
}

QString HeatMap::table() const
{
    if (m_data.isEmpty())
        return {};
    constexpr int kMostCells = 100'000;
    const int firstColumn = static_cast<int>(m_view.column);
    const int lastColumn =
        std::min(static_cast<int>(std::ceil(m_view.column + m_view.columns)), static_cast<int>(m_data.columns.size()));
    const int first = static_cast<int>(m_view.row);
    const int last =
        std::min(static_cast<int>(std::ceil(m_view.row + m_view.rows)), static_cast<int>(m_data.rows.size()));
    const int kept = std::min(last, first + std::max(1, kMostCells / (lastColumn - firstColumn)));
    QList<QStringList> rows = {{m_data.columnTitle}};
    for (int c = firstColumn; c < lastColumn; ++c)
        rows.front() << m_data.columns[static_cast<std::size_t>(c)];
    for (int r = first; r < kept; ++r) {
        QStringList cells{m_data.rows[static_cast<std::size_t>(r)].name};
        for (int c = firstColumn; c < lastColumn; ++c)
            cells << cellText(r, c);
        rows.push_back(std::move(cells));
    }
    if (kept < last)
        rows.push_back(
            {tr("%1 more rows are not in this table").arg(format::count(static_cast<std::uint64_t>(last - kept)))});
    return tableText(rows);
}

QSize HeatMap::sizeHint() const
{
    const int rows = std::clamp(static_cast<int>(m_data.rows.size()), 4, 24);
    return {fontMetrics().averageCharWidth() * 60, fontMetrics().height() * (rows + 4)};
}

QSize HeatMap::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, fontMetrics().height() * 9};
}

}  // namespace headwater

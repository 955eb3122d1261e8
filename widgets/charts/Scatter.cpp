// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/Scatter.h"

#include <algorithm>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/charts/ChartTable.h"
#include "widgets/charts/Marks.h"
#include "widgets/theme/Palette.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kMostRows = 100;  ///< read out at a time

}  // namespace

Scatter::Scatter(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("Waiting against own time of each rank, both runs"));
}

void Scatter::setData(ScatterData data)
{
    m_data = std::move(data);
    m_cursor = -1;
    m_frame = {};
    setAccessibleDescription(m_data.isEmpty() ? m_data.empty : m_data.yTitle + u" / "_s + m_data.xTitle);
    update();
}

void Scatter::setSelected(const std::vector<int>& ids)
{
    m_selected = ids;
    update();
}

ScatterLayout Scatter::chartLayout() const
{
    return layOutScatter(m_data, area(), QFontMetricsF(font()));
}

void Scatter::paintPoints(QPainter& painter, const ScatterLayout& layout, std::size_t side) const
{
    const Palette& p = paletteOf(this);
    const QColor hue = p.side(static_cast<Side>(side));
    const auto& points = layout.points[side];
    const bool any = !m_selected.empty();
    std::vector<std::size_t> front;
    constexpr std::size_t kMany = 2'000;
    const bool many = points.size() > kMany;
    QList<QPointF> chosenPoints;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ScatterData::Item& item = m_data.sides[side][i];
        const bool chosen = any && std::ranges::binary_search(m_selected, item.id);
        if (item.flag || (chosen && !many))
            front.push_back(i);
        else if (chosen)
            chosenPoints.push_back(points[i]);
        else if (!many)
            marks::point(painter, points[i], layout.size, static_cast<Side>(side), any ? mix(hue, p.page, 0.6) : hue);
    }
    if (many) {  // one call for all: thousands of shapes would take too long
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(any ? mix(hue, p.page, 0.6) : hue, 3, Qt::SolidLine, Qt::SquareCap));
        painter.drawPoints(points.data(), static_cast<int>(points.size()));
        painter.setPen(QPen(hue, 3, Qt::SolidLine, Qt::SquareCap));
        painter.drawPoints(chosenPoints.data(), static_cast<int>(chosenPoints.size()));
        painter.restore();
    }
    for (const std::size_t i : front) {
        const bool chosen = any && std::ranges::binary_search(m_selected, m_data.sides[side][i].id);
        const double size = layout.size * (m_data.sides[side][i].flag ? 1.2 : 1);
        marks::point(painter, points[i], size, static_cast<Side>(side), any && !chosen ? mix(hue, p.page, 0.6) : hue);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_data.sides[side][i].flag ? p.first : p.text, 1.6));
        painter.drawRect(QRectF(points[i] - QPointF(size, size) * 0.75, QSizeF(size, size) * 1.5));
    }
}

void Scatter::paintAxes(QPainter& painter, const ScatterLayout& layout) const
{
    const Palette& p = paletteOf(this);
    const double line = painter.fontMetrics().height();
    for (int tick = 0; tick <= layout.y.ticks(); ++tick) {
        const double y = layout.plot.bottom() - layout.plot.height() * layout.y.fraction(layout.y.step * tick);
        painter.setPen(QPen(tick == 0 ? p.border : p.grid, 1));
        painter.drawLine(QPointF(layout.plot.left(), y), QPointF(layout.plot.right(), y));
        painter.setPen(p.muted);
        drawTabular(painter, QRectF(layout.plot.left() - 200, y - line / 2, 200 - line * 0.5, line),
                    Qt::AlignRight | Qt::AlignVCenter, layout.y.label(tick));
    }
    for (int tick = 0; tick <= layout.x.ticks(); ++tick) {
        const double x = layout.plot.left() + layout.plot.width() * layout.x.fraction(layout.x.step * tick);
        const double wide = tabularWidth(QFontMetricsF(painter.font()), layout.x.label(tick));
        const double centre = std::min(x, layout.xTitle.right() - wide / 2);
        drawTabular(painter, QRectF(centre - line * 4, layout.plot.bottom() + line * 0.4, line * 8, line),
                    Qt::AlignHCenter | Qt::AlignVCenter, layout.x.label(tick));
    }
    const auto title = [&](const QRectF& box, const QString& text, Qt::Alignment alignment) {
        painter.drawText(box, alignment | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(box.width())));
    };
    const QString yTitle = u"\u2191 "_s + m_data.yTitle + u", "_s + layout.y.unit.symbol;
    const double taken = painter.fontMetrics().horizontalAdvance(yTitle) + line;
    title(layout.yTitle, yTitle, Qt::AlignLeft);
    if (taken + painter.fontMetrics().horizontalAdvance(m_data.note) < layout.yTitle.width())
        title(layout.yTitle, m_data.note, Qt::AlignRight);
    title(layout.xTitle, m_data.xTitle + u", "_s + layout.x.unit.symbol + u" \u2192"_s, Qt::AlignRight);
}

void Scatter::paint(QPainter& painter, const QRectF& area) const
{
    const Palette& p = paletteOf(this);
    if (m_data.isEmpty())
        return paintEmpty(painter, area, m_data.empty, p.muted);
    const ScatterLayout layout = layOutScatter(m_data, area, QFontMetricsF(painter.font()));
    paintAxes(painter, layout);
    for (std::size_t side = 0; side < 2; ++side)
        paintPoints(painter, layout, side);
    for (const ScatterLayout::Label& label : layout.labels) {
        const ScatterData::Item& item = m_data.sides[label.side][label.item];
        painter.setPen(item.flag ? p.text : p.muted);
        drawTabular(painter, label.box, Qt::AlignHCenter | Qt::AlignVCenter, label.text);
    }
    if (showsFocus() && m_cursor >= 0) {
        const QPointF at = layout.points[keySide()][static_cast<std::size_t>(m_cursor)];
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(p.first, 2));
        painter.drawEllipse(at, layout.size * 1.3, layout.size * 1.3);
    }
    if (!m_frame.isEmpty()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(p.text, 1, Qt::DashLine));
        painter.drawRect(m_frame);
    }
}

QString Scatter::describe(std::size_t side, std::size_t item) const
{
    const ScatterData::Item& i = m_data.sides[side][item];
    return tr("%1 rank %2: %3 %4, %5 %6")
        .arg(words::of(static_cast<Side>(side)))
        .arg(i.id)
        .arg(m_data.xTitle, format::duration(i.x), m_data.yTitle, format::duration(i.y));
}

QString Scatter::tipAt(QPointF point) const
{
    const ScatterHit hit = pointAt(chartLayout(), point);
    return hit.side < 0 ? QString() : describe(static_cast<std::size_t>(hit.side), hit.item);
}

std::size_t Scatter::firstAccessible() const
{
    const std::size_t count = m_data.sides[keySide()].size();
    if (count <= kMostRows)
        return 0;
    const auto cursor = static_cast<std::size_t>(std::max(m_cursor, 0));
    return std::min(cursor - std::min(cursor, kMostRows / 2), count - kMostRows);
}

std::vector<AccessibleRow> Scatter::accessibleRows() const
{
    const ScatterLayout layout = chartLayout();
    const std::size_t side = keySide();
    const std::size_t first = firstAccessible();
    std::vector<AccessibleRow> rows;
    for (std::size_t i = first; i < m_data.sides[side].size() && rows.size() < kMostRows; ++i) {
        const QPointF half(layout.size / 2, layout.size / 2);
        rows.push_back({tr("rank %1").arg(m_data.sides[side][i].id), describe(side, i),
                        m_data.sides[side][i].flag ? tr("flagged") : QString(),
                        QRectF(layout.points[side][i] - half, layout.points[side][i] + half)});
    }
    return rows;
}

int Scatter::currentRow() const
{
    return m_cursor < 0 ? -1 : m_cursor - static_cast<int>(firstAccessible());
}

void Scatter::chooseRow(int row)
{
    const int item = row + static_cast<int>(firstAccessible());
    if (row < 0 || item >= static_cast<int>(m_data.sides[keySide()].size()))
        return;
    m_cursor = item;
    take({m_data.sides[keySide()][static_cast<std::size_t>(item)].id});
    announceRow(this, currentRow());
}

void Scatter::take(std::vector<int> ids)
{
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    m_selected = std::move(ids);
    update();
    emit idsSelected(m_selected);
}

void Scatter::mousePressEvent(QMouseEvent* event)
{
    m_pressed = event->position();
    m_frame = {};
}

void Scatter::mouseMoveEvent(QMouseEvent* event)
{
    constexpr double kMoved = 5;
    if (!(event->buttons() & Qt::LeftButton) || (event->position() - m_pressed).manhattanLength() < kMoved)
        return;
    m_frame = QRectF(m_pressed, event->position()).normalized();
    const ScatterLayout layout = chartLayout();
    std::vector<int> ids;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < layout.points[side].size(); ++i)
            if (m_frame.contains(layout.points[side][i]))
                ids.push_back(m_data.sides[side][i].id);
    take(std::move(ids));
}

void Scatter::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (!m_frame.isEmpty()) {
        m_frame = {};
        return update();
    }
    const ScatterHit hit = pointAt(chartLayout(), event->position());
    if (hit.side == static_cast<int>(keySide()))
        m_cursor = static_cast<int>(hit.item);
    if (hit.side >= 0)
        take({m_data.sides[static_cast<std::size_t>(hit.side)][hit.item].id});
    else
        take({});
}

void Scatter::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_selected.empty())
        return take({});
    const auto& items = m_data.sides[keySide()];
    const int item = rowAfterKey(event->key(), m_cursor, static_cast<int>(items.size()));
    if (item < 0)
        return Chart::keyPressEvent(event);
    m_cursor = item;
    take({items[static_cast<std::size_t>(item)].id});
    announceRow(this, currentRow());
}

QString Scatter::table() const
{
    QList<QStringList> rows = {{tr("run"), tr("rank"), m_data.xTitle + u" (ns)"_s, m_data.yTitle + u" (ns)"_s}};
    for (std::size_t side = 0; side < 2; ++side)
        for (const ScatterData::Item& item : m_data.sides[side])
            rows.push_back({words::of(static_cast<Side>(side)), QString::number(item.id),
                            QString::number(item.x, 'f', 0), QString::number(item.y, 'f', 0)});
    return tableText(rows);
}

QSize Scatter::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 50, fontMetrics().height() * 14};
}

QSize Scatter::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 28, fontMetrics().height() * 10};
}

}  // namespace headwater

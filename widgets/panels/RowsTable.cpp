// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/RowsTable.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QWheelEvent>

#include "widgets/panels/WrapDelegate.h"
#include "widgets/theme/Theme.h"

namespace headwater {

RowsTable::RowsTable(const QString& name, QWidget* parent) : QTableView(parent), m_model(new RowsModel(this))
{
    setModel(m_model);
    setItemDelegate(new WrapDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollMode(ScrollPerPixel);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setMinimumSectionSize(fontMetrics().height() * 2);
    setAccessibleName(name);
}

void RowsTable::setRows(RowsData rows)
{
    const QScopedValueRollback filling(m_filling, true);
    m_model->setRows(std::move(rows));
    fit();
}

void RowsTable::showQuiet(bool shown)
{
    m_quiet = shown;
    fit();
}

int RowsTable::neededWidth(int column) const
{
    const QFontMetricsF metrics(scaled(font(), 1.0, QFont::DemiBold));
    double widest = 0;
    for (const QString& line : m_model->headerData(column, Qt::Horizontal).toString().split(QLatin1Char('\n')))
        widest = std::max(widest, metrics.horizontalAdvance(line));
    for (int row = 0; row < m_model->rowCount(); ++row)
        widest = std::max(widest, tabularWidth(metrics, m_model->index(row, column).data().toString()));
    return static_cast<int>(widest + metrics.height() * 1.2);
}

void RowsTable::fit()
{
    const auto& columns = m_model->rows().columns;
    const auto& rows = m_model->rows().rows;
    for (std::size_t row = 0; row < rows.size(); ++row)
        setRowHidden(static_cast<int>(row), rows[row].quiet && !m_quiet);
    int left = viewport()->width();
    double weights = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i].number) {
            weights += columns[i].weight;
            continue;
        }
        const int width = neededWidth(static_cast<int>(i));
        setColumnWidth(static_cast<int>(i), width);
        left -= width;
    }
    const int least = fontMetrics().averageCharWidth() * 9;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (!columns[i].number)
            setColumnWidth(static_cast<int>(i), std::max(static_cast<int>(left * columns[i].weight / weights), least));
    resizeRowsToContents();
    int height = horizontalHeader()->sizeHint().height() + 2;
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += isRowHidden(row) ? 0 : rowHeight(row);
    if (horizontalScrollBar()->maximum() > 0 || left < 0)
        height += horizontalScrollBar()->sizeHint().height();
    if (height == m_height)
        return;
    m_height = height;
    updateGeometry();
}

QSize RowsTable::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, m_height};
}

QSize RowsTable::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, m_height};
}

void RowsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fit();
}

void RowsTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void RowsTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(m_model->table());
    else
        QTableView::keyPressEvent(event);
}

/// The page scrolls, not the table.
void RowsTable::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void RowsTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (m_filling || !current.isValid() || current.row() == previous.row())
        return;
    emit rowChosen(current.row());
    if (const ViewRef& view = m_model->rows().rows[static_cast<std::size_t>(current.row())].view; view != ViewRef())
        emit viewChosen(view);
}

}  // namespace headwater

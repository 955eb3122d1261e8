// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/RowsTable.h"

#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>
#include <QWheelEvent>

#include "widgets/panels/WrapDelegate.h"
#include "widgets/theme/Theme.h"

namespace headwater {

namespace {

/// Whether what a row stands for is part of what is selected.
bool leadsTo(const ViewRef& row, const ViewRef& view)
{
    if (!row.finding.empty())
        return row.finding == view.finding;
    const bool says = !row.stage.empty() || row.steps || !row.ranks.empty();
    return says && (row.stage.empty() || row.stage == view.stage) &&
           (!row.steps ||
            (view.steps && row.steps->first >= view.steps->first && row.steps->last <= view.steps->last)) &&
           std::ranges::includes(view.ranks, row.ranks);
}

}  // namespace

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
    m_later.setInterval(0);
    connect(&m_later, &QTimer::timeout, this, &RowsTable::fitRows);
}

void RowsTable::setRows(RowsData rows)
{
    const QScopedValueRollback filling(m_filling, true);
    m_model->setRows(std::move(rows));
    fit();
    mark();
}

void RowsTable::showView(const ViewRef& view)
{
    m_view = view;
    mark();
}

void RowsTable::mark()
{
    const QScopedValueRollback filling(m_filling, true);
    QItemSelection rows;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (leadsTo(m_model->rows().rows[static_cast<std::size_t>(row)].view, m_view))
            rows.select(m_model->index(row, 0), m_model->index(row, m_model->columnCount() - 1));
    if (rows.isEmpty() && hasFocus())
        return;  // the keys are on a row that leads nowhere
    if (!rows.isEmpty() && !rows.contains(currentIndex()))
        selectionModel()->setCurrentIndex(rows.front().topLeft(), QItemSelectionModel::NoUpdate);
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
}

ViewRef RowsTable::marked() const
{
    ViewRef out;
    for (const QModelIndex& index : selectionModel()->selectedRows()) {
        const ViewRef& row = m_model->rows().rows[static_cast<std::size_t>(index.row())].view;
        out.stage = row.stage.empty() ? out.stage : row.stage;
        out.finding = row.finding.empty() ? out.finding : row.finding;
        out.ranks.insert(out.ranks.end(), row.ranks.begin(), row.ranks.end());
    }
    std::ranges::sort(out.ranks);
    out.ranks.erase(std::unique(out.ranks.begin(), out.ranks.end()), out.ranks.end());
    return out;
}

void RowsTable::showQuiet(bool shown)
{
    m_quiet = shown;
    fit();
}

/// Digits are all as wide: only texts that are about as long as the longest are measured.
int RowsTable::neededWidth(std::size_t column) const
{
    constexpr qsizetype kUneven = 3;  // letters by which a shorter text may be the wider one
    const QFontMetricsF metrics(scaled(font(), 1.0, QFont::DemiBold));
    const auto& rows = m_model->rows().rows;
    const auto textOf = [column](const RowsRow& row) {
        return column < row.cells.size() ? row.cells[column].text : QString();
    };
    qsizetype longest = 0;
    for (const RowsRow& row : rows)
        longest = std::max(longest, textOf(row).size());
    double widest = 0;
    for (const QString& line : m_model->rows().columns[column].title.split(QLatin1Char('\n')))
        widest = std::max(widest, metrics.horizontalAdvance(line));
    QSet<QString> measured;
    for (const RowsRow& row : rows) {
        const QString text = textOf(row);
        if (text.size() + kUneven < longest || measured.contains(text))
            continue;
        measured.insert(text);
        widest = std::max(widest, tabularWidth(metrics, text));
    }
    return static_cast<int>(widest + metrics.height() * 1.2);
}

void RowsTable::fit()
{
    fitColumns();
    m_next = 0;
    fitRows();
}

void RowsTable::fitColumns()
{
    const auto& columns = m_model->rows().columns;
    int left = viewport()->width();
    std::vector<std::size_t> texts;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!columns[i].number) {
            texts.push_back(i);
            continue;
        }
        const int width = neededWidth(i);
        setColumnWidth(static_cast<int>(i), width);
        left -= width;
    }
    const int least = fontMetrics().averageCharWidth() * 10;
    // Where the texts lack a little, the numbers move closer together, as far as their cells allow.
    const int lacking = least * static_cast<int>(texts.size()) - left;
    const int numbers = static_cast<int>(columns.size() - texts.size());
    for (std::size_t i = 0; lacking > 0 && i < columns.size(); ++i)
        if (columns[i].number) {
            const int less = std::min(fontMetrics().height() / 8, lacking / numbers + 1);
            setColumnWidth(static_cast<int>(i), columnWidth(static_cast<int>(i)) - less);
            left += less;
        }
    // Lightest first: what those need beyond their share is taken from the others, so that nothing is pushed out of
    // sight while there is room.
    std::ranges::sort(texts, {}, [&columns](std::size_t i) { return columns[i].weight; });
    double weights = 0;
    for (const std::size_t i : texts)
        weights += columns[i].weight;
    for (const std::size_t i : texts) {
        const int width = std::max(static_cast<int>(left * columns[i].weight / weights), least);
        setColumnWidth(static_cast<int>(i), width);
        left -= width;
        weights -= columns[i].weight;
    }
    m_narrow = left < 0;
}

void RowsTable::fitRows()
{
    constexpr int kAtOnce = 40;
    constexpr qint64 kTurn = 8;  // ms
    const auto& rows = m_model->rows().rows;
    QElapsedTimer clock;
    clock.start();
    for (int done = 0; fitting() && (done < kAtOnce || clock.elapsed() < kTurn); ++done, ++m_next) {
        const bool hidden = rows[static_cast<std::size_t>(m_next)].quiet && !m_quiet;
        if (isRowHidden(m_next) != hidden)
            setRowHidden(m_next, hidden);
        if (!hidden)
            resizeRowToContents(m_next);
    }
    if (fitting())
        m_later.start();
    else
        m_later.stop();
    fitHeight();
}

void RowsTable::fitHeight()
{
    int height = horizontalHeader()->sizeHint().height() + 2 + verticalHeader()->length();
    if (horizontalScrollBar()->maximum() > 0 || m_narrow)
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
    else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid())
        choose(currentIndex().row());
    else
        QTableView::keyPressEvent(event);
}

/// The page scrolls, not the table.
void RowsTable::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

/// Coming to the table puts the keys on its first row, which chooses nothing.
void RowsTable::focusInEvent(QFocusEvent* event)
{
    const QScopedValueRollback coming(m_filling, true);
    QTableView::focusInEvent(event);
}

void RowsTable::mousePressEvent(QMouseEvent* event)
{
    const QPersistentModelIndex before = currentIndex();
    QTableView::mousePressEvent(event);
    // The keys were on this row already, maybe without having chosen it.
    if (event->button() == Qt::LeftButton && before.isValid() && indexAt(event->pos()).row() == before.row())
        choose(before.row());
}

void RowsTable::choose(int row)
{
    emit rowChosen(row);
    if (const ViewRef& view = m_model->rows().rows[static_cast<std::size_t>(row)].view; view != ViewRef())
        emit viewChosen(view);
}

void RowsTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (m_filling || !current.isValid() || current.row() == previous.row())
        return;
    choose(current.row());
}

}  // namespace headwater

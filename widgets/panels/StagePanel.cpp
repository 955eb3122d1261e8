// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/StagePanel.h"

#include <algorithm>
#include <array>
#include <utility>

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

#include "widgets/panels/NumberDelegate.h"
#include "widgets/theme/Theme.h"

namespace headwater {

StagePanel::StagePanel(QWidget* parent) : QTableView(parent), m_model(new StageTableModel(this))
{
    setModel(m_model);
    setItemDelegate(new NumberDelegate(this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    measureText();
    setAccessibleName(tr("Stages"));
}

void StagePanel::measureText()
{
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 19 / 10);
    horizontalHeader()->setMinimumSectionSize(fontMetrics().height());
}

void StagePanel::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() != QEvent::FontChange || !m_model)
        return;
    measureText();
    fitColumns();
    updateGeometry();
}

void StagePanel::setVerdict(const VerdictPtr& verdict)
{
    m_model->setVerdict(verdict);
    fitColumns();
}

void StagePanel::setSelected(int position)
{
    m_following = true;
    if (position < 0)
        clearSelection();
    else
        setCurrentIndex(m_model->index(position, 0));
    m_following = false;
}

QSize StagePanel::sizeHint() const
{
    const int rows = std::clamp(m_model->rowCount(), 3, 12);
    return {fontMetrics().averageCharWidth() * 70,
            verticalHeader()->defaultSectionSize() * rows + horizontalHeader()->sizeHint().height() + 2};
}

QSize StagePanel::minimumSizeHint() const
{
    return {m_leastWidth, fontMetrics().height() * 8};
}

void StagePanel::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

StagePanel::Widths StagePanel::columnWidths() const
{
    const QFontMetricsF metrics(scaled(font(), 1.0, QFont::Bold));
    Widths width{};
    for (int column = 0; column < Column::ColumnCount; ++column) {
        double widest = 0;
        for (const QString& part : m_model->headerData(column, Qt::Horizontal).toString().split(QLatin1Char('\n')))
            widest = std::max(widest, metrics.horizontalAdvance(part));
        for (int row = 0; row < m_model->rowCount() && column != Column::Name; ++row)
            widest = std::max(widest, tabularWidth(metrics, m_model->index(row, column).data().toString()));
        width[static_cast<std::size_t>(column)] = static_cast<int>(widest + metrics.height() * 1.4);
    }
    return width;
}

void StagePanel::fitColumns()
{
    // The first to go when there is no room.
    constexpr std::array kOptional = {Column::PValue, Column::Share, Column::Delta};
    const Widths width = columnWidths();
    const double letter = QFontMetricsF(scaled(font(), 1.0, QFont::Bold)).averageCharWidth();
    const int nameLeast = static_cast<int>(letter * 12);
    // Beside the name: the marks of the first and of the slowest. Never less than what the column is given below: the
    // last one would be pushed out of sight by the difference.
    const int nameFloor = std::clamp(sizeHintForColumn(Column::Name) + static_cast<int>(letter * 5), nameLeast,
                                     static_cast<int>(letter * 20));
    int used = 0;
    int least = nameLeast + verticalScrollBar()->sizeHint().width() + 2 * frameWidth();
    for (int column = 0; column < Column::ColumnCount; ++column) {
        setColumnHidden(column, false);
        if (column == Column::Name)
            continue;
        const int needed = width[static_cast<std::size_t>(column)];
        used += needed;
        const bool always =
            std::none_of(kOptional.begin(), kOptional.end(), [column](Column optional) { return optional == column; });
        least += always ? needed : 0;
        setColumnWidth(column, needed);
    }
    if (least != std::exchange(m_leastWidth, least))
        updateGeometry();
    for (const Column column : kOptional) {
        if (used + nameFloor <= viewport()->width())
            break;
        setColumnHidden(column, true);
        used -= width[static_cast<std::size_t>(column)];
    }
    setColumnWidth(Column::Name, std::max(viewport()->width() - used, nameLeast));
}

void StagePanel::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_following && current.isValid() && current.row() != previous.row())
        emit stageSelected(current.row());
}

}  // namespace headwater

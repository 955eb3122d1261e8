// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/ThresholdTable.h"

#include <algorithm>

#include <QHeaderView>
#include <QWheelEvent>

#include "widgets/panels/WrapDelegate.h"

namespace headwater {

ThresholdTable::ThresholdTable(QWidget* parent) : QTableView(parent), m_model(new ThresholdsModel(this))
{
    setModel(m_model);
    setItemDelegate(new WrapDelegate(this));
    setSelectionBehavior(SelectItems);
    setSelectionMode(SingleSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed | SelectedClicked);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    setAccessibleName(tr("Thresholds of the resource checks"));
    fit();
}

void ThresholdTable::fit()
{
    const int letter = fontMetrics().averageCharWidth();
    const int room = viewport()->width();
    const int numbers = letter * 12;
    setColumnWidth(ThresholdsModel::Value, numbers);
    setColumnWidth(ThresholdsModel::Default, numbers);
    const int rest = std::max(room - 2 * numbers, letter * 40);
    setColumnWidth(ThresholdsModel::Key, rest * 3 / 10);
    setColumnWidth(ThresholdsModel::Meaning, rest - rest * 3 / 10);
    resizeRowsToContents();
    int height = horizontalHeader()->sizeHint().height() + 2;
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += rowHeight(row);
    if (height == m_height)
        return;
    m_height = height;
    updateGeometry();
}

QSize ThresholdTable::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 60, m_height};
}

QSize ThresholdTable::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, m_height};
}

void ThresholdTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fit();
}

void ThresholdTable::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

}  // namespace headwater

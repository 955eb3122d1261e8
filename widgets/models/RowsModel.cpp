// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/RowsModel.h"

#include "widgets/charts/ChartTable.h"
#include "widgets/theme/Format.h"

namespace headwater {

void RowsModel::setRows(RowsData data)
{
    // The same table with other numbers: what is selected and where it is scrolled to stay.
    const bool same = data.columns.size() == m_data.columns.size() && data.rows.size() == m_data.rows.size();
    if (!same)
        beginResetModel();
    m_data = std::move(data);
    if (!same) {
        endResetModel();
    } else if (!m_data.rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
}

QString RowsModel::table() const
{
    QList<QStringList> lines(1);
    for (const RowsColumn& column : m_data.columns)
        lines.front() << column.title;
    for (const RowsRow& row : m_data.rows) {
        QStringList cells;
        for (const RowsCell& cell : row.cells)
            cells << cell.text;
        lines.push_back(cells);
    }
    return tableText(lines);
}

int RowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_data.rows.size());
}

int RowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_data.columns.size());
}

QVariant RowsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RowsRow& row = m_data.rows[static_cast<std::size_t>(index.row())];
    const auto at = static_cast<std::size_t>(index.column());
    const RowsCell cell = at < row.cells.size() ? row.cells[at] : RowsCell();
    const bool number = m_data.columns[at].number;
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return format::tip(cell.tip.isEmpty() ? cell.text : cell.tip);
    case Qt::AccessibleTextRole: return QString(m_data.columns[at].title + QStringLiteral(": ") + cell.text);
    case Qt::TextAlignmentRole: return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    case ToneRole: return cell.tone;
    case NumberRole: return number;
    case DimRole: return cell.dim;
    case StrongRole: return row.strong;
    default: return {};
    }
}

QVariant RowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return QAbstractTableModel::headerData(section, orientation, role);
    const RowsColumn& column = m_data.columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return column.title;
    case Qt::ToolTipRole: return format::tip(column.tip.isEmpty() ? column.title : column.tip);
    case Qt::TextAlignmentRole:
        return static_cast<int>((column.number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

}  // namespace headwater

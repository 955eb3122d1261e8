// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/triage/ViewRef.h"

namespace headwater {

struct RowsCell {
    QString text;
    QString tip;
    int tone = 0;      ///< −1 faster or fine, +1 slower or wrong
    bool dim = false;  ///< says that nothing is known
};

struct RowsColumn {
    QString title;
    QString tip;          ///< what the number is, and what other tools call it
    bool number = false;  ///< digits line up, as wide as they need
    double weight = 1;    ///< of the room that is left
};

struct RowsRow {
    std::vector<RowsCell> cells;
    ViewRef view;         ///< where a click leads; empty: nowhere
    bool quiet = false;   ///< hidden unless asked for: nothing differs there
    bool strong = false;  ///< named by the verdict
};

/// A table as values: made by free functions from what core/ says, shown by RowsModel and RowsTable.
struct RowsData {
    std::vector<RowsColumn> columns;
    std::vector<RowsRow> rows;
};

/// Rows of cells for a view; all tables that only show are this.
class RowsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        ToneRole = Qt::UserRole + 2,    ///< as StageTableModel
        NumberRole = Qt::UserRole + 3,  ///< likewise
        DimRole = Qt::UserRole + 10,
        StrongRole,
    };
    using QAbstractTableModel::QAbstractTableModel;

    void setRows(RowsData data);
    [[nodiscard]] const RowsData& rows() const { return m_data; }
    /// All rows and the header, cells between tabs.
    [[nodiscard]] QString table() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    RowsData m_data;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "core/triage/Verdict.h"
#include "widgets/theme/Format.h"

namespace headwater {

/// The stages of a verdict as rows, in dependency order.
class StageTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Baseline, Current, Delta, Ratio, Steps, Share, PValue, State, ColumnCount };
    enum Role {
        MarkRole = Qt::UserRole + 1,  ///< QFlags of Mark as int
        ToneRole,                     ///< −1 faster, 0 none, +1 slower
        NumberRole,                   ///< true: digits line up
    };
    enum Mark { NoMark = 0, First = 1, Slowest = 2, Possible = 4 };

    using QAbstractTableModel::QAbstractTableModel;

    void setVerdict(VerdictPtr verdict);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] QString text(const StageVerdict& stage, int column) const;
    [[nodiscard]] QString regressedIn(const RegressedIn& in) const;
    [[nodiscard]] QString toolTip(const StageVerdict& stage, int column) const;
    [[nodiscard]] int marks(int row) const;
    [[nodiscard]] QString headerToolTip(int section) const;

    VerdictPtr m_verdict;
    format::Unit m_unit;
};

}  // namespace headwater

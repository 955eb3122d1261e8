// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// Files of both runs, used or not: what each one is and what is in it.
class SourcesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { SideName, File, Format, Size, Events, Ranks, Steps, Note, ColumnCount };
    enum Role { SideRole = Qt::UserRole + 100 };  ///< clear of the roles that NumberDelegate asks for

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(RunPtr baseline, RunPtr current);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        Side side;
        const SourceFile* file;  ///< owned by the run below
    };
    [[nodiscard]] QString text(const Row& row, int column) const;

    RunPtr m_baseline, m_current;
    std::vector<Row> m_rows;
};

/// Everything that was odd while reading and analysing, worst first.
class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Level, SideName, Message, Where, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setAnalyses(const PairAnalysis& pair);
    [[nodiscard]] int count(Severity severity) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        Side side;
        Problem problem;
    };
    void add(Side side, const RunAnalysisPtr& analysis);

    std::vector<Row> m_rows;
};

[[nodiscard]] QString fileName(const std::string& path);

}  // namespace headwater

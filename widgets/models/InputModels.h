// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/RunAnalysis.h"
#include "core/run/FileOverride.h"

namespace headwater {

/// Files of both runs, used or not: what each one is and what is in it.
class SourcesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { SideName, File, Note, Format, Ranks, Steps, Events, Size, ColumnCount };
    enum Role { SideRole = Qt::UserRole + 100 };  ///< clear of the roles that NumberDelegate asks for

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(RunPtr baseline, RunPtr current);
    /// What the user says about the files; shown beside what they say themselves.
    void setOverrides(FileOverrides overrides);
    [[nodiscard]] const SourceFile& fileAt(int row) const { return *m_rows[static_cast<std::size_t>(row)].file; }
    [[nodiscard]] Side sideAt(int row) const { return m_rows[static_cast<std::size_t>(row)].side; }
    [[nodiscard]] int rowOf(const std::string& path) const;  ///< −1: not listed

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
    [[nodiscard]] QString note(const SourceFile& file) const;

    FileOverrides m_overrides;
    RunPtr m_baseline, m_current;
    std::vector<Row> m_rows;
};

/// Everything that was odd while reading and analysing, worst first.
class ProblemsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Level, SideName, Message, Where, Advice, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setAnalyses(const PairAnalysis& pair);
    [[nodiscard]] int count(Severity severity) const;
    [[nodiscard]] const Problem& problemAt(int row) const { return m_rows[static_cast<std::size_t>(row)].problem; }

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

/// "rank 3, times in ns, ignored"; empty where nothing is said.
[[nodiscard]] QString describeOverride(const FileOverride& said);

[[nodiscard]] QString fileName(const std::string& path);

}  // namespace headwater

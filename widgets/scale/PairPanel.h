// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/scale/PairViews.h"

class QLabel;

namespace headwater {

class ArrowCombo;
class HeatMap;
class RowsTable;

/// Pairs of nodes against each other, one matrix at a time: what it shows in one sentence, the matrix, and the outliers
/// as a table.
class PairPanel : public QWidget {
    Q_OBJECT
public:
    explicit PairPanel(QWidget* parent = nullptr);

    void setMatrices(std::vector<scale::PairMatrix> matrices, const Cluster& cluster, const NodeRanks& ranks);
    void setSelected(const std::vector<int>& nodes);  ///< sorted
    [[nodiscard]] HeatMap* map() const { return m_map; }
    [[nodiscard]] RowsTable* outliers() const { return m_table; }
    [[nodiscard]] QString conclusion() const;

signals:
    void nodesChosen(const std::vector<int>& nodes);  ///< by the user; sorted

private:
    void showMatrix();
    void chooseOutlier(int row);

    std::vector<scale::PairMatrix> m_matrices;
    Cluster m_cluster;
    NodeRanks m_ranks;
    ArrowCombo* m_which = nullptr;
    HeatMap* m_map = nullptr;
    RowsTable* m_table = nullptr;
    QLabel* m_conclusion = nullptr;
};

}  // namespace headwater

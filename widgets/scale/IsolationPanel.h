// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "widgets/scale/IsolationViews.h"

class QPushButton;
class QVBoxLayout;

namespace headwater {

class RowsTable;

/// The tests that tell suspects apart at any size: as steps with what each showed, then their results in detail.
class IsolationPanel : public QWidget {
    Q_OBJECT
public:
    explicit IsolationPanel(QWidget* parent = nullptr);

    void setPlan(const scale::ScalePlan& plan, const NodeRanks& ranks);
    void showView(const ViewRef& view);
    [[nodiscard]] RowsTable* steps() const { return m_steps; }
    [[nodiscard]] RowsTable* readings() const { return m_readings; }
    [[nodiscard]] RowsTable* hunt() const { return m_hunt; }
    [[nodiscard]] QPushButton* removeButton() const { return m_remove; }
    [[nodiscard]] QPushButton* baselineButton() const { return m_baseline; }

signals:
    void nodesChosen(const std::vector<int>& nodes);  ///< by the user; sorted
    void removeWanted();
    void
    baselineWanted();  ///< files of when all was well                              ///< all results of isolation tests

private:
    using Nodes = std::vector<NodeSet>;
    [[nodiscard]] RowsTable* addTable(QVBoxLayout* column, const QString& name, Nodes IsolationPanel::*nodes);

    RowsTable* m_steps = nullptr;
    RowsTable* m_readings = nullptr;
    RowsTable* m_hunt = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_baseline = nullptr;
    Nodes m_stepNodes, m_readingNodes, m_huntNodes;
};

}  // namespace headwater

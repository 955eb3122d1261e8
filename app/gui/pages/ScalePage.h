// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "app/gui/JobRunner.h"
#include "app/gui/ScaleFile.h"
#include "app/gui/pages/ChartCard.h"
#include "app/gui/pages/Page.h"
#include "app/gui/pages/PageColumn.h"
#include "widgets/scale/ScaleViews.h"

class QAction;
class QPushButton;

namespace headwater {

class IsolationPanel;
class PairPanel;
class ResultEntry;
class RowsTable;
class ScaleBoard;
class ScaleSizes;
class ScaleStart;
class TopologyMap;

/// A fault that shows only at scale: where the nodes hang, what was tried, what to try next and what that would prove.
/// The plan is made in the background.
class ScalePage : public Page {
    Q_OBJECT
public:
    ScalePage(JobRunner& jobs, ScaleBoard& board, QAction* undo, QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    [[nodiscard]] ViewRef marked() const override;
    [[nodiscard]] bool busy() const override { return m_planning; }

    /// A topology and results, told apart by content.
    void readFiles(const QStringList& files);
    /// Outputs of nccl-tests from when all was well, for the results that are there.
    void readBaselines(const QStringList& files);

    [[nodiscard]] ScaleStart* startCard() const { return m_start; }
    [[nodiscard]] ScaleSizes* sizes() const { return m_sizes; }
    [[nodiscard]] TopologyMap* map() const { return m_map; }
    [[nodiscard]] ResultEntry* entry() const { return m_entry; }
    [[nodiscard]] RowsTable* experiments() const { return m_done; }
    [[nodiscard]] RowsTable* nextTable() const { return m_next; }
    [[nodiscard]] RowsTable* outcomes() const { return m_outcomes; }
    [[nodiscard]] PairPanel* pairs() const { return m_pairs; }
    [[nodiscard]] IsolationPanel* isolation() const { return m_isolation; }
    [[nodiscard]] QPushButton* simulateButton() const { return m_simulate; }
    [[nodiscard]] QPushButton* copyButton() const { return m_copy; }
    [[nodiscard]] QPushButton* removeButton() const { return m_remove; }
    [[nodiscard]] QPushButton* stopButton() const { return m_stop; }
    [[nodiscard]] QPushButton* nodesButton() const { return m_nodes; }
    [[nodiscard]] QPushButton* clearButton() const { return m_clear; }
    /// To where there are no runs; shown by who shows the page alone.
    [[nodiscard]] QPushButton* backButton() const { return m_back; }
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString trouble() const;
    [[nodiscard]] const PlannedCase* planned() const { return m_planned.get(); }

signals:
    void fileWanted();      ///< a topology, results, or several of them
    void baselineWanted();  ///< outputs of nccl-tests from when all was well

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    using Make = std::function<Result<PlannedCase>(const Job&)>;

    [[nodiscard]] QWidget* makeWork(QAction* undo, QWidget* parent);
    [[nodiscard]] QWidget* makeBusy(QWidget* parent);
    [[nodiscard]] QWidget* makeTools(QAction* undo, QWidget* parent);
    void addNext(QVBoxLayout* column);
    void addDone(QVBoxLayout* column);
    void connectParts();
    /// Plans in the background; where there is a plan, the case becomes what it was made of. `what` for "Undo …".
    void propose(const Make& make, const QString& what);
    void proposeCase(const ScaleCase& next, const QString& what);
    void follow();  ///< the board says something else
    void stop();
    void setBusy(bool busy);
    void showProgress(double fraction, const QString& activity);
    void askMeasured(std::size_t group);
    void askNodes();
    void take(std::shared_ptr<const PlannedCase> planned);
    void showPlan();
    void say(const QString& trouble);
    void choose(const std::vector<int>& nodes);
    void chooseGroup(const RowsTable* table, int row);
    void mark();

    JobRunner& m_jobs;
    ScaleBoard& m_board;
    JobRunner::Id m_job = 0;
    JobRunner::Id m_measureJob = 0;
    bool m_planning = false;
    std::shared_ptr<const PlannedCase> m_planned;
    RunPtr m_run;
    NodeRanks m_ranks;
    ViewRef m_view;
    std::vector<int> m_chosen;  ///< nodes, sorted
    ScaleStart* m_start = nullptr;
    QWidget* m_work = nullptr;
    PageBanner m_banner;
    QLabel* m_trouble = nullptr;
    QWidget* m_busy = nullptr;
    QLabel* m_progress = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_nodes = nullptr;
    QLabel* m_ranksNote = nullptr;
    ScaleSizes* m_sizes = nullptr;
    TopologyMap* m_map = nullptr;
    PageSection m_nextHead, m_outcomeHead, m_doneHead, m_pairHead, m_isolationHead;
    RowsTable* m_next = nullptr;
    RowsTable* m_outcomes = nullptr;
    RowsTable* m_done = nullptr;
    IsolationPanel* m_isolation = nullptr;
    ResultEntry* m_entry = nullptr;
    PairPanel* m_pairs = nullptr;
    QPushButton* m_copy = nullptr;
    QPushButton* m_simulate = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_back = nullptr;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "app/gui/JobRunner.h"
#include "app/gui/pages/Page.h"
#include "app/gui/pages/PageColumn.h"
#include "widgets/models/WhatIfTables.h"

class QProgressBar;
class QPushButton;

namespace headwater {

class FixPanel;
class RowsTable;
class TracesBar;

/// What fixing a stage or a rank could give, by replay. Computed in the background when the page is first seen.
class WhatIfPage : public Page {
    Q_OBJECT
public:
    /// `stages`: how stages are found, as parseStageSpec() reads it.
    WhatIfPage(JobRunner& jobs, std::function<QString()> stages, QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    [[nodiscard]] ViewRef marked() const override;

    [[nodiscard]] bool busy() const override { return m_running || m_asking; }

    [[nodiscard]] FixPanel* fixPanel() const { return m_fix; }
    [[nodiscard]] RowsTable* stageTable() const { return m_stages; }
    [[nodiscard]] RowsTable* rankTable() const { return m_ranks; }
    [[nodiscard]] RowsTable* slowdownTable() const { return m_slowdown; }
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] TracesBar* tracesBar() const { return m_traces; }
    [[nodiscard]] QString note() const;
    [[nodiscard]] const WhatIfAnswer* answer() const { return m_answer.get(); }

private:
    void ask(const ViewRef& wish) { emit viewWanted(wish); }
    void addTables(QVBoxLayout* column);
    void start();
    void stop();
    void showBusy(bool busy);
    void finish(Result<WhatIfAnswer> answer);
    void showAnswer();
    void askFix();
    void showParts(bool shown);

    JobRunner& m_jobs;
    std::function<QString()> m_stageSpec;
    JobRunner::Id m_job = 0, m_fixJob = 0;
    bool m_running = false;
    bool m_asking = false;  ///< what a fix would give
    PairAnalysis m_pair;
    QString m_spec;  ///< with which the answer was made
    std::shared_ptr<const WhatIfAnswer> m_answer;
    PageHead m_head;
    PageSection m_refusal, m_fixHead, m_slowdownHead, m_stageHead, m_rankHead, m_typeHead;
    TracesBar* m_traces = nullptr;
    QWidget* m_busy = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_cancel = nullptr;
    QPushButton* m_start = nullptr;
    FixPanel* m_fix = nullptr;
    RowsTable* m_slowdown = nullptr;
    RowsTable* m_stages = nullptr;
    RowsTable* m_ranks = nullptr;
    RowsTable* m_types = nullptr;
};

}  // namespace headwater

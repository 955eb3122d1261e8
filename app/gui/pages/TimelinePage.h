// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/gui/JobRunner.h"
#include "app/gui/pages/Page.h"
#include "widgets/timeline/TimelineState.h"

class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace headwater {

class GapInspector;
class SegmentBar;
class TimelineView;
class TracesBar;

/// What devices and threads of both runs did when, and what the time without compute was spent on.
class TimelinePage : public Page {
    Q_OBJECT
public:
    explicit TimelinePage(QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    [[nodiscard]] ViewRef marked() const override;
    [[nodiscard]] bool busy() const override { return m_jobs.running(); }
    [[nodiscard]] QWidget* keyTarget() const override;

    /// Without it the first regressed stage is not marked: somebody is to find it out.
    void setFlagShown(bool shown);

    [[nodiscard]] TimelineView* view() const { return m_view; }
    [[nodiscard]] GapInspector* inspector() const { return m_inspector; }
    [[nodiscard]] TracesBar* tracesBar() const { return m_traces; }
    [[nodiscard]] QLineEdit* searchLine() const { return m_search; }
    [[nodiscard]] QString notice() const;  ///< what stands there instead of a timeline; empty where one does

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHead();
    [[nodiscard]] QWidget* makeSearch(QWidget* parent);
    [[nodiscard]] QWidget* makeBody();
    void ready(Result<TimelineDataPtr> made);
    void say(const QString& text);
    void picked(const std::optional<TimelinePick>& pick);
    void showHits();
    void markStage(const std::string& stage);
    void showRank(const ViewRef& view, Side side);

    JobRunner m_jobs;
    RunAnalysisPtr m_baseline, m_current;  ///< what is shown or being prepared
    std::string m_flagged;
    std::string m_stage;  ///< that is marked, or being looked for
    PairAnalysis m_pair;
    VerdictPtr m_verdict;
    bool m_flagShown = true;
    TimelineDataPtr m_data;
    std::optional<ViewRef> m_wanted;  ///< to be shown once the data is there
    ViewRef m_place;                  ///< what was last gone to, or was picked here and is in sight already

    TracesBar* m_traces = nullptr;
    QStackedWidget* m_stack = nullptr;
    QLabel* m_notice = nullptr;
    QSplitter* m_splitter = nullptr;
    SegmentBar* m_mode = nullptr;
    TimelineView* m_view = nullptr;
    GapInspector* m_inspector = nullptr;
    QLineEdit* m_search = nullptr;
    QToolButton* m_previous = nullptr;
    QToolButton* m_next = nullptr;
    QLabel* m_hits = nullptr;
    QLabel* m_hover = nullptr;
    QLabel* m_slices = nullptr;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/pages/Page.h"
#include "app/gui/pages/PageColumn.h"
#include "core/triage/Notes.h"

class QBoxLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace headwater {

class DifferencesCard;
class RowsTable;
class SegmentBar;
class StageBarChart;
class StageDetailPanel;
class StagePanel;
class VerdictBanner;
class WaterfallChart;

/// The answer, where the step's time went, and the selected stage in detail.
class OverviewPage : public Page {
    Q_OBJECT
public:
    explicit OverviewPage(QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    /// What the user dismissed is marked where the banner names it.
    void setNotes(const Notes& notes);
    [[nodiscard]] ViewRef marked() const override;

    [[nodiscard]] StageBarChart* chart() const { return m_chart; }
    [[nodiscard]] StagePanel* table() const { return m_table; }
    [[nodiscard]] StageDetailPanel* detail() const { return m_detail; }
    [[nodiscard]] VerdictBanner* banner() const { return m_banner; }
    [[nodiscard]] WaterfallChart* waterfall() const { return m_waterfall; }
    [[nodiscard]] DifferencesCard* differences() const { return m_differences; }
    /// What is inside the first regressed stage.
    [[nodiscard]] RowsTable* inside() const { return m_inside; }

signals:
    void measureChosen(headwater::Measure measure);
    void acknowledgeRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void chooseStep(std::int64_t step);
    [[nodiscard]] QWidget* makeChartHead();
    [[nodiscard]] QBoxLayout* makeMore(QWidget* inside);
    void chooseStage(int position);
    void showDetail();
    void revealInside();
    void showBanner();

    PairAnalysis m_pair;
    VerdictPtr m_verdict;
    Notes m_notes;
    int m_selected = -1;
    VerdictBanner* m_banner = nullptr;
    QBoxLayout* m_lower = nullptr;
    QLabel* m_chartTitle = nullptr;
    QToolButton* m_split = nullptr;
    SegmentBar* m_measure = nullptr;
    StageBarChart* m_chart = nullptr;
    QLabel* m_partsNote = nullptr;
    StagePanel* m_table = nullptr;
    StageDetailPanel* m_detail = nullptr;
    QBoxLayout* m_more = nullptr;
    WaterfallChart* m_waterfall = nullptr;
    DifferencesCard* m_differences = nullptr;
    PageSection m_insideHead;
    RowsTable* m_inside = nullptr;
    QScrollArea* m_area = nullptr;
    bool m_insideMarked = false;  ///< what is selected was found there
    bool m_insideWanted = false;  ///< and is to be scrolled to
};

}  // namespace headwater

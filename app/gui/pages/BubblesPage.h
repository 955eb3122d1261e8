// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "app/gui/JobRunner.h"
#include "app/gui/pages/ChartCard.h"
#include "app/gui/pages/Page.h"
#include "widgets/models/BubbleViews.h"

class QBoxLayout;
class QLabel;
class QTableView;

namespace headwater {

class BubbleChart;
class CauseBars;
class CauseTableModel;
class SegmentBar;
class TracesBar;

/// Why did the device not compute? Single gaps as bubbles, their sums step by step, and the causes of both runs.
class BubblesPage : public Page {
    Q_OBJECT
public:
    explicit BubblesPage(QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    [[nodiscard]] ViewRef marked() const override;

    [[nodiscard]] BubbleChart* chart() const { return m_chart; }
    [[nodiscard]] CauseBars* bars() const { return m_bars; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] TracesBar* tracesBar() const { return m_traces; }
    [[nodiscard]] QString headline() const;
    /// The gaps are being listed, off the GUI thread.
    [[nodiscard]] bool busy() const override { return m_jobs.running(); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildChart();
    [[nodiscard]] QWidget* makeBars();
    [[nodiscard]] QWidget* makeTable();
    void fillBanner(const Verdict& verdict);
    void fillTable();
    void listGapsOf(std::size_t side);
    void gapsListed(std::size_t side, Result<std::vector<GapList>> gaps);
    void openGap(int bubble);
    [[nodiscard]] const Gap* gapOf(const BubbleChartData::Bubble& bubble) const;

    JobRunner m_jobs;
    PairAnalysis m_pair;
    std::array<OwnTimesPtr, 2> m_own;  ///< of the steps that the bars show
    GapPair m_gaps;
    int m_pending = 0;
    ViewRef m_view;
    PageBanner m_banner;
    TracesBar* m_traces = nullptr;
    QBoxLayout* m_lower = nullptr;
    QLabel* m_note = nullptr;
    BubbleChart* m_chart = nullptr;
    SegmentBar* m_scale = nullptr;
    CauseBars* m_bars = nullptr;
    CauseTableModel* m_model = nullptr;
    QTableView* m_table = nullptr;
};

}  // namespace headwater

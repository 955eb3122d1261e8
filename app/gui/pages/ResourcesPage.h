// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/gui/JobRunner.h"
#include "app/gui/pages/Page.h"
#include "app/gui/pages/PageColumn.h"
#include "widgets/models/TelemetryCharts.h"

class QComboBox;
class QGridLayout;
class QToolButton;

namespace headwater {

class HeatMap;
class LineChart;
class RowsTable;
class SegmentBar;
class ThresholdTable;

/// Layer 2: devices and hosts. A small chart a metric, rank × time of one of them, every check, what happened when, and
/// the thresholds, which can be changed in place.
class ResourcesPage : public Page {
    Q_OBJECT
public:
    explicit ResourcesPage(JobRunner& jobs, QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    [[nodiscard]] ViewRef marked() const override;
    [[nodiscard]] bool busy() const override { return m_busy; }

    [[nodiscard]] const std::vector<LineChart*>& charts() const { return m_charts; }
    [[nodiscard]] HeatMap* heatMap() const { return m_heat; }
    [[nodiscard]] RowsTable* findings() const { return m_findings; }
    [[nodiscard]] RowsTable* checks() const { return m_checks; }
    [[nodiscard]] RowsTable* events() const { return m_events; }
    [[nodiscard]] ThresholdTable* thresholds() const { return m_thresholds; }

signals:
    void thresholdsChosen(const headwater::ResourcePolicy& policy, const QString& what);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void ask(const ViewRef& wish) { emit viewWanted(wish); }
    void addCharts(QVBoxLayout* column);
    void addHeatMap(QVBoxLayout* column);
    void addTables(QVBoxLayout* column);
    void draw(const PairAnalysis& pair, const VerdictPtr& verdict);
    void showWaiting();
    void showCharts();
    void arrange();
    void showHeat();
    void chooseAt(const LineChartData& chart, int rank, std::optional<double> x);

    JobRunner& m_jobs;
    JobRunner::Id m_job = 0;
    bool m_busy = false;
    RunAnalysisPtr m_drawn;           ///< the run whose charts are there, or under way
    ResourceReportPtr m_drawnReport;  ///< likewise, for the events
    TelemetryCharts m_telemetry;
    ViewRef m_view;  ///< selected
    PageHead m_head;
    PageSection m_findingsHead, m_chartHead, m_heatHead, m_checkHead, m_eventHead, m_thresholdHead;
    RowsTable* m_findings = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<LineChart*> m_charts;
    QToolButton* m_all = nullptr;  ///< more charts than the first
    QWidget* m_heatBox = nullptr;
    QComboBox* m_metric = nullptr;
    SegmentBar* m_side = nullptr;
    HeatMap* m_heat = nullptr;
    RowsTable* m_checks = nullptr;
    RowsTable* m_events = nullptr;
    ThresholdTable* m_thresholds = nullptr;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/pages/ChartCard.h"
#include "app/gui/pages/Page.h"
#include "widgets/models/RankTreeModel.h"

class QComboBox;
class QGridLayout;
class QToolButton;
class QTreeView;

namespace headwater {

class HeatMap;
class Histogram;
class Scatter;
class SegmentBar;

/// Are the ranks uneven? Own times of both runs as a histogram, rank by step, against waiting, and as a table.
class StragglersPage : public Page {
    Q_OBJECT
public:
    explicit StragglersPage(QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    [[nodiscard]] ViewRef marked() const override;

    [[nodiscard]] Histogram* histogram() const { return m_histogram; }
    [[nodiscard]] Scatter* scatter() const { return m_scatter; }
    [[nodiscard]] HeatMap* heatMap() const { return m_map; }
    [[nodiscard]] QTreeView* table() const { return m_table; }
    [[nodiscard]] QString headline() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QWidget* makeHistogram();
    [[nodiscard]] QWidget* makeScatter();
    [[nodiscard]] QWidget* makeMap();
    [[nodiscard]] QWidget* makeTable();
    void connectCharts();
    void arrange();
    void fillBanner(const Layer& layer);
    void fillRoles();
    void fillDistribution();
    void fillMap();
    void fillTable();
    void fitTable();
    void showRanks();
    void showSteps();
    void choose(const std::vector<int>& ranks);
    void openStep(int row, int column);
    [[nodiscard]] Side shownSide() const;

    OwnTimesPair m_own;
    ViewRef m_view;
    OwnTime m_which = OwnTime::Local;
    bool m_following = false;  ///< the table's selection is being set from outside
    PageBanner m_banner;
    QGridLayout* m_grid = nullptr;
    std::vector<QWidget*> m_cards;
    SegmentBar* m_timeBar = nullptr;
    QToolButton* m_fromZero = nullptr;
    QComboBox* m_role = nullptr;
    std::vector<std::string> m_roles;
    Histogram* m_histogram = nullptr;
    Scatter* m_scatter = nullptr;
    SegmentBar* m_sideBar = nullptr;
    HeatMap* m_map = nullptr;
    SegmentBar* m_byBar = nullptr;
    RankTreeModel* m_model = nullptr;
    QTreeView* m_table = nullptr;
    int m_tableWidth = 0;  ///< of all its columns
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/ViewRef.h"
#include "widgets/charts/Chart.h"
#include "widgets/charts/LineChartLayout.h"

namespace headwater {

/// Lines of both runs. Hover or ← → shows a value, ↑ ↓ go from line to line, a click or Enter chooses what is there.
class LineChart : public Chart {
    Q_OBJECT
public:
    explicit LineChart(QWidget* parent = nullptr);

    void setData(LineChartData data);
    /// Ranks whose lines stand out; sorted.
    void setSelected(const std::vector<int>& ids);
    /// Marks them where the axis counts steps.
    void setSelectedSteps(std::optional<StepRange> steps);
    [[nodiscard]] const std::vector<int>& selected() const { return m_selected; }
    [[nodiscard]] std::optional<StepRange> selectedSteps() const { return m_data.steps ? m_steps : std::nullopt; }
    [[nodiscard]] const LineChartData& data() const { return m_data; }
    [[nodiscard]] const LineChartLayout& chartLayout() const;
    /// What a tool tip and a screen reader say of it; empty for nothing.
    [[nodiscard]] QString describe(const LineHit& hit) const;
    [[nodiscard]] const LineHit& cursor() const { return m_cursor; }

    void paint(QPainter& painter, const QRectF& area) const override;
    [[nodiscard]] QString table() const override;
    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_line; }
    void chooseRow(int row) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pointChosen(int series, double x);  ///< also a value that is no number
    void markChosen(int mark);

protected:
    [[nodiscard]] QString tipAt(QPointF point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] double reach() const;
    void setCursorHit(const LineHit& hit);
    void moveCursor(int key);
    void choose(const LineHit& hit);

    LineChartData m_data;
    std::vector<int> m_selected;
    std::optional<StepRange> m_steps;
    int m_line = -1;  ///< the line that keys move along
    LineHit m_cursor;
    mutable LineChartLayout m_layout;  ///< of m_layoutArea; thinning thousands of points takes time
    mutable QRectF m_layoutArea;
};

}  // namespace headwater

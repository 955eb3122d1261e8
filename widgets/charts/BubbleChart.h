// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "widgets/charts/BubbleLayout.h"
#include "widgets/charts/Chart.h"

namespace headwater {

/// Time × rank: each time without compute a bubble, its area its duration, its colour, pattern and label its cause. A
/// click or Enter asks for it in the timeline. ← → go from bubble to bubble of a lane, ↑ ↓ to another lane; the wheel
/// scrolls the lanes, with Ctrl it zooms the time, with Shift it moves it, as a drag does; + − 0 zoom.
class BubbleChart : public Chart {
    Q_OBJECT
public:
    explicit BubbleChart(QWidget* parent = nullptr);

    void setData(BubbleChartData data);
    /// The whole split of a bubble in words, for tool tips and readers.
    void setDescriber(std::function<QString(const BubbleChartData::Bubble&)> describe)
    {
        m_describe = std::move(describe);
    }
    void setSelected(const std::vector<int>& ranks);  ///< sorted
    [[nodiscard]] const std::vector<int>& selected() const { return m_selected; }
    void setView(const BubbleView& view);
    [[nodiscard]] const BubbleChartData& data() const { return m_data; }
    [[nodiscard]] BubbleLayout chartLayout() const;
    [[nodiscard]] int cursor() const { return m_cursor; }

    void paint(QPainter& painter, const QRectF& area) const override;
    [[nodiscard]] QString table() const override;
    /// The longest bubbles that are shown, by lane and time.
    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override;
    void chooseRow(int row) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void bubbleActivated(int bubble);  ///< index into data().bubbles

protected:
    [[nodiscard]] QString tipAt(QPointF point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QString describe(const BubbleChartData::Bubble& bubble) const;
    [[nodiscard]] std::vector<int> rowBubbles() const;
    void moveTo(int bubble);
    [[nodiscard]] int neighbour(int lanes, int along) const;
    void zoom(double factor, double at);
    void paintLanes(QPainter& painter, const BubbleLayout& layout) const;
    void paintSpots(QPainter& painter, const BubbleLayout& layout) const;

    BubbleChartData m_data;
    std::function<QString(const BubbleChartData::Bubble&)> m_describe;
    std::vector<int> m_selected;
    BubbleView m_view;
    int m_cursor = -1;
    QPointF m_pressed;
    BubbleView m_pressedView;
    bool m_dragging = false;
};

}  // namespace headwater

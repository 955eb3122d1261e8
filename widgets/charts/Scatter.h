// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/charts/Chart.h"
#include "widgets/charts/ScatterLayout.h"

namespace headwater {

/// Two durations of each rank against each other, both runs. A click takes a rank, a drag those inside the frame; ← →
/// Home End move from rank to rank by the horizontal value, Escape takes none.
class Scatter : public Chart {
    Q_OBJECT
public:
    explicit Scatter(QWidget* parent = nullptr);

    void setData(ScatterData data);
    void setSelected(const std::vector<int>& ids);  ///< sorted
    [[nodiscard]] const ScatterData& data() const { return m_data; }
    [[nodiscard]] ScatterLayout chartLayout() const;

    void paint(QPainter& painter, const QRectF& area) const override;
    [[nodiscard]] QString table() const override;
    /// The current run's ranks, the baseline's where there are none; of very many those around the cursor.
    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override;
    void chooseRow(int row) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void idsSelected(const std::vector<int>& ids);  ///< by the user; sorted

protected:
    [[nodiscard]] QString tipAt(QPointF point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] std::size_t keySide() const { return m_data.sides[1].empty() ? 0 : 1; }
    [[nodiscard]] std::size_t firstAccessible() const;
    [[nodiscard]] QString describe(std::size_t side, std::size_t item) const;
    void take(std::vector<int> ids);
    void paintPoints(QPainter& painter, const ScatterLayout& layout, std::size_t side) const;
    void paintAxes(QPainter& painter, const ScatterLayout& layout) const;

    ScatterData m_data;
    std::vector<int> m_selected;
    int m_cursor = -1;  ///< item of keySide()
    QPointF m_pressed;
    QRectF m_frame;  ///< while dragging
};

}  // namespace headwater

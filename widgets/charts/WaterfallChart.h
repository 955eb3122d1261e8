// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/charts/WaterfallLayout.h"

namespace headwater {

/// From the baseline's step to the current run's, one bar a stage. A click, ↑ ↓ or Enter selects a stage.
class WaterfallChart : public Chart {
    Q_OBJECT
public:
    explicit WaterfallChart(QWidget* parent = nullptr);

    void setData(WaterfallData data);
    void setSelected(int stage);  ///< position among the verdict's stages; −1: none
    [[nodiscard]] const WaterfallData& data() const { return m_data; }
    [[nodiscard]] WaterfallLayout chartLayout() const;
    [[nodiscard]] QString describe(int row) const;

    void paint(QPainter& painter, const QRectF& area) const override;
    [[nodiscard]] QString table() const override;
    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_row; }
    void chooseRow(int row) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stageSelected(int stage);  ///< by the user

protected:
    [[nodiscard]] QString tipAt(QPointF point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paintRow(QPainter& painter, const WaterfallLayout& layout, std::size_t row) const;

    WaterfallData m_data;
    int m_row = -1;
};

}  // namespace headwater

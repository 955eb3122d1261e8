// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QWidget>

#include "widgets/charts/AccessibleRows.h"
#include "widgets/charts/Axis.h"
#include "widgets/models/StageSeries.h"

namespace headwater {

struct DistributionLayout {
    QRectF plot;
    std::array<QRectF, 2> lane;  ///< by Side
    Axis axis;

    [[nodiscard]] double x(double ns) const { return plot.left() + plot.width() * axis.fraction(ns); }
};

/// Every counted step of one stage as a jittered strip per run, on one axis from zero, with the median and the interval
/// that holds it. Many steps become bins of the same width in both runs.
/// ↑ ↓ move from one run to the other.
class DistributionStrip : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit DistributionStrip(QWidget* parent = nullptr);

    void setData(StageDetail detail);
    [[nodiscard]] DistributionLayout chartLayout() const;

    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_current; }
    void chooseRow(int row) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paint(QPainter& painter, bool live) const;
    void paintLane(QPainter& painter, const DistributionLayout& layout, Side side) const;
    void paintCentre(QPainter& painter, const DistributionLayout& layout, Side side) const;
    void paintAxis(QPainter& painter, const DistributionLayout& layout) const;

    StageDetail m_detail;
    std::array<std::vector<double>, 2> m_values;
    int m_current = 0;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QFontMetricsF>
#include <QWidget>

#include "core/triage/ViewRef.h"
#include "widgets/charts/Axis.h"
#include "widgets/models/StageSeries.h"

namespace headwater {

/// Where the points of a step series lie.
struct StepSeriesLayout {
    QRectF plot;
    Axis axis;
    int count = 0;  ///< steps on the x axis: those of the longer run

    [[nodiscard]] double x(int position) const;
    [[nodiscard]] double y(double ns) const { return plot.bottom() - plot.height() * axis.fraction(ns); }
};

/// One stage's steps over time in both runs, aligned by position. Steps left out as warm-up are greyed, not hidden;
/// where there are more steps than pixels, each pixel shows its smallest and largest value.
class StepSeriesChart : public QWidget {
    Q_OBJECT
public:
    explicit StepSeriesChart(QWidget* parent = nullptr);

    void setData(StageDetail detail);
    void setCursorStep(int position);  ///< −1: none
    [[nodiscard]] int cursorStep() const { return m_cursor; }
    void setSelected(std::optional<StepRange> steps);
    [[nodiscard]] std::optional<StepRange> selected() const { return m_selected; }
    /// Number of the step at a position, of the current run where it has one.
    [[nodiscard]] std::optional<std::int64_t> stepAt(int position) const;
    [[nodiscard]] StepSeriesLayout chartLayout() const;
    [[nodiscard]] QString describeStep(int position) const;
    [[nodiscard]] QString table() const;  ///< of tableText: every step of both runs

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stepSelected(std::int64_t step);  ///< by click, or Enter on the cursor: its number

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paint(QPainter& painter) const;
    [[nodiscard]] int positionAt(QPointF point) const;
    void paintSide(QPainter& painter, const StepSeriesLayout& layout, Side side) const;
    void paintDense(QPainter& painter, const StepSeriesLayout& layout, Side side) const;
    void paintWarmup(QPainter& painter, const StepSeriesLayout& layout) const;
    void paintSelected(QPainter& painter, const StepSeriesLayout& layout) const;
    void paintCursor(QPainter& painter, const StepSeriesLayout& layout) const;
    void paintStepAxis(QPainter& painter, const StepSeriesLayout& layout) const;

    StageDetail m_detail;
    int m_cursor = -1;
    std::optional<StepRange> m_selected;
};

}  // namespace headwater

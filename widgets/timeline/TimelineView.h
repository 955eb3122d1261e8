// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QImage>
#include <QTimer>
#include <QWidget>

#include "widgets/charts/AccessibleRows.h"
#include "widgets/timeline/TimelineLayout.h"
#include "widgets/timeline/TimelineSearch.h"

class QScrollBar;

namespace headwater {

/// Both runs in time, a row a rank. Drag or A D pans, Ctrl+wheel or W S zooms at the mouse, the wheel scrolls, F frames
/// what is selected, ↑ ↓ go from row to row and ← → from slice to slice, Enter opens a rank, / searches.
class TimelineView : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setData(TimelineDataPtr data);
    void setMode(TimelineMode mode);
    /// Puts this step of every rank at zero where the view aligns by step.
    void setAnchor(std::int64_t step);
    /// Ranks and steps that are selected everywhere: marked, not moved to.
    void setMarked(const std::vector<int>& ranks, std::optional<StepRange> steps);
    /// The stage that is selected everywhere, and where it lies: a bar over it on every rank.
    void setStage(const QString& name, std::shared_ptr<const StageTimes> times);
    /// Puts these steps of both runs under each other, from the start of the first one to the end of the last.
    void alignSteps(const StepRange& steps);
    /// Scrolls to the row of a rank.
    void showRank(Side side, std::size_t rank);
    void select(const std::optional<TimelinePick>& pick);
    /// Zooms to what is picked and brings its row into sight.
    void framePick(const TimelinePick& pick);
    void frameTime(Side side, std::size_t rank, Interval time);
    void showAll();
    void setExpanded(Side side, std::size_t rank, bool expanded);

    void search(const QString& text);
    void goToHit(bool forward);

    [[nodiscard]] const TimelineDataPtr& data() const { return m_data; }
    [[nodiscard]] const TimelineState& state() const { return m_state; }
    [[nodiscard]] const TimelineLayout& timelineLayout() const;
    [[nodiscard]] const TimelineSearch& hits() const { return m_search; }
    [[nodiscard]] bool searching() const { return m_searchLater.isActive(); }

    /// Draws the same picture anywhere, for export.
    void paint(QPainter& painter, const QSizeF& size) const;
    /// What the rows show, tab-separated.
    [[nodiscard]] QString table() const;

    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override;
    void chooseRow(int row) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void picked(const std::optional<headwater::TimelinePick>& pick);  ///< by the user
    void hoverChanged(const QString& text);
    void windowChanged();
    void searchWanted();
    void searchChanged();  ///< more hits, or another one is shown

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] TimelineLayout layOut(const QRectF& area, double ratio) const;
    [[nodiscard]] std::vector<TimelineRow> allRows() const;
    void placeScrollBar();
    void changed();
    void scrollTo(double scroll);
    void choose(const std::optional<TimelinePick>& pick);
    [[nodiscard]] QString tipAt(QPointF point) const;
    void searchMore();

    // TimelineMouse.cpp
    void hover(const std::optional<TimelinePick>& pick);
    void click(QPointF point);

    // TimelineKeys.cpp
    [[nodiscard]] bool moveWindow(int key);
    [[nodiscard]] bool moveSelection(int key);
    void moveRow(int by);
    void moveSlice(bool forward);
    void frameSelection();
    void bringIntoSight(const TimelinePick& pick);
    void bringRowIntoSight(std::size_t index);
    [[nodiscard]] double zoomFraction() const;

    TimelineDataPtr m_data;
    TimelineState m_state;
    mutable std::optional<TimelineLayout> m_layout;
    QImage m_buffer;
    std::size_t m_row = 0;  ///< that the keys are on, among all rows
    std::optional<QPointF> m_pressed;
    QPointF m_dragged;
    bool m_dragging = false;
    std::optional<QPointF> m_mouse;
    QScrollBar* m_scrollBar = nullptr;
    TimelineSearch m_search;
    QTimer m_searchLater;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "widgets/charts/Chart.h"
#include "widgets/charts/HeatMapLayout.h"

namespace headwater {

/// Rows × columns as colours. The wheel scrolls, with Ctrl it zooms where the pointer is, with Shift it scrolls
/// sideways; a drag moves. Arrows, Home, End, page keys move a cursor from cell to cell; + − 0 zoom; Enter asks for
/// more about it.
class HeatMap : public Chart {
    Q_OBJECT
public:
    explicit HeatMap(QWidget* parent = nullptr);

    void setData(HeatMapData data);
    void setSelected(const std::vector<int>& ids);  ///< of rows, sorted
    void setSelectedColumns(int first, int last);   ///< both included; −1: none
    [[nodiscard]] const std::vector<int>& selected() const { return m_selected; }
    [[nodiscard]] std::pair<int, int> selectedColumns() const { return m_columns; }
    void setView(const HeatMapView& view);
    void setCursorCell(int row, int column);
    [[nodiscard]] const HeatMapData& data() const { return m_data; }
    [[nodiscard]] HeatMapLayout chartLayout() const;
    [[nodiscard]] int cursorRow() const { return m_row; }
    [[nodiscard]] int cursorColumn() const { return m_column; }

    void paint(QPainter& painter, const QRectF& area) const override;
    /// The cells shown; of very many the first, with a line that says how many more there are.
    [[nodiscard]] QString table() const override;
    /// The rows shown, of very many those around the cursor.
    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override;
    void chooseRow(int row) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void cellChosen(int row, int column);     ///< by click or keys
    void cellActivated(int row, int column);  ///< by double click or Enter: show it in detail
    void rowChosen(int id);                   ///< by a click on its name

protected:
    [[nodiscard]] QString tipAt(QPointF point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Range {
        int first = 0, last = 0;  ///< last is past the end
    };
    [[nodiscard]] Range accessibleRange() const;
    [[nodiscard]] QString cellText(int row, int column) const;
    void moveTo(int row, int column);
    bool zoomKey(const QKeyEvent* event);

    HeatMapData m_data;
    HeatMapView m_view;
    std::vector<int> m_selected;
    std::pair<int, int> m_columns{-1, -1};
    int m_row = -1, m_column = -1;
    QPointF m_pressed;
    HeatMapView m_pressedView;
    bool m_dragging = false;
    // The pixels stay until the view, the size or the colours change: a moving cursor repaints lines only.
    mutable QImage m_image;
    mutable HeatMapView m_imageView;
    mutable bool m_imageDark = false;
};

}  // namespace headwater

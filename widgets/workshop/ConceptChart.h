// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "core/workshop/Concept.h"
#include "widgets/charts/AccessibleRows.h"

namespace headwater {

/// Where everything of a figure is, for painting and for the mouse alike.
struct ConceptLayout {
    QRectF plot;  ///< right of the labels
    double rowHeight = 0;
    double axisEnd = 1;  ///< in the figure's unit, at the right edge of the plot
    bool logarithmic = false;

    [[nodiscard]] double x(double value) const;
    [[nodiscard]] double value(double x) const;
    [[nodiscard]] QRectF bar(std::size_t row) const;
    [[nodiscard]] QRectF segment(std::size_t row, const workshop::ConceptSegment& segment) const;
};

/// A figure of an idea: bars that end where the reader drags them. ↑ ↓ choose a bar, ← → move its end by a step.
class ConceptChart : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit ConceptChart(QWidget* parent = nullptr);

    void setFigure(const workshop::Concept* idea, workshop::ConceptFigure figure);
    [[nodiscard]] ConceptLayout chartLayout() const;
    [[nodiscard]] QString table() const;

    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_current; }
    void chooseRow(int row) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void dragged(int row, double end);   ///< in the figure's unit
    void grabbed(int row);               ///< a drag begins
    void swept(int row, double way);     ///< since then, as a share of the plot (ConceptFigure::byWay)
    void nudged(int handle, int steps);  ///< by the keys

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    [[nodiscard]] QString unitText() const;
    void paint(QPainter& painter, bool live) const;
    void paintLegend(QPainter& painter, const ConceptLayout& layout) const;
    void paintRow(QPainter& painter, const ConceptLayout& layout, std::size_t row) const;
    /// The row whose end can be dragged at this place, or −1.
    [[nodiscard]] int grip(QPointF at) const;

    const workshop::Concept* m_idea = nullptr;
    workshop::ConceptFigure m_figure;
    int m_current = -1;
    int m_dragged = -1;
    double m_from = 0;     ///< of the mouse when the drag began
    double m_axisEnd = 1;  ///< of the figure; what is shown stays while a bar is dragged, or it would run away
};

}  // namespace headwater

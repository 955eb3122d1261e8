// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/charts/AccessibleRows.h"

class QPainter;

namespace headwater {

/// What painted charts of many items share: one function that paints into any area, so that the same picture goes to
/// the screen, an image and an SVG file; their content as a table; a tool tip for what lies under the pointer.
class Chart : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit Chart(QWidget* parent = nullptr);

    virtual void paint(QPainter& painter, const QRectF& area) const = 0;
    /// Rows of cells between tabs, the header first; see tableText().
    [[nodiscard]] virtual QString table() const = 0;

protected:
    /// What the picture shows at a point of the widget; empty: nothing.
    [[nodiscard]] virtual QString tipAt(QPointF point) const = 0;

    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

    /// A picture that leaves the window has no focus.
    [[nodiscard]] bool showsFocus() const { return hasFocus() && !m_exporting; }
    [[nodiscard]] QRectF area() const { return QRectF(rect()).adjusted(0, 0, -1, -1); }

private:
    bool m_exporting = false;
};

/// A message in the middle of an area where there is nothing to draw.
void paintEmpty(QPainter& painter, const QRectF& area, const QString& text, const QColor& colour);

}  // namespace headwater

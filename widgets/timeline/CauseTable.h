// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QStringList>
#include <QWidget>

#include "core/analysis/Bubbles.h"
#include "widgets/charts/AccessibleRows.h"

namespace headwater {

/// A line a cause with its mark and numbers, and above them the parts as one bar where there is one. ↑ ↓ move.
class CauseTable : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    struct Row {
        std::optional<BubbleCause> cause;  ///< nothing: the sum
        QString text;
        QStringList values;
        double part = 0;  ///< of the bar; ns
    };

    explicit CauseTable(QWidget* parent = nullptr);

    void setRows(const QStringList& titles, std::vector<Row> rows, bool bar);
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] QRectF rowBox(std::size_t row) const;
    /// Of the bar; empty where the row has no part.
    [[nodiscard]] QRectF partBox(std::size_t row) const;
    [[nodiscard]] QString table() const;

    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_current; }
    void chooseRow(int row) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] int rowAt(QPointF point) const;
    [[nodiscard]] double barHeight() const;
    [[nodiscard]] double headHeight() const;
    [[nodiscard]] double valueWidth() const;
    void paintRow(QPainter& painter, std::size_t row) const;

    QStringList m_titles;
    std::vector<Row> m_rows;
    bool m_bar = false;
    int m_current = -1;
};

}  // namespace headwater

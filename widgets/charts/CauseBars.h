// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/triage/ViewRef.h"
#include "widgets/charts/CauseBarsLayout.h"
#include "widgets/charts/Chart.h"

namespace headwater {

/// The time without compute of each step, stacked by cause: a row of bars a run, on one scale. A click, or ← → Home End
/// (↑ ↓ change the run), takes a step.
class CauseBars : public Chart {
    Q_OBJECT
public:
    explicit CauseBars(QWidget* parent = nullptr);

    void setData(CauseBarsData data);
    void setAsShare(bool asShare);
    /// Steps by number that are selected everywhere; of one run or of both.
    void setSelected(std::optional<Side> side, std::int64_t first, std::int64_t last);
    void clearSelected();
    [[nodiscard]] std::optional<StepRange> selected() const
    {
        return m_selected ? std::optional(StepRange{m_selected->first, m_selected->last}) : std::nullopt;
    }
    [[nodiscard]] const CauseBarsData& data() const { return m_data; }
    [[nodiscard]] CauseBarsLayout chartLayout() const;

    void paint(QPainter& painter, const QRectF& area) const override;
    [[nodiscard]] QString table() const override;
    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override;
    void chooseRow(int row) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stepsChosen(headwater::Side side, qint64 first, qint64 last);  ///< numbers; by the user

protected:
    [[nodiscard]] QString tipAt(QPointF point) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Selection {
        std::optional<Side> side;
        std::int64_t first = 0, last = 0;
    };
    [[nodiscard]] QString nameOf(const CauseBarsLayout::Bar& bar, std::size_t side) const;
    [[nodiscard]] QString describe(const CauseBarsLayout::Bar& bar, std::size_t side) const;
    void take(std::size_t side, std::size_t bar);
    void paintRow(QPainter& painter, const CauseBarsLayout& layout, std::size_t side) const;

    CauseBarsData m_data;
    bool m_asShare = false;
    std::optional<Selection> m_selected;
    std::size_t m_side = 1;
    int m_bar = -1;  ///< the cursor
};

}  // namespace headwater

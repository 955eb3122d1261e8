// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "widgets/charts/Chart.h"
#include "widgets/charts/HistogramLayout.h"

namespace headwater {

/// Both runs' ranks counted by a duration, in the same bins, with the cuts of rules. A click takes a bin's ranks, a
/// drag those of all bins under it; ← → Home End move from bin to bin, with Shift they take more, Escape takes none.
class Histogram : public Chart {
    Q_OBJECT
public:
    explicit Histogram(QWidget* parent = nullptr);

    void setData(HistogramData data);
    void setFromZero(bool fromZero);
    void setSelected(const std::vector<int>& ids);  ///< sorted
    [[nodiscard]] const HistogramData& data() const { return m_data; }
    [[nodiscard]] HistogramLayout chartLayout() const;

    void paint(QPainter& painter, const QRectF& area) const override;
    [[nodiscard]] QString table() const override;
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
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] std::vector<int> filledBins() const;
    [[nodiscard]] QString describe(const HistogramLayout::Bin& bin, const format::Unit& unit) const;
    void take(int anchor, int cursor);
    void paintBins(QPainter& painter, const HistogramLayout& layout) const;
    void paintLabels(QPainter& painter, const HistogramLayout& layout) const;
    void paintLines(QPainter& painter, const HistogramLayout& layout) const;
    [[nodiscard]] double selectedShare(const HistogramLayout::Bin& bin, std::size_t side) const;

    HistogramData m_data;
    bool m_fromZero = true;
    std::vector<int> m_selected;
    int m_anchor = -1;  ///< bin where the selection began
    int m_cursor = -1;  ///< bin where it ends
    int m_hovered = -1;
};

}  // namespace headwater

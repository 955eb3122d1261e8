// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "widgets/charts/Chart.h"
#include "widgets/scale/TopologyLayout.h"

namespace headwater {

/// Spines, leaf switches, nodes and their GPUs; what is suspected, cleared and in the next experiment, each by colour
/// and shape. A click takes a node or all nodes below a switch, with Ctrl one more; ← → Home End move from one to the
/// next, ↑ ↓ to the nearest row, with Shift they take more, Escape takes none. As high as its picture needs.
class TopologyMap : public Chart {
    Q_OBJECT
public:
    explicit TopologyMap(QWidget* parent = nullptr);

    void setData(TopologyData data);
    void setSelected(const std::vector<int>& nodes, const std::vector<int>& ranks);  ///< both sorted
    [[nodiscard]] const std::vector<int>& selectedNodes() const { return m_selected; }
    /// Those that are on a node of the map.
    [[nodiscard]] std::vector<int> selectedRanks() const;
    [[nodiscard]] const TopologyData& data() const { return m_data; }
    [[nodiscard]] TopologyLayout chartLayout() const;

    void paint(QPainter& painter, const QRectF& area) const override;
    [[nodiscard]] QString table() const override;
    /// The items drawn; of very many those around the cursor.
    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override;
    void chooseRow(int row) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void nodesChosen(const std::vector<int>& nodes);  ///< by the user; sorted

protected:
    [[nodiscard]] QString tipAt(QPointF point) const override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int cursorIn(const TopologyLayout& layout) const;  ///< −1: none
    [[nodiscard]] std::size_t firstAccessible(const TopologyLayout& layout) const;
    [[nodiscard]] QString nameOf(const TopologyLayout::Item& item) const;
    [[nodiscard]] QString describe(const TopologyLayout::Item& item) const;
    void take(int item, bool more);
    void fitHeight();

    TopologyData m_data;
    std::vector<int> m_selected;
    std::vector<int> m_ranks;
    std::optional<std::pair<TopologyLayout::Kind, int>> m_cursor;  ///< what the keys are on; the layout may change
};

}  // namespace headwater

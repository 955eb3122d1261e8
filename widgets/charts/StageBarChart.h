// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "widgets/charts/AccessibleRows.h"
#include "widgets/charts/StageBarLayout.h"

namespace headwater {

/// Both runs side by side, stage by stage in dependency order, from zero. Click, or ← → Home End, selects a stage.
class StageBarChart : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit StageBarChart(QWidget* parent = nullptr);

    void setData(StageBarData data);
    void setSplit(bool split);
    void setSelected(int position);
    [[nodiscard]] int selected() const { return m_selected; }
    [[nodiscard]] const StageBarData& data() const { return m_data; }
    [[nodiscard]] StageBarLayout chartLayout() const;
    [[nodiscard]] QString table() const;  ///< of tableText: nanoseconds of both runs

    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_selected; }
    void chooseRow(int row) override { choose(row); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stageSelected(int position);  ///< by the user

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paint(QPainter& painter, bool live) const;  ///< live: with focus and what the mouse is on
    void choose(int position);
    void describe();

    StageBarData m_data;
    bool m_split = true;
    int m_selected = -1;
    int m_hovered = -1;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QTableView>

#include "widgets/models/StageTableModel.h"

namespace headwater {

/// The stage table. Columns that matter less give way when the panel is narrow.
class StagePanel : public QTableView {
    Q_OBJECT
public:
    explicit StagePanel(QWidget* parent = nullptr);

    void setVerdict(const VerdictPtr& verdict);
    void setSelected(int position);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stageSelected(int position);  ///< by the user

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    using Column = StageTableModel::Column;
    using Widths = std::array<int, Column::ColumnCount>;
    [[nodiscard]] Widths columnWidths() const;  ///< what header and cells need
    void measureText();
    void fitColumns();

    StageTableModel* m_model = nullptr;
    int m_leastWidth = 0;      ///< what the columns that always show need
    bool m_following = false;  ///< the selection is being set from outside
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "widgets/models/ThresholdsModel.h"

namespace headwater {

/// The thresholds as a table, as tall as its rows; F2, Enter, a double click or typing edits a value.
class ThresholdTable : public QTableView {
    Q_OBJECT
public:
    explicit ThresholdTable(QWidget* parent = nullptr);

    [[nodiscard]] ThresholdsModel* thresholds() const { return m_model; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void fit();

    ThresholdsModel* m_model = nullptr;
    int m_height = 0;
};

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "core/triage/Verdict.h"
#include "widgets/charts/AccessibleRows.h"

namespace headwater {

/// How often each stage came out first when the steps were resampled together: one bar, longest share first.
/// ← → move from one share to the next, which is then the one named.
class StabilityChart : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit StabilityChart(QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict);

    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_current; }
    void chooseRow(int row) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QString resamplesText() const;
    void paint(QPainter& painter, bool live) const;
    [[nodiscard]] QString table() const;
    struct Share {
        QString name;
        double share = 0;
        bool first = false;
    };
    std::vector<Share> m_shares;  ///< largest first
    int m_resamples = 0;
    int m_current = 0;
};

}  // namespace headwater

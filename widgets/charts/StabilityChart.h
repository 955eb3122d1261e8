// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "core/triage/Verdict.h"

namespace headwater {

/// How often each stage came out first when the steps were resampled together: one bar, longest share first.
class StabilityChart : public QWidget {
    Q_OBJECT
public:
    explicit StabilityChart(QWidget* parent = nullptr);

    void setVerdict(const Verdict& verdict);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Share {
        QString name;
        double share = 0;
        bool first = false;
    };
    std::vector<Share> m_shares;  ///< largest first
    int m_resamples = 0;
};

}  // namespace headwater

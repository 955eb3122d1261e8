// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QWidget>

#include "core/triage/Verdict.h"

namespace headwater {

/// p50, mean, p95 and p99 of one stage in both runs, always all four: a tail is never hidden by a mean.
class StatisticsTable : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsTable(QWidget* parent = nullptr);

    void setStage(std::optional<StageVerdict> stage, Statistic chosen);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QStringList row(Statistic statistic) const;

    std::optional<StageVerdict> m_stage;
    Statistic m_chosen = Statistic::P50;
};

}  // namespace headwater

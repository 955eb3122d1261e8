// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QWidget>

#include "core/triage/Verdict.h"
#include "widgets/charts/AccessibleRows.h"
#include "widgets/theme/Format.h"

namespace headwater {

/// p50, mean, p95 and p99 of one stage in both runs, always all four: a tail is never hidden by a mean. ↑ ↓ move from
/// one to the next.
class StatisticsTable : public QWidget, public AccessibleRows {
    Q_OBJECT
public:
    explicit StatisticsTable(QWidget* parent = nullptr);

    void setStage(std::optional<StageVerdict> stage, Statistic chosen);

    [[nodiscard]] std::vector<AccessibleRow> accessibleRows() const override;
    [[nodiscard]] int currentRow() const override { return m_stage ? m_current : -1; }
    void chooseRow(int row) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    static constexpr std::size_t kColumns = 5;
    [[nodiscard]] std::array<QString, kColumns> row(Statistic statistic) const;
    [[nodiscard]] std::array<QString, kColumns> header() const;
    [[nodiscard]] std::array<double, kColumns> widths() const;  ///< what the texts need
    [[nodiscard]] QRectF rowBox(std::size_t row) const;
    void paintRow(QPainter& painter, Statistic statistic, const std::array<double, kColumns>& edges) const;

    std::optional<StageVerdict> m_stage;
    Statistic m_chosen = Statistic::P50;
    format::Unit m_unit;
    int m_current = 0;
};

}  // namespace headwater

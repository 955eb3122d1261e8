// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/triage/Verdict.h"
#include "widgets/models/StageSeries.h"
#include "widgets/panels/Card.h"

class QBoxLayout;
class QLabel;

namespace headwater {

class DistributionStrip;
class StatisticsTable;
class StepSeriesChart;

/// "regressed · n 29 / 29 steps · 95 % interval [+18, +20] % · p 0.003".
[[nodiscard]] QString stageStateText(const StageVerdict& stage);

/// "rank 6", "slowest rank": of what the series are; empty for the median over all ranks, as everywhere.
[[nodiscard]] QString ranksText(const StageDetail& detail);

/// The selected stage: its state and how many steps it rests on, all its statistics, its steps over time and their
/// distribution, both runs.
class StageDetailPanel : public Card {
    Q_OBJECT
public:
    explicit StageDetailPanel(QWidget* parent = nullptr);

    void setStage(const PairAnalysis& pair, const VerdictPtr& verdict, int position);

    [[nodiscard]] StepSeriesChart* series() const { return m_series; }
    /// "per step, span · rank 6".
    [[nodiscard]] QString note() const;
    [[nodiscard]] StatisticsTable* statistics() const { return m_statistics; }
    [[nodiscard]] DistributionStrip* distribution() const { return m_distribution; }

private:
    /// What the shown series were made from: they do not depend on ε, and it moves often.
    struct Source {
        RunAnalysisPtr baseline, current;
        std::string stage;
        Measure measure = Measure::Span;
        int warmup = 0;
        AcrossRanks across = AcrossRanks::Median;
        std::vector<int> ranks;

        friend bool operator==(const Source&, const Source&) = default;
    };
    Source m_source;
    std::array<StageStatistics, 2> m_values;  ///< of the series shown
    QString m_ranks;                          ///< of which ranks they are
    QLabel* m_title = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_state = nullptr;
    StatisticsTable* m_statistics = nullptr;
    StepSeriesChart* m_series = nullptr;
    DistributionStrip* m_distribution = nullptr;
};

}  // namespace headwater

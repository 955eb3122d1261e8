// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/StageDetailPanel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "widgets/charts/DistributionStrip.h"
#include "widgets/charts/StepSeriesChart.h"
#include "widgets/panels/StatisticsTable.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

QString stageStateText(const StageVerdict& stage)
{
    QStringList parts = {words::of(stage.state)};
    if (stage.downstream)
        parts << StageDetailPanel::tr("downstream of the first");
    parts << StageDetailPanel::tr("n %1 / %2 steps").arg(stage.baseline.n).arg(stage.current.n);
    if (stage.ci95)
        parts << StageDetailPanel::tr("95 % interval %1 %").arg(format::interval(*stage.ci95));
    if (stage.pAdjusted)
        parts << u"p "_s + format::probability(*stage.pAdjusted);
    return parts.join(u" \u00b7 "_s);
}

StageDetailPanel::StageDetailPanel(QWidget* parent) : Card(parent)
{
    auto* column = new QVBoxLayout(this);
    const int pad = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(pad, pad, pad, pad / 2);
    column->setSpacing(pad / 2);
    auto* head = new QHBoxLayout;
    m_title = new QLabel(this);
    m_title->setFont(scaled(font(), 1.0, QFont::DemiBold));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_note = new QLabel(this);
    m_note->setProperty("tone", u"muted"_s);
    head->addWidget(m_title, 1);
    head->addWidget(m_note);
    column->addLayout(head);
    m_state = new QLabel(this);
    m_state->setTextFormat(Qt::PlainText);
    m_state->setWordWrap(true);
    column->addWidget(m_state);
    m_statistics = new StatisticsTable(this);
    column->addWidget(m_statistics);
    m_series = new StepSeriesChart(this);
    column->addWidget(m_series, 3);
    m_distribution = new DistributionStrip(this);
    column->addWidget(m_distribution, 2);
}

void StageDetailPanel::setStage(const PairAnalysis& pair, const VerdictPtr& verdict, int position)
{
    const bool known = verdict && position >= 0 && position < static_cast<int>(verdict->stages.size());
    if (!known) {
        m_title->setText(tr("Select a stage"));
        m_note->clear();
        m_state->clear();
        m_statistics->setStage(std::nullopt, Statistic::P50);
        m_series->setData({});
        m_distribution->setData({});
        m_source = {};
        return;
    }
    const StageVerdict& stage = verdict->stages[static_cast<std::size_t>(position)];
    m_note->setText(tr("per step, %1").arg(words::of(verdict->policy.measure).toLower()));
    m_note->setToolTip(words::explain(verdict->policy.measure));
    m_state->setText(stageStateText(stage));
    m_state->setToolTip(words::explain(stage.state));
    m_statistics->setStage(stage, verdict->policy.statistic);
    Source source{pair.baseline, pair.current, stage.stage, verdict->policy.measure, verdict->warmupRemoved};
    if (source == m_source)
        return;
    m_source = std::move(source);
    const StageDetail detail = stageDetail(pair, *verdict, stage.stage);
    m_title->setText(detail.stage);
    m_title->setToolTip(format::tip(detail.stage));
    m_series->setData(detail);
    m_distribution->setData(detail);
}

}  // namespace headwater

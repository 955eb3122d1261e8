// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/StageDetailPanel.h"

#include <cmath>

#include <QLabel>
#include <QVBoxLayout>

#include "widgets/charts/DistributionStrip.h"
#include "widgets/charts/StepSeriesChart.h"
#include "widgets/panels/StatisticsTable.h"
#include "widgets/theme/ElidedLabel.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// "[+57, +77] %"; behind a factor or words there is no sign of per cent.
QString percentRange(const RatioInterval& interval)
{
    const QString text = format::interval(interval);
    const bool open = std::isinf(interval.lo) || std::isinf(interval.hi);
    const bool numbers = !open && !text.contains(u'\u00d7') && !text.contains(u'%');
    return numbers ? text + u" %"_s : text;
}

/// "p50 1.00 \u2192 2.00 ms, mean \u2026" of a series of the stage; empty where a side has none.
QString seriesText(const StageStatistics& baseline, const StageStatistics& current)
{
    QStringList parts;
    for (std::size_t i = 0; i < kStatistics; ++i)
        if (std::isfinite(baseline.value[i]) && std::isfinite(current.value[i]))
            parts << QStringLiteral("%1 %2 \u2192 %3")
                         .arg(words::of(static_cast<Statistic>(i)), format::duration(baseline.value[i]),
                              format::duration(current.value[i]));
    return baseline.n == 0 || current.n == 0 ? QString() : parts.join(u", "_s);
}

/// Where what the table says is of some ranks: the other series that a report has of the stage.
QStringList otherSeries(const StageVerdict& stage, AcrossRanks across)
{
    QStringList lines;
    if (!stage.regressedIn)
        return lines;
    const RegressedIn& in = *stage.regressedIn;
    if (const QString slowest = seriesText(in.row.baseline, in.row.current);
        in.across == AcrossRanks::Max && !in.ranks.empty() && !slowest.isEmpty())
        lines << StageDetailPanel::tr("Slowest rank of each step: %1").arg(slowest);
    if (const QString all = seriesText(stage.baseline, stage.current); !all.isEmpty())
        lines << (across == AcrossRanks::Mean ? StageDetailPanel::tr("Mean over all ranks: %1")
                                              : StageDetailPanel::tr("Median over all ranks: %1"))
                     .arg(all);
    return lines;
}

}  // namespace

QString stageStateText(const StageVerdict& stage)
{
    // Numbers and state are of the same: of the ranks that regressed, where only they did.
    const auto& in = stage.regressedIn;
    const auto& ci95 = in ? in->ci95 : stage.ci95;
    const auto& p = in ? in->pAdjusted : stage.pAdjusted;
    QStringList parts = {words::of(stage.state)};
    if (stage.downstream)
        parts << StageDetailPanel::tr("downstream of the first");
    parts << StageDetailPanel::tr("n %1 / %2 steps").arg(stage.baseline.n).arg(stage.current.n);
    if (ci95)
        parts << StageDetailPanel::tr("95 % interval %1").arg(percentRange(*ci95));
    if (p)
        parts << u"p "_s + format::probability(*p);
    return parts.join(u" \u00b7 "_s);
}

QString ranksText(const StageDetail& detail)
{
    if (detail.ranks.size() == 1)
        return StageDetailPanel::tr("rank %1").arg(format::rankList(detail.ranks));
    const QString named = format::rankList(detail.ranks);
    switch (detail.across) {
    case AcrossRanks::Max:
        return named.isEmpty() ? StageDetailPanel::tr("slowest rank")
                               : StageDetailPanel::tr("slowest of ranks %1").arg(named);
    case AcrossRanks::Mean:
        return named.isEmpty() ? StageDetailPanel::tr("mean over ranks")
                               : StageDetailPanel::tr("mean of ranks %1").arg(named);
    case AcrossRanks::Median: break;
    }
    return named.isEmpty() ? QString() : StageDetailPanel::tr("median of ranks %1").arg(named);
}

QString StageDetailPanel::note() const
{
    return m_note->text();
}

StageDetailPanel::StageDetailPanel(QWidget* parent) : Card(parent)
{
    auto* column = new QVBoxLayout(this);
    const int pad = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(pad, pad, pad, pad / 2);
    column->setSpacing(pad / 2);
    auto* head = new QHBoxLayout;
    m_title = new ElidedLabel(this);
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
    StageVerdict stage = verdict->stages[static_cast<std::size_t>(position)];
    const std::vector<int> ranks = stage.regressedIn ? stage.regressedIn->ranks : std::vector<int>();
    const AcrossRanks across = stage.regressedIn ? stage.regressedIn->across : verdict->policy.acrossRanks;
    Source source{pair.baseline,          pair.current, stage.stage, verdict->policy.measure,
                  verdict->warmupRemoved, across,       ranks};
    if (source != m_source) {
        m_source = std::move(source);
        const StageDetail detail = stageDetail(pair, *verdict, stage.stage);
        m_values = detail.statistics;
        m_ranks = ranksText(detail);
        m_title->setText(detail.stage);
        m_title->setToolTip(format::tip(detail.stage));
        m_series->setData(detail);
        m_distribution->setData(detail);
    }
    const QStringList others = otherSeries(stage, verdict->policy.acrossRanks);
    if (stage.regressedIn) {
        stage.baseline = m_values[0];
        stage.current = m_values[1];
    }
    const QString measure = tr("per step, %1").arg(words::of(verdict->policy.measure).toLower());
    m_note->setText(m_ranks.isEmpty() ? measure : measure + u" \u00b7 "_s + m_ranks);
    m_note->setToolTip(words::explain(verdict->policy.measure));
    m_state->setText((QStringList{stageStateText(stage)} + others).join(u'\n'));
    m_state->setToolTip(words::explain(stage.state));
    m_statistics->setStage(stage, verdict->policy.statistic);
}

}  // namespace headwater

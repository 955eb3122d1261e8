// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/WhatIfPage.h"

#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/gui/pages/TracesBar.h"
#include "core/base/Messages.h"
#include "core/stats/Quantile.h"
#include "widgets/panels/FixPanel.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/theme/Format.h"

namespace headwater {

namespace {

Job partOf(const Job& job, double from, double to)
{
    Job part = job;
    part.progress = [job, from, to](double fraction, std::string_view activity) {
        job.report(from + (to - from) * fraction, activity);
    };
    return part;
}

/// The runs as the page was given them keep no timeline, which a replay needs: they are analysed once more with it.
Result<WhatIfAnswer> compute(const PairAnalysis& pair, const std::string& stages, const Job& job)
{
    auto spec = parseStageSpec(stages);
    if (!spec)
        return tl::unexpected(spec.error());
    AnalysisOptions options;
    options.stages = *std::move(spec);
    options.timeline = true;
    const auto timed = analyzePair(pair.baseline->run, pair.current->run, options, partOf(job, 0, 0.6));
    if (!timed)
        return tl::unexpected(timed.error());
    job.report(0.6, "replaying");
    auto answer = whatif::whatIf(*timed->current, timed->baseline.get(), partOf(job, 0.6, 0.9));
    if (!answer)
        return tl::unexpected(answer.error());
    job.report(0.9, "replaying each rank");
    WhatIfAnswer out{*std::move(answer), {}, {}};
    out.savedAsBaseline = whatif::savedByWorker(out.whatIf, whatif::FixTo::Baseline, job);
    out.savedAsAverage = whatif::savedByWorker(out.whatIf, whatif::FixTo::Average, job);
    if (job.stopped())
        return cancelled();
    return out;
}

}  // namespace

WhatIfPage::WhatIfPage(JobRunner& jobs, std::function<QString()> stages, QWidget* parent)
    : Page(parent)
    , m_jobs(jobs)
    , m_stageSpec(std::move(stages))
{
    QVBoxLayout* column = scrolledColumn(this, Qt::ScrollBarAlwaysOff);
    QWidget* inside = column->parentWidget();
    m_head = addHead(column, tr("What would fixing it give?"));
    m_traces = new TracesBar(inside);
    column->addWidget(m_traces);
    m_busy = new QWidget(inside);
    auto* row = new QHBoxLayout(m_busy);
    row->setContentsMargins(0, 0, 0, 0);
    m_progress = new QProgressBar(m_busy);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Replaying"));
    m_cancel = new QPushButton(tr("Cancel"), m_busy);
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    column->addWidget(m_busy);
    m_start = new QPushButton(tr("Replay the runs"), inside);
    column->addWidget(m_start, 0, Qt::AlignLeft);
    connect(m_cancel, &QPushButton::clicked, this, &WhatIfPage::stop);
    connect(m_start, &QPushButton::clicked, this, &WhatIfPage::start);
    addTables(column);
    column->addStretch(1);
    showBusy(false);
    showParts(false);
}

void WhatIfPage::addTables(QVBoxLayout* column)
{
    QWidget* inside = column->parentWidget();
    m_refusal = addSection(column, tr("Not answered"));
    m_fixHead = addSection(column, tr("Fix this"));
    m_fix = new FixPanel(inside);
    column->addWidget(m_fix);
    const auto table = [&](PageSection& head, const QString& name) {
        head = addSection(column, name);
        auto* made = new RowsTable(name, inside);
        column->addWidget(made);
        connect(made, &RowsTable::viewChosen, this, &WhatIfPage::ask);
        return made;
    };
    m_stages = table(m_stageHead, tr("Which stages the change comes from"));
    m_slowdown = table(m_slowdownHead, tr("What unevenness costs"));
    m_ranks = table(m_rankHead, tr("Which ranks it comes from"));
    m_types = table(m_typeHead, tr("Which kinds of work"));
    connect(m_fix, &FixPanel::fixChanged, this, &WhatIfPage::askFix);
}

void WhatIfPage::setResult(const PairAnalysis& pair, const VerdictPtr&)
{
    // Another threshold changes nothing here; another choice of stages or another run does.
    const bool same = pair.current == m_pair.current && pair.baseline == m_pair.baseline && m_spec == m_stageSpec();
    m_pair = pair;
    m_traces->setResult(pair);
    if (!same)
        start();
}

void WhatIfPage::showView(const ViewRef& view)
{
    for (RowsTable* table : {m_stages, m_slowdown, m_ranks, m_types})
        table->showView(view);
}

ViewRef WhatIfPage::marked() const
{
    ViewRef out;
    out.stage = m_stages->marked().stage;
    out.ranks = m_ranks->marked().ranks;
    return out;
}

void WhatIfPage::showBusy(bool busy)
{
    m_running = busy;
    m_busy->setVisible(busy);
    m_start->setVisible(!busy && !m_answer);
}

void WhatIfPage::start()
{
    m_jobs.cancel(m_job);
    m_jobs.cancel(m_fixJob);
    m_asking = false;
    m_answer.reset();
    m_spec = m_stageSpec();
    showParts(false);
    showBusy(true);
    m_progress->setValue(0);
    m_head.summary->setText(tr("Replaying both runs\u2026"));
    m_job = m_jobs.start<WhatIfAnswer>(
        [pair = m_pair, spec = m_spec.toStdString()](const Job& job) { return compute(pair, spec, job); },
        [page = QPointer(this)](Result<WhatIfAnswer> answer) {
            if (page)
                page->finish(std::move(answer));
        },
        [page = QPointer(this)](double fraction, const QString& activity) {
            if (!page)
                return;
            page->m_progress->setValue(static_cast<int>(fraction * 1000));
            page->m_head.summary->setText(format::text(activity.toStdString()));
        });
}

void WhatIfPage::stop()
{
    m_jobs.cancel(m_job);
    showBusy(false);
    m_head.summary->setText(tr("Cancelled: nothing was replayed."));
    m_start->setFocus();
}

void WhatIfPage::finish(Result<WhatIfAnswer> answer)
{
    if (!answer) {
        showBusy(false);
        m_head.summary->setText(tr("The runs cannot be replayed: %1").arg(format::text(messageText(answer.error()))));
        return;
    }
    m_answer = std::make_shared<const WhatIfAnswer>(*std::move(answer));
    showBusy(false);
    showAnswer();
}

void WhatIfPage::showParts(bool shown)
{
    for (const PageSection* head : {&m_refusal, &m_fixHead, &m_stageHead, &m_slowdownHead, &m_rankHead, &m_typeHead}) {
        head->heading->setVisible(shown);
        head->say({});
    }
    for (QWidget* part :
         {static_cast<QWidget*>(m_fix), static_cast<QWidget*>(m_stages), static_cast<QWidget*>(m_slowdown),
          static_cast<QWidget*>(m_ranks), static_cast<QWidget*>(m_types)})
        part->setVisible(shown);
}

void WhatIfPage::showAnswer()
{
    const whatif::WhatIf& result = m_answer->whatIf;
    showParts(true);
    m_head.summary->setText(replayText(result));
    const QString refusal = refusalText(result);
    m_refusal.heading->setVisible(!refusal.isEmpty());
    m_refusal.say(refusal);
    const auto show = [](const PageSection& head, RowsTable* table, RowsData rows) {
        head.heading->setVisible(!rows.rows.empty());
        table->setVisible(!rows.rows.empty());
        table->setRows(std::move(rows));
    };
    show(m_stageHead, m_stages, stageRows(result));
    show(m_slowdownHead, m_slowdown, slowdownRows(result));
    show(m_rankHead, m_ranks, workerRows(*m_answer));
    show(m_typeHead, m_types, typeRows(result));
    const bool canFix = result.model != nullptr && (!result.baselineTotals.empty() || result.slowdown);
    m_fix->setVisible(canFix);
    m_fixHead.heading->setVisible(canFix);
    if (!canFix)
        return;
    m_fix->setModel(result.model->stages, result.model->workers, !result.baselineTotals.empty());
    askFix();
}

/// One replay of the whole run: off this thread, the last question counts.
void WhatIfPage::askFix()
{
    if (!m_answer)
        return;
    m_jobs.cancel(m_fixJob);
    m_asking = true;
    m_fixJob = m_jobs.start<std::optional<whatif::Counterfactual>>(
        [answer = m_answer, fix = m_fix->fix()](const Job&) -> Result<std::optional<whatif::Counterfactual>> {
            return whatif::counterfactual(answer->whatIf, fix);
        },
        [page = QPointer(this)](const Result<std::optional<whatif::Counterfactual>>& result) {
            if (page)
                page->m_asking = false;
            if (page && result && page->m_answer)
                page->m_fix->setAnswer(stats::mean(page->m_answer->whatIf.replayed), *result);
        });
}

QString WhatIfPage::note() const
{
    return m_head.summary->text();
}

}  // namespace headwater

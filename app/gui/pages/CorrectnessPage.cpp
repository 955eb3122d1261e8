// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/CorrectnessPage.h"

#include <cmath>

#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/charts/LineChart.h"
#include "widgets/models/CorrectnessViews.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

const CorrectnessReport& reportOf(const Verdict& verdict)
{
    static const CorrectnessReport kNone;
    return verdict.correctness ? *verdict.correctness : kNone;
}

}  // namespace

CorrectnessPage::CorrectnessPage(QWidget* parent) : Page(parent)
{
    QVBoxLayout* column = scrolledColumn(this);
    m_head = addHead(column, tr("Do both runs compute the same?"));
    addCharts(column);
    addTables(column);
    column->addStretch(1);
}

void CorrectnessPage::addCharts(QVBoxLayout* column)
{
    for (LineChart** chart : {&m_loss, &m_gradNorm}) {
        *chart = new LineChart(column->parentWidget());
        (*chart)->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        column->addWidget(*chart);
        connect(*chart, &LineChart::pointChosen, this, [this, chart](int, double x) { chooseStep(*chart, -1, x); });
        connect(*chart, &LineChart::markChosen, this, [this, chart](int mark) { chooseStep(*chart, mark, 0); });
    }
}

void CorrectnessPage::addTables(QVBoxLayout* column)
{
    QWidget* inside = column->parentWidget();
    m_findingsHead = addSection(column, tr("Findings of this layer"));
    m_findings = new RowsTable(tr("Findings of the correctness layer"), inside);
    column->addWidget(m_findings);

    m_manifestHead = addSection(column, tr("What differs between the runs"));
    m_same = new QToolButton(inside);
    m_same->setText(tr("Show what is the same"));
    m_same->setCheckable(true);
    column->addWidget(m_same, 0, Qt::AlignLeft);
    m_manifest = new RowsTable(tr("Settings of both runs"), inside);
    m_manifest->showQuiet(false);
    column->addWidget(m_manifest);
    connect(m_same, &QToolButton::toggled, m_manifest, &RowsTable::showQuiet);

    m_kernelHead = addSection(column, tr("Operators that changed their kernels"));
    m_kernels = new RowsTable(tr("Operators that changed their kernels"), inside);
    column->addWidget(m_kernels);

    static_cast<void>(addSection(column, tr("What a repeat of the run needs")));
    m_checklist = new RowsTable(tr("Reproducibility checklist"), inside);
    column->addWidget(m_checklist);

    for (RowsTable* table : {m_findings, m_kernels})
        connect(table, &RowsTable::viewChosen, this, &CorrectnessPage::ask);
}

void CorrectnessPage::setResult(const PairAnalysis& pair, const VerdictPtr& verdict)
{
    const Layer& layer = verdict->layers[static_cast<std::size_t>(LayerId::Correctness)];
    m_head.summary->setText(u"%1 \u00b7 %2"_s.arg(words::of(layer.status), format::text(layer.summary)));
    const CorrectnessReport& report = reportOf(*verdict);
    m_loss->setData(loggedChart(report, LoggedQuantity::Loss));
    LineChartData gradNorm = loggedChart(report, LoggedQuantity::GradNorm);
    gradNorm.legend = false;
    m_gradNorm->setVisible(!gradNorm.isEmpty() || !m_loss->data().isEmpty());
    m_gradNorm->setData(std::move(gradNorm));

    m_findings->setRows(findingRows(*verdict, LayerId::Correctness));
    m_findings->setVisible(!layer.findings.empty());
    m_findingsHead.say(layer.findings.empty() ? tr("None.") : QString());

    RowsData settings = manifestRows(pair, verdict->comparability);
    m_manifestHead.say(manifestSummary(settings, verdict->comparability));
    m_same->setVisible(!settings.rows.empty());
    m_manifest->setVisible(!settings.rows.empty());
    m_manifest->setRows(std::move(settings));

    m_kernelHead.say(kernelNote(report));
    m_kernels->setVisible(!report.kernels.empty());
    m_kernels->setRows(kernelRows(report));
    m_checklist->setRows(checklistRows(report));
}

void CorrectnessPage::showView(const ViewRef& view)
{
    for (LineChart* chart : {m_loss, m_gradNorm})
        chart->setSelectedSteps(view.steps);
    for (RowsTable* table : {m_findings, m_kernels})
        table->showView(view);
}

ViewRef CorrectnessPage::marked() const
{
    ViewRef out;
    out.finding = m_findings->marked().finding;
    out.steps = m_loss->selectedSteps();
    return out;
}

void CorrectnessPage::chooseStep(LineChart* chart, int mark, double x)
{
    const double at = mark >= 0 ? chart->data().marks[static_cast<std::size_t>(mark)].x : x;
    const std::int64_t step = std::llround(at);
    ViewRef view;
    view.steps = StepRange{step, step};
    ask(view);
}

}  // namespace headwater

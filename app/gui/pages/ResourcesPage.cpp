// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/ResourcesPage.h"

#include <algorithm>
#include <cmath>

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPointer>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/charts/HeatMap.h"
#include "widgets/charts/LineChart.h"
#include "widgets/models/CorrectnessViews.h"
#include "widgets/models/ResourceTables.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/panels/ThresholdTable.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kFirstCharts = 9;

const ResourceReport& reportOf(const Verdict& verdict)
{
    static const ResourceReport kNone;
    return verdict.resources ? *verdict.resources : kNone;
}

}  // namespace

ResourcesPage::ResourcesPage(JobRunner& jobs, QWidget* parent) : Page(parent), m_jobs(jobs)
{
    QVBoxLayout* column = scrolledColumn(this);
    m_head = addHead(column, tr("Are devices and hosts as they should be?"));
    m_findingsHead = addSection(column, tr("Findings of this layer"));
    m_findings = new RowsTable(tr("Findings of the resources layer"), column->parentWidget());
    column->addWidget(m_findings);
    connect(m_findings, &RowsTable::viewChosen, this, &ResourcesPage::ask);
    addCharts(column);
    addHeatMap(column);
    addTables(column);
    column->addStretch(1);
}

void ResourcesPage::addCharts(QVBoxLayout* column)
{
    m_chartHead = addSection(column, tr("Metrics of both runs"));
    m_grid = new QGridLayout;
    m_grid->setSpacing(fontMetrics().height());
    column->addLayout(m_grid);
    m_all = new QToolButton(column->parentWidget());
    m_all->setCheckable(true);
    m_all->hide();
    column->addWidget(m_all, 0, Qt::AlignLeft);
    connect(m_all, &QToolButton::toggled, this, &ResourcesPage::showCharts);
}

void ResourcesPage::addHeatMap(QVBoxLayout* column)
{
    m_heatHead = addSection(column, tr("Device \u00d7 time"));
    m_heatBox = new QWidget(column->parentWidget());
    auto* inner = new QVBoxLayout(m_heatBox);
    inner->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    m_metric = new QComboBox(m_heatBox);
    m_metric->setAccessibleName(tr("Metric"));
    m_side = new SegmentBar(m_heatBox);
    m_side->setAccessibleName(tr("Run"));
    for (const Side side : {Side::Baseline, Side::Current})
        m_side->add(words::of(side), tr("Devices of the %1 run").arg(words::of(side).toLower()));
    m_side->setCurrent(static_cast<int>(Side::Current));
    row->addWidget(m_metric);
    row->addWidget(m_side);
    row->addStretch(1);
    inner->addLayout(row);
    m_heat = new HeatMap(m_heatBox);
    m_heat->setFixedHeight(fontMetrics().height() * 18);
    inner->addWidget(m_heat);
    column->addWidget(m_heatBox);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &ResourcesPage::showHeat);
    connect(m_side, &SegmentBar::chosen, this, &ResourcesPage::showHeat);
    connect(m_heat, &HeatMap::rowChosen, this, [this](int rank) { chooseAt({}, rank, std::nullopt); });
}

void ResourcesPage::addTables(QVBoxLayout* column)
{
    QWidget* inside = column->parentWidget();
    m_checkHead = addSection(column, tr("Every check"));
    auto* known = new QToolButton(inside);
    known->setText(tr("Hide what is unknown"));
    known->setCheckable(true);
    column->addWidget(known, 0, Qt::AlignLeft);
    m_checks = new RowsTable(tr("Checks of devices and hosts"), inside);
    column->addWidget(m_checks);
    connect(known, &QToolButton::toggled, m_checks, [this](bool hide) { m_checks->showQuiet(!hide); });

    m_eventHead = addSection(column, tr("What happened"));
    m_events = new RowsTable(tr("Events of both runs"), inside);
    column->addWidget(m_events);

    m_thresholdHead = addSection(column, tr("Thresholds"));
    m_thresholds = new ThresholdTable(inside);
    column->addWidget(m_thresholds);
    for (RowsTable* table : {m_checks, m_events})
        connect(table, &RowsTable::viewChosen, this, &ResourcesPage::ask);
    connect(m_thresholds->thresholds(), &ThresholdsModel::edited, this, &ResourcesPage::thresholdsChosen);
    connect(m_thresholds->thresholds(), &ThresholdsModel::refused, this,
            [this](const QString& why) { m_thresholdHead.say(why); });
}

void ResourcesPage::setResult(const PairAnalysis& pair, const VerdictPtr& verdict)
{
    const ResourceReport& report = reportOf(*verdict);
    const Layer& layer = verdict->layers[static_cast<std::size_t>(LayerId::Resources)];
    m_head.summary->setText(u"%1 \u00b7 %2"_s.arg(words::of(layer.status), format::text(layer.summary)));
    m_findings->setRows(findingRows(*verdict, LayerId::Resources));
    m_findings->setVisible(!layer.findings.empty());
    m_findingsHead.say(layer.findings.empty() ? tr("None.") : QString());
    m_checkHead.say(checkSummary(report));
    m_checks->setRows(checkRows(report, verdict->policy.resources));
    m_eventHead.say(report.events.empty() ? tr("No event of a device or host was recorded.") : QString());
    m_events->setVisible(!report.events.empty());
    m_events->setRows(eventRows(report));
    m_thresholdHead.say(tr("Changed ones are bold. Every verdict and report prints them, a saved investigation keeps "
                           "them, and Ctrl+Z takes a change back."));
    m_thresholds->thresholds()->setPolicy(verdict->policy.resources);
    draw(pair, verdict);
}

/// Laying many devices beside the steps takes time: not on this thread.
void ResourcesPage::draw(const PairAnalysis& pair, const VerdictPtr& verdict)
{
    if (m_drawn == pair.current && m_drawnReport == verdict->resources)
        return;
    m_drawn = pair.current;
    m_drawnReport = verdict->resources;
    m_jobs.cancel(m_job);
    m_busy = true;
    if (m_telemetry.charts.empty())
        showWaiting();
    m_job = m_jobs.start<TelemetryCharts>(
        [pair, report = verdict->resources](const Job& job) -> Result<TelemetryCharts> {
            return telemetryCharts(pair, report.get(), job);
        },
        [page = QPointer(this)](Result<TelemetryCharts> charts) {
            if (page)
                page->m_busy = false;
            if (!page || !charts)
                return;
            page->m_telemetry = *std::move(charts);
            page->showCharts();
        });
}

void ResourcesPage::showWaiting()
{
    m_heatBox->hide();
    m_heatHead.heading->hide();
    m_chartHead.say(tr("Laying the telemetry beside the steps\u2026"));
}

void ResourcesPage::showCharts()
{
    const std::size_t all = m_telemetry.charts.size();
    const std::size_t count = m_all->isChecked() ? all : std::min(all, kFirstCharts);
    while (m_charts.size() < count) {
        auto* chart = new LineChart(m_grid->parentWidget());
        chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        chart->setFixedHeight(fontMetrics().height() * 10);
        connect(chart, &LineChart::pointChosen, this, [this, chart](int line, double x) {
            chooseAt(chart->data(), chart->data().series[static_cast<std::size_t>(line)].id, x);
        });
        connect(chart, &LineChart::markChosen, this, [this, chart](int mark) {
            chooseAt(chart->data(), -1, chart->data().marks[static_cast<std::size_t>(mark)].x);
        });
        m_charts.push_back(chart);
    }
    for (std::size_t i = 0; i < m_charts.size(); ++i) {
        m_charts[i]->setVisible(i < count);
        if (i >= count)
            continue;
        LineChartData one = m_telemetry.charts[i];
        one.legend = i == 0;
        m_charts[i]->setData(std::move(one));
        m_charts[i]->setSelected(m_view.ranks);
        m_charts[i]->setSelectedSteps(m_view.steps);
    }
    m_chartHead.say(all == 0
                        ? tr("No telemetry in either run. Add nvidia-smi, DCGM, Prometheus, node-exporter or network "
                             "counters to the runs' folders, or fetch a time range from Prometheus.")
                        : m_telemetry.note);
    m_all->setText(tr("Show all %1 metrics").arg(all));
    m_all->setVisible(all > kFirstCharts);
    arrange();
    const QString chosen = m_metric->currentText();
    const QSignalBlocker quiet(m_metric);
    m_metric->clear();
    for (const LineChartData& chart : m_telemetry.charts)
        m_metric->addItem(chart.title);
    m_metric->setCurrentIndex(std::max(0, m_metric->findText(chosen)));
    m_heatBox->setVisible(all > 0);
    m_heatHead.heading->setVisible(all > 0);
    showHeat();
}

void ResourcesPage::arrange()
{
    const int least = fontMetrics().averageCharWidth() * 44;
    const int columns = std::clamp(width() / std::max(1, least), 1, 4);
    for (std::size_t i = 0; i < m_charts.size(); ++i)
        m_grid->addWidget(m_charts[i], static_cast<int>(i) / columns, static_cast<int>(i) % columns);
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void ResourcesPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    arrange();
}

void ResourcesPage::showHeat()
{
    const int metric = m_metric->currentIndex();
    if (metric < 0 || metric >= static_cast<int>(m_telemetry.charts.size()))
        return m_heat->setData({});
    m_heat->setData(heatOf(m_telemetry.charts[static_cast<std::size_t>(metric)], static_cast<Side>(m_side->current())));
    m_heat->setSelected(m_view.ranks);
}

void ResourcesPage::showView(const ViewRef& view)
{
    m_view = view;
    for (LineChart* chart : m_charts) {
        chart->setSelected(view.ranks);
        chart->setSelectedSteps(view.steps);
    }
    m_heat->setSelected(view.ranks);
    for (RowsTable* table : {m_findings, m_checks, m_events})
        table->showView(view);
}

ViewRef ResourcesPage::marked() const
{
    ViewRef out;
    out.finding = m_findings->marked().finding;
    out.ranks = m_heat->selected();
    if (!m_charts.empty())
        out.steps = m_charts.front()->selectedSteps();
    return out;
}

void ResourcesPage::chooseAt(const LineChartData& chart, int rank, std::optional<double> x)
{
    ViewRef view;
    if (rank >= 0)
        view.ranks = {rank};
    if (x && chart.steps) {
        const std::int64_t step = std::llround(*x);
        view.steps = StepRange{step, step};
    }
    ask(view);
}

}  // namespace headwater

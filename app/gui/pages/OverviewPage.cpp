// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/OverviewPage.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/report/model/Dismissals.h"
#include "core/triage/DrillDown.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/charts/StepSeriesChart.h"
#include "widgets/charts/WaterfallChart.h"
#include "widgets/models/DrillViews.h"
#include "widgets/panels/DifferencesCard.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/panels/StageDetailPanel.h"
#include "widgets/panels/StagePanel.h"
#include "widgets/panels/VerdictBanner.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

OverviewPage::OverviewPage(QWidget* parent) : Page(parent)
{
    QVBoxLayout* column = scrolledColumn(this);
    QWidget* inside = column->parentWidget();
    const int line = fontMetrics().height();
    m_banner = new VerdictBanner(inside);
    column->addWidget(m_banner);
    column->addWidget(makeChartHead());
    m_chart = new StageBarChart(inside);
    column->addWidget(m_chart, 5);
    m_partsNote = new QLabel(inside);
    m_partsNote->setTextFormat(Qt::PlainText);
    m_partsNote->setWordWrap(true);
    m_partsNote->setProperty("tone", u"muted"_s);
    column->addWidget(m_partsNote);
    m_lower = new QBoxLayout(QBoxLayout::LeftToRight);
    m_lower->setSpacing(line);
    m_table = new StagePanel(inside);
    m_lower->addWidget(m_table, 5);
    m_detail = new StageDetailPanel(inside);
    m_lower->addWidget(m_detail, 4);
    column->addLayout(m_lower, 6);
    m_more = makeMore(inside);
    column->addLayout(m_more);
    m_insideHead = addSection(column, tr("Inside the first regressed stage"));
    m_inside = new RowsTable(tr("Inside the first regressed stage"), inside);
    m_inside->hide();
    column->addWidget(m_inside);
    m_area = findChild<QScrollArea*>();
    connect(m_area->verticalScrollBar(), &QScrollBar::valueChanged, this, &OverviewPage::revealInside);
    connect(m_area->verticalScrollBar(), &QScrollBar::rangeChanged, this, &OverviewPage::revealInside);

    connect(m_banner, &VerdictBanner::acknowledgeRequested, this, &OverviewPage::acknowledgeRequested);
    connect(m_chart, &StageBarChart::stageSelected, this, &OverviewPage::chooseStage);
    connect(m_table, &StagePanel::stageSelected, this, &OverviewPage::chooseStage);
    connect(m_detail->series(), &StepSeriesChart::stepSelected, this, &OverviewPage::chooseStep);
    connect(m_split, &QToolButton::toggled, m_chart, &StageBarChart::setSplit);
    connect(m_measure, &SegmentBar::chosen, this, [this](int i) { emit measureChosen(static_cast<Measure>(i)); });
}

QBoxLayout* OverviewPage::makeMore(QWidget* inside)
{
    auto* more = new QBoxLayout(QBoxLayout::LeftToRight);
    more->setSpacing(fontMetrics().height());
    const auto part = [&](const QString& heading, QWidget* content, int stretch) {
        auto* column = new QVBoxLayout;
        column->addWidget(sectionLabel(heading, inside));
        column->addWidget(content);
        column->addStretch(1);
        more->addLayout(column, stretch);
    };
    m_waterfall = new WaterfallChart(inside);
    m_differences = new DifferencesCard(inside);
    part(tr("The step's change, stage by stage (mean)"), m_waterfall, 5);
    part(tr("What differs between the runs"), m_differences, 4);
    connect(m_waterfall, &WaterfallChart::stageSelected, this, &OverviewPage::chooseStage);
    connect(m_differences, &DifferencesCard::openWanted, this, [this] {
        ViewRef view;
        view.page = "correctness";
        emit viewWanted(view);
    });
    return more;
}

QWidget* OverviewPage::makeChartHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    m_chartTitle = sectionLabel({}, head);
    m_chartTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_chartTitle, 1);
    m_split = new QToolButton(head);
    m_split->setText(tr("Parts"));
    m_split->setToolTip(tr("Split each bar into compute, transfer, copies and idle, where these are known"));
    m_split->setCheckable(true);
    m_split->setChecked(true);
    row->addWidget(m_split);
    m_measure = new SegmentBar(head);
    m_measure->setAccessibleName(tr("Measure"));
    for (const Measure measure : {Measure::Span, Measure::Host, Measure::Busy, Measure::Compute})
        m_measure->add(words::of(measure), words::explain(measure));
    row->addWidget(m_measure);
    return head;
}

void OverviewPage::setNotes(const Notes& notes)
{
    if (m_notes.decisions == notes.decisions)
        return;
    m_notes = notes;
    showBanner();
}

void OverviewPage::showBanner()
{
    if (m_verdict)
        m_banner->setVerdict(
            std::make_shared<Verdict>(report::withDismissals(*m_verdict, namedAsIn(*m_verdict, m_notes))));
}

void OverviewPage::setResult(const PairAnalysis& pair, const VerdictPtr& verdict)
{
    m_pair = pair;
    m_verdict = verdict;
    if (!verdict)
        return;
    showBanner();
    const bool mixed = std::ranges::any_of(verdict->stages, [](const StageVerdict& stage) {
        return stage.regressedIn && stage.regressedIn->across == AcrossRanks::Max;
    });
    const QString title =
        mixed ? tr("Time per stage (%1; regressed: slowest rank)") : tr("Where the step's time went, per stage (%1)");
    const QString statistic = words::of(verdict->policy.statistic);
    m_chartTitle->setText(
        title.arg(verdict->policy.measure == Measure::Span ? tr("%1, waiting left out").arg(statistic) : statistic)
            .toUpper());
    m_measure->setCurrent(static_cast<int>(verdict->policy.measure));
    StageBarData bars = stageBarData(*verdict);
    m_split->setEnabled(bars.hasParts());
    m_partsNote->setText(bars.partsNote);
    m_partsNote->setVisible(!bars.partsNote.isEmpty());
    m_chart->setData(std::move(bars));
    m_table->setVerdict(verdict);
    std::vector<std::string> stages;
    for (const StageVerdict& stage : verdict->stages)
        stages.push_back(stage.stage);
    m_waterfall->setData(verdict->waterfall ? waterfallData(*verdict->waterfall, stages) : WaterfallData());
    m_waterfall->setSelected(m_selected);
    m_differences->setComparability(verdict->comparability);
    m_insideHead.heading->setVisible(verdict->drillDown.has_value());
    if (!verdict->drillDown)
        m_inside->hide();
    else if (m_inside->isVisibleTo(this))
        m_inside->setRows(drillRows(*verdict));
    showDetail();
    QTimer::singleShot(0, this, &OverviewPage::revealInside);  // the heading has its place then
}

void OverviewPage::chooseStage(int position)
{
    ViewRef wish;
    wish.stage = m_verdict->stages.at(static_cast<std::size_t>(position)).stage;
    emit viewWanted(wish);
}

/// The same step again: none is selected any more.
void OverviewPage::chooseStep(std::int64_t step)
{
    ViewRef wish;
    wish.steps = StepRange{step, step};
    if (m_detail->series()->selected() == wish.steps)
        emit viewWanted({}, ViewPart::Steps);
    else
        emit viewWanted(wish);
}

ViewRef OverviewPage::marked() const
{
    ViewRef out;
    if (m_verdict && m_chart->selected() >= 0)
        out.stage = m_verdict->stages.at(static_cast<std::size_t>(m_chart->selected())).stage;
    out.steps = m_detail->series()->selected();
    return out;
}

void OverviewPage::showView(const ViewRef& view)
{
    m_detail->series()->setSelected(view.steps);
    const bool inside = view.finding == kDrillDownFinding;
    m_insideWanted |= inside && !m_insideMarked;
    m_insideMarked = inside;
    revealInside();
    const int position = m_verdict ? positionOf(*m_verdict, view.stage) : -1;
    if (position == m_selected)
        return;
    m_selected = position;
    m_chart->setSelected(position);
    m_table->setSelected(position);
    m_waterfall->setSelected(position);
    showDetail();
}

void OverviewPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
    QTimer::singleShot(0, this, &OverviewPage::revealInside);
}

/// What needs how much room is known when the tables have measured the new text.
void OverviewPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_detail)
        QMetaObject::invokeMethod(this, &OverviewPage::arrange, Qt::QueuedConnection);
}

void OverviewPage::arrange()
{
    const bool narrow = width() < m_table->minimumSizeHint().width() + m_detail->minimumSizeHint().width() +
                                      fontMetrics().height() * 7 / 2;
    for (QBoxLayout* row : {m_lower, m_more})
        row->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void OverviewPage::showDetail()
{
    m_detail->setStage(m_pair, m_verdict, m_selected);
}

/// The parts of the first stage, once somebody looks there: a table below the page's end would be styled and fitted
/// with each change of appearance for nobody.
void OverviewPage::revealInside()
{
    if (!m_verdict || !m_verdict->drillDown)
        return;
    if (!m_inside->isVisibleTo(this) && (m_insideWanted || !m_insideHead.heading->visibleRegion().isEmpty())) {
        m_inside->setRows(drillRows(*m_verdict));
        m_inside->show();
    }
    if (std::exchange(m_insideWanted, false))  // when the page has its new heights
        QMetaObject::invokeMethod(
            this, [this] { m_area->ensureWidgetVisible(m_inside); }, Qt::QueuedConnection);
}

}  // namespace headwater

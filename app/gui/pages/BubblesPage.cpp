// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/BubblesPage.h"

#include <algorithm>

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

#include "app/gui/pages/PageColumn.h"
#include "app/gui/pages/TracesBar.h"
#include "core/base/Messages.h"
#include "widgets/charts/BubbleChart.h"
#include "widgets/charts/CauseBars.h"
#include "widgets/charts/ChartMenu.h"
#include "widgets/models/CauseTableModel.h"
#include "widgets/panels/Card.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/theme/CauseStyle.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// In Chinese a sentence may begin with the name of a stage, which stays as it is.
QString capital(const QString& text)
{
    if (format::language().code() != "en")
        return text;
    return text.left(1).toUpper() + text.mid(1);
}

}  // namespace

BubblesPage::BubblesPage(QWidget* parent) : Page(parent)
{
    QVBoxLayout* column = scrolledColumn(this);
    column->setSpacing(fontMetrics().height() * 3 / 4);
    m_banner = makeBanner(this);
    column->addWidget(m_banner.card);
    m_traces = new TracesBar(this);
    column->addWidget(m_traces);
    buildChart();
    column->addWidget(chartCard(tr("Times without compute"), {m_note}, m_chart, this), 5);
    m_lower = new QBoxLayout(QBoxLayout::LeftToRight);
    m_lower->setSpacing(fontMetrics().height() * 3 / 4);
    m_lower->addWidget(makeBars(), 1);
    m_lower->addWidget(makeTable(), 1);
    column->addLayout(m_lower, 5);
}

void BubblesPage::buildChart()
{
    m_note = new QLabel(this);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setProperty("tone", u"muted"_s);
    m_chart = new BubbleChart(this);
    m_chart->setDescriber([this](const BubbleChartData::Bubble& bubble) {
        const Gap* gap = gapOf(bubble);
        const Side side = m_chart->data().lanes[bubble.lane].side;
        const RunAnalysisPtr& run = side == Side::Baseline ? m_pair.baseline : m_pair.current;
        return gap && run ? describeGap(*gap, run->cube) : QString();
    });
    connect(m_chart, &BubbleChart::bubbleActivated, this, &BubblesPage::openGap);
}

QWidget* BubblesPage::makeBars()
{
    m_scale = new SegmentBar(this);
    m_scale->setAccessibleName(tr("Scale of the bars"));
    m_scale->add(tr("Time"), tr("Time without compute of each step, mean over the ranks"));
    m_scale->add(tr("Share"), tr("The same as a part of the step"));
    m_scale->setCurrent(0);
    m_bars = new CauseBars(this);
    connect(m_scale, &SegmentBar::chosen, this, [this](int which) { m_bars->setAsShare(which == 1); });
    connect(m_bars, &CauseBars::stepsChosen, this, [this](Side side, qint64 first, qint64 last) {
        ViewRef wish;
        wish.side = side;
        wish.steps = StepRange{first, last};
        emit viewWanted(wish);
    });
    return chartCard(tr("Step by step"), {m_scale}, m_bars, this);
}

QWidget* BubblesPage::makeTable()
{
    m_model = new CauseTableModel(this);
    m_table = new QTableView(this);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Causes of time without compute"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 17 / 10);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->horizontalHeader()->setMinimumSectionSize(fontMetrics().height());
    m_table->setMinimumHeight(fontMetrics().height() * 19);  // every cause and the sum
    addChartMenu(
        m_table, [this](QPainter& painter, QSize) { m_table->render(&painter); }, [this] { return m_model->table(); });
    return chartCard(tr("Causes, mean per step"), {}, m_table, this);
}

QString BubblesPage::headline() const
{
    return m_banner.headline->text();
}

void BubblesPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    const bool narrow = width() < fontMetrics().averageCharWidth() * 235;  // both beside each other with every column
    m_lower->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void BubblesPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_banner.headline)
        m_banner.useFont(*this);
    if (event->type() == QEvent::PaletteChange && m_model)
        fillTable();
}

void BubblesPage::setResult(const PairAnalysis& pair, const VerdictPtr& verdict)
{
    if (!verdict)
        return;
    const bool same = pair.baseline == m_pair.baseline && pair.current == m_pair.current;
    m_pair = pair;
    if (!same || verdict->ownTimes != m_own) {  // ε and colours change nothing of it
        m_own = verdict->ownTimes;
        m_bars->setData(causeBarsData(pair, *verdict));
    }
    fillTable();
    fillBanner(*verdict);
    if (same)
        return;
    m_traces->setResult(pair);
    m_jobs.cancelAll();
    m_gaps = {};
    m_chart->setData({});
    m_note->setText(tr("listing the gaps \u2026"));
    m_pending = 2;
    listGapsOf(0);
    listGapsOf(1);
}

void BubblesPage::listGapsOf(std::size_t side)
{
    const RunAnalysisPtr run = side == 0 ? m_pair.baseline : m_pair.current;
    const GapOptions options{gapsPerRank(m_pair), 1};
    m_jobs.start<std::vector<GapList>>(
        [run, options](const Job& job) -> Result<std::vector<GapList>> {
            return run ? listGaps(*run, options, job) : std::vector<GapList>();
        },
        [this, side](Result<std::vector<GapList>> gaps) { gapsListed(side, std::move(gaps)); });
}

void BubblesPage::gapsListed(std::size_t side, Result<std::vector<GapList>> gaps)
{
    if (gaps)
        m_gaps[side] = std::move(*gaps);
    else
        m_note->setText(format::text(messageText(gaps.error())));
    if (--m_pending > 0)
        return;
    BubbleChartData drawn = bubbleChartData(m_pair, m_gaps);
    std::uint64_t rest = 0;
    for (const auto& lists : m_gaps)
        for (const GapList& list : lists)
            rest += list.restCount;
    if (gaps)
        m_note->setText(drawn.isEmpty() ? QString()
                        : rest == 0     ? tr("%1 gaps").arg(format::count(drawn.bubbles.size()))
                                        : tr("the %1 longest; %2 shorter ones are in the sums")
                                          .arg(format::count(drawn.bubbles.size()), format::count(rest)));
    m_chart->setData(std::move(drawn));
    m_chart->updateGeometry();
    showView(m_view);
}

void BubblesPage::fillTable()
{
    const CauseBarsData& bars = m_bars->data();
    m_model->setData({meanOf(bars.sides[0]), meanOf(bars.sides[1])}, paletteOf(this));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(CauseTableModel::Name, QHeaderView::Stretch);
}

void BubblesPage::fillBanner(const Verdict& verdict)
{
    const auto before = meanOf(m_bars->data().sides[0]);
    const auto after = meanOf(m_bars->data().sides[1]);
    if (!before && !after) {
        m_banner.show(tr("Why the device does not compute is unknown"),
                      tr("Neither run has traces with device activities."), false);
        return;
    }
    const CauseAnswer answer = ioOrCommunication(verdict);
    QString detail;
    if (before && after) {
        const auto ns = [](const StepBubbles& step) { return static_cast<double>(step.bubbles.total()); };
        detail = tr("Time without compute a step: %1 \u2192 %2 (%3).")
                     .arg(format::duration(ns(*before)), format::duration(ns(*after)),
                          format::delta(ns(*after) - ns(*before)));
    } else {
        detail = tr("Only the %1 has traces with device activities: there is nothing to compare with.")
                     .arg(before ? tr("baseline") : tr("current run"));
    }
    const QString because = answer.because.isEmpty() ? QString() : tr(" %1.").arg(capital(answer.because));
    m_banner.show(answer.answer.isEmpty() ? tr("IO or communication? The question did not come up")
                                          : tr("IO or communication? %1").arg(capital(answer.answer)),
                  detail + because, !answer.answer.isEmpty());
}

const Gap* BubblesPage::gapOf(const BubbleChartData::Bubble& bubble) const
{
    const BubbleChartData::Lane& lane = m_chart->data().lanes[bubble.lane];
    const auto side = static_cast<std::size_t>(lane.side);
    const RunAnalysisPtr& run = side == 0 ? m_pair.baseline : m_pair.current;
    const auto found = std::ranges::find(run->ranks, lane.rank, &RankAnalysis::rank);
    const auto at = static_cast<std::size_t>(found - run->ranks.begin());
    if (at >= m_gaps[side].size() || bubble.gap >= m_gaps[side][at].gaps.size())
        return nullptr;
    return &m_gaps[side][at].gaps[bubble.gap];
}

void BubblesPage::openGap(int bubble)
{
    const BubbleChartData::Bubble& chosen = m_chart->data().bubbles[static_cast<std::size_t>(bubble)];
    const Gap* gap = gapOf(chosen);
    if (!gap)
        return;
    ViewRef view;
    view.page = "timeline";
    view.side = m_chart->data().lanes[chosen.lane].side;
    view.ranks = {m_chart->data().lanes[chosen.lane].rank};
    view.steps = StepRange{gap->step, gap->step};
    view.time = gap->time;
    const RunAnalysisPtr& run = *view.side == Side::Baseline ? m_pair.baseline : m_pair.current;
    if (gap->stage < run->cube.stages().size())
        view.stage = run->cube.stages()[gap->stage];
    emit viewWanted(view);
}

ViewRef BubblesPage::marked() const
{
    ViewRef out;
    out.ranks = m_chart->selected();
    out.steps = m_bars->selected();
    return out;
}

void BubblesPage::showView(const ViewRef& view)
{
    m_view = view;
    m_chart->setSelected(view.ranks);
    if (view.steps)
        m_bars->setSelected(view.side, view.steps->first, view.steps->last);
    else
        m_bars->clearSelected();
}

}  // namespace headwater

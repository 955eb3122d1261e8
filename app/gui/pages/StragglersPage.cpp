// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/StragglersPage.h"

#include <algorithm>

#include <QGridLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include "app/gui/pages/PageColumn.h"
#include "widgets/charts/ChartMenu.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/charts/Histogram.h"
#include "widgets/charts/Scatter.h"
#include "widgets/panels/ArrowCombo.h"
#include "widgets/panels/Card.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

StragglersPage::StragglersPage(QWidget* parent) : Page(parent)
{
    const int line = fontMetrics().height();
    QVBoxLayout* column = scrolledColumn(this);
    column->setSpacing(fontMetrics().height() * 3 / 4);
    m_banner = makeBanner(this);
    column->addWidget(m_banner.card);
    m_grid = new QGridLayout;
    m_grid->setSpacing(line * 3 / 4);
    column->addLayout(m_grid, 1);
    m_cards = {makeHistogram(), makeScatter(), makeMap(), makeTable()};
    connectCharts();
    arrange();
}

QWidget* StragglersPage::makeHistogram()
{
    m_timeBar = new SegmentBar(this);
    m_timeBar->setAccessibleName(tr("Which time of a rank"));
    m_timeBar->add(tr("Own time"),
                   tr("What a rank does between collectives, its waiting left out. Without collectives: the step"));
    m_timeBar->add(tr("Pure compute"), tr("Union of the compute kernels of a step. HTA: compute time"));
    m_timeBar->setCurrent(0);
    m_fromZero = new QToolButton(this);
    m_fromZero->setText(tr("From zero"));
    m_fromZero->setToolTip(tr("Begin the axis at zero; off: where the values begin"));
    m_fromZero->setCheckable(true);
    m_fromZero->setChecked(true);
    m_role = new ArrowCombo(this);
    m_role->setAccessibleName(tr("Role of the ranks"));
    m_role->setToolTip(tr("Ranks are compared with ranks that do the same work"));
    m_histogram = new Histogram(this);
    return chartCard(tr("Ranks by time"), {m_fromZero, m_timeBar}, m_histogram, this);
}

QWidget* StragglersPage::makeScatter()
{
    m_scatter = new Scatter(this);
    return chartCard(tr("Waiting against own time"), {m_role}, m_scatter, this);
}

QWidget* StragglersPage::makeMap()
{
    m_sideBar = new SegmentBar(this);
    m_sideBar->setAccessibleName(tr("Run"));
    for (const Side side : {Side::Baseline, Side::Current})
        m_sideBar->add(words::of(side), tr("Ranks of this run, in the map and in the table"));
    m_sideBar->setCurrent(1);
    m_map = new HeatMap(this);
    m_map->setAccessibleName(tr("Own time, rank by step"));
    return chartCard(tr("Rank \u00d7 step"), {m_sideBar}, m_map, this);
}

QWidget* StragglersPage::makeTable()
{
    m_byBar = new SegmentBar(this);
    m_byBar->setAccessibleName(tr("Group by"));
    m_byBar->add(tr("Role"), tr("Ranks that do the same work"));
    m_byBar->add(tr("Host"), tr("Ranks on one host"));
    m_byBar->add(tr("Rack"), tr("Hosts of one rack, where the manifest says \u201crack.HOST\u201d"));
    m_byBar->setCurrent(0);
    m_model = new RankTreeModel(this);
    m_table = new QTreeView(this);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Ranks by group"));
    m_table->setUniformRowHeights(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setIndentation(fontMetrics().height());
    m_table->setMinimumHeight(fontMetrics().height() * 10);
    m_table->header()->setSectionsClickable(false);
    m_table->header()->setMinimumSectionSize(fontMetrics().height());
    m_table->header()->setResizeContentsPrecision(200);  // rows that tell the width, of maybe ten thousand
    addChartMenu(
        m_table, [this](QPainter& painter, QSize) { m_table->render(&painter); }, [this] { return m_model->table(); });
    return chartCard(tr("Group by"), {m_byBar}, m_table, this);
}

void StragglersPage::connectCharts()
{
    connect(m_timeBar, &SegmentBar::chosen, this, [this](int which) {
        m_which = which == 0 ? OwnTime::Local : OwnTime::Pure;
        fillDistribution();
        fillMap();
        fillTable();
    });
    connect(m_fromZero, &QToolButton::toggled, m_histogram, &Histogram::setFromZero);
    connect(m_role, &QComboBox::activated, this, &StragglersPage::fillDistribution);
    connect(m_sideBar, &SegmentBar::chosen, this, [this] {
        fillMap();
        fillTable();
    });
    connect(m_byBar, &SegmentBar::chosen, this, &StragglersPage::fillTable);
    connect(m_histogram, &Histogram::idsSelected, this, &StragglersPage::choose);
    connect(m_scatter, &Scatter::idsSelected, this, &StragglersPage::choose);
    connect(m_map, &HeatMap::rowChosen, this, [this](int rank) { choose({rank}); });
    connect(m_map, &HeatMap::cellChosen, this,
            [this](int row, int) { choose({m_map->data().rows[static_cast<std::size_t>(row)].id}); });
    connect(m_map, &HeatMap::cellActivated, this, &StragglersPage::openStep);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (m_following)
            return;
        std::vector<int> ranks;
        for (const QModelIndex& row : m_table->selectionModel()->selectedRows())
            for (const int rank : m_model->ranksOf(row))
                ranks.push_back(rank);
        std::ranges::sort(ranks);
        ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
        choose(ranks);
    });
}

/// Two columns where both halves have room, else one below the other.
void StragglersPage::arrange()
{
    const int chart = std::max(m_histogram->minimumSizeHint().width(), m_scatter->minimumSizeHint().width());
    const bool wide = width() >= chart * 2 + fontMetrics().height() * 8;
    const bool tableBeside = wide && width() * 3 / 7 >= m_tableWidth + fontMetrics().height() * 4;
    for (QWidget* one : m_cards)
        m_grid->removeWidget(one);
    if (!wide) {
        for (std::size_t i = 0; i < m_cards.size(); ++i)
            m_grid->addWidget(m_cards[i], static_cast<int>(i), 0, 1, 2);
    } else {
        m_grid->addWidget(m_cards[0], 0, 0);
        m_grid->addWidget(m_cards[1], 0, 1);
        m_grid->addWidget(m_cards[2], 1, 0, 1, tableBeside ? 1 : 2);
        m_grid->addWidget(m_cards[3], tableBeside ? 1 : 2, tableBeside ? 1 : 0, 1, tableBeside ? 1 : 2);
    }
    m_grid->setColumnStretch(0, 4);
    m_grid->setColumnStretch(1, wide ? 3 : 4);
}

void StragglersPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    arrange();
}

void StragglersPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_banner.headline)
        m_banner.useFont(*this);
}

Side StragglersPage::shownSide() const
{
    return m_sideBar->current() == 0 ? Side::Baseline : Side::Current;
}

QString StragglersPage::headline() const
{
    return m_banner.headline->text();
}

void StragglersPage::setResult(const PairAnalysis&, const VerdictPtr& verdict)
{
    if (!verdict)
        return;
    // While ε moves the ranks' times stay what they are.
    const bool same = verdict->ownTimes == m_own;
    m_own = verdict->ownTimes;
    fillBanner(verdict->layers[static_cast<std::size_t>(LayerId::Stragglers)]);
    if (same)
        return;
    if (!has(m_own, OwnTime::Pure) && m_which == OwnTime::Pure) {
        m_which = OwnTime::Local;
        m_timeBar->setCurrent(0);
    }
    fillRoles();
    fillDistribution();
    // Of ten thousand ranks this is work of its own: the window answers in between.
    QTimer::singleShot(0, this, &StragglersPage::fillMap);
    QTimer::singleShot(0, this, &StragglersPage::fillTable);
}

void StragglersPage::fillBanner(const Layer& layer)
{
    const StragglerAnswer answer = stragglerAnswer(m_own);
    // The layer looks at single stages too: what it says is not to be contradicted by the whole step's evenness.
    const bool more = !answer.slow && (layer.status == LayerStatus::Warn || layer.status == LayerStatus::Fail);
    if (more)
        m_banner.show(format::text(layer.summary),
                      tr("By the rules for a rank's whole step: %1.").arg(answer.headline) +
                          (answer.detail.isEmpty() ? QString() : u' ' + answer.detail),
                      true);
    else
        m_banner.show(answer.headline, answer.detail, answer.slow);
}

void StragglersPage::fillRoles()
{
    const QString before = m_role->currentText();
    m_roles = rolesOf(m_own);
    m_role->clear();
    for (const std::string& role : m_roles)
        m_role->addItem(role.empty() ? tr("role unknown") : format::text(role));
    m_role->setVisible(m_roles.size() > 1);
    m_role->setCurrentIndex(std::max(0, m_role->findText(before)));
}

void StragglersPage::fillDistribution()
{
    const int at = m_role->currentIndex();
    const std::string role = at < 0 ? std::string() : m_roles[static_cast<std::size_t>(at)];
    m_histogram->setData(ownTimeHistogram(m_own, m_which, role));
    m_scatter->setData(waitScatter(m_own, role));
}

void StragglersPage::fillMap()
{
    m_map->setData(ownTimeMap(m_own[static_cast<std::size_t>(shownSide())], m_which));
    m_map->updateGeometry();
    showRanks();
}

void StragglersPage::fillTable()
{
    m_following = true;
    m_model->setData(m_own, shownSide(), m_which, static_cast<RankTreeModel::By>(m_byBar->current()));
    m_following = false;
    constexpr int kOpen = 8;  // groups; of more only their own lines are shown
    if (m_model->rowCount() <= kOpen)
        m_table->expandAll();
    fitTable();
    showRanks();
}

/// Every column as wide as its text, and the cards where all of them are seen.
void StragglersPage::fitTable()
{
    QHeaderView* header = m_table->header();
    header->setStretchLastSection(false);
    header->resizeSections(QHeaderView::ResizeToContents);
    m_tableWidth = 0;
    for (int column = 0; column < header->count(); ++column)
        m_tableWidth += header->sectionSize(column);
    header->setStretchLastSection(true);
    arrange();
}

void StragglersPage::showView(const ViewRef& view)
{
    m_view = view;
    if (view.side) {
        const int wanted = *view.side == Side::Baseline ? 0 : 1;
        if (wanted != m_sideBar->current()) {
            m_sideBar->setCurrent(wanted);
            fillMap();
            fillTable();
        }
    }
    showRanks();
}

void StragglersPage::showRanks()
{
    m_histogram->setSelected(m_view.ranks);
    m_scatter->setSelected(m_view.ranks);
    m_map->setSelected(m_view.ranks);
    showSteps();
    m_following = true;
    QItemSelection selection;
    constexpr std::size_t kMost = 200;  // rows of a table that are marked one by one
    for (std::size_t i = 0; i < std::min(m_view.ranks.size(), kMost); ++i)
        if (const QModelIndex row = m_model->indexOf(m_view.ranks[i]); row.isValid())
            selection.select(row, row);
    if (m_table->hasFocus() && m_table->selectionModel()->hasSelection() && m_view.ranks.empty())
        selection = {};
    if (!m_table->hasFocus())
        m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!m_table->hasFocus() && !selection.isEmpty())
        m_table->scrollTo(selection.first().topLeft());
    m_following = false;
}

/// The columns of the selected steps.
void StragglersPage::showSteps()
{
    const OwnTimesPtr& own = m_own[static_cast<std::size_t>(shownSide())];
    int first = -1;
    int last = -1;
    if (own && m_view.steps)
        for (std::size_t i = 0; i < own->steps.size(); ++i)
            if (own->steps[i] >= m_view.steps->first && own->steps[i] <= m_view.steps->last) {
                first = first < 0 ? static_cast<int>(i) : first;
                last = static_cast<int>(i);
            }
    m_map->setSelectedColumns(first, last);
}

ViewRef StragglersPage::marked() const
{
    ViewRef out;
    out.ranks = m_map->selected();
    const OwnTimesPtr& own = m_own[static_cast<std::size_t>(shownSide())];
    if (const auto [first, last] = m_map->selectedColumns(); own && first >= 0)
        out.steps = StepRange{own->steps[static_cast<std::size_t>(first)], own->steps[static_cast<std::size_t>(last)]};
    return out;
}

void StragglersPage::choose(const std::vector<int>& ranks)
{
    ViewRef wish;
    wish.ranks = ranks;
    emit viewWanted(wish, ranks.empty() ? ViewPart::Ranks : ViewPart::None);
}

void StragglersPage::openStep(int row, int column)
{
    const OwnTimesPtr& own = m_own[static_cast<std::size_t>(shownSide())];
    const std::int64_t step = own->steps.at(static_cast<std::size_t>(column));
    ViewRef view;
    view.page = "timeline";
    view.side = shownSide();
    view.ranks = {m_map->data().rows[static_cast<std::size_t>(row)].id};
    view.steps = StepRange{step, step};
    emit viewWanted(view);
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/ScalePage.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QClipboard>
#include <QDropEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QPointer>
#include <QPushButton>

#include "app/gui/Paths.h"
#include "app/gui/ScaleBoard.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/ScaleSizes.h"
#include "app/gui/pages/ScaleStart.h"
#include "app/gui/pages/StartPage.h"
#include "core/analysis/scale/SimulatedCluster.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/scale/IsolationPanel.h"
#include "widgets/scale/PairPanel.h"
#include "widgets/scale/ResultEntry.h"
#include "widgets/scale/TopologyMap.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Palette.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::uint64_t kExampleSeed = 7;

/// The files of a drop that this page may read: a single one, or several of which one is plainly of its kind. Folders,
/// runs and investigations are the window's.
QStringList droppedFiles(const QMimeData* data)
{
    const QStringList paths = droppedPaths(data);
    const bool files = std::ranges::all_of(
        paths, [](const QString& path) { return QFileInfo(path).isFile() && !path.endsWith(u".headwater"); });
    return files && (paths.size() == 1 || anyScaleFile(toPaths(paths))) ? paths : QStringList();
}

std::string shellText(const scale::ScalePlan& plan)
{
    std::string out;
    for (const NodeSet& group : plan.state.next->groups)
        out += scale::runCommand(group, plan.cluster) + "\n";
    return out;
}

}  // namespace

void ScalePage::connectParts()
{
    connect(m_start, &ScaleStart::fileWanted, this, &ScalePage::fileWanted);
    connect(m_start, &ScaleStart::exampleWanted, this,
            [this] { proposeCase(scale::simulatedCase(kExampleSeed), tr("show a simulated example")); });
    connect(m_start, &ScaleStart::plainWanted, this, [this](int gpus, int perNode) {
        ScaleCase next;
        next.cluster = scale::clusterOfSize(gpus, perNode);
        next.badGpus = gpus;
        proposeCase(next, tr("plan without a topology"));
    });
    connect(m_start, &ScaleStart::namedWanted, this, [this] {
        if (const auto named = m_run ? topologyNamedBy(*m_run) : std::nullopt)
            readFiles({QString::fromStdString(named->string())});
    });
    connect(m_sizes, &ScaleSizes::chosen, this, &ScalePage::proposeCase);
    connect(m_map, &TopologyMap::nodesChosen, this, &ScalePage::choose);
    connect(m_pairs, &PairPanel::nodesChosen, this, &ScalePage::choose);
    connect(m_isolation, &IsolationPanel::nodesChosen, this, &ScalePage::choose);
    connect(m_isolation, &IsolationPanel::removeWanted, this, [this] {
        ScaleCase next = m_board.now();
        next.isolation.clear();
        proposeCase(next, tr("take out the results of isolation tests"));
    });
    for (RowsTable* table : {m_next, m_done})
        connect(table, &RowsTable::rowChosen, this, [this, table](int row) { chooseGroup(table, row); });
    connect(m_entry, &ResultEntry::entered, this, [this](const ScaleExperiment& experiment) {
        ScaleCase next = m_board.now();
        next.experiments.push_back(experiment);
        proposeCase(next, tr("add a result"));
    });
    connect(m_entry, &ResultEntry::measureWanted, this, &ScalePage::askMeasured);
    connect(m_stop, &QPushButton::clicked, this, &ScalePage::stop);
    connect(m_isolation, &IsolationPanel::baselineWanted, this, &ScalePage::baselineWanted);
    connect(m_nodes, &QPushButton::clicked, this, &ScalePage::askNodes);
    connect(m_simulate, &QPushButton::clicked, this, [this] {
        ScaleCase next = m_board.now();
        next.experiments.push_back(scale::simulatedResult(m_planned->plan, next.simulated.value_or(0)));
        proposeCase(next, tr("run it on the simulated cluster"));
    });
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(QString::fromStdString(shellText(m_planned->plan))); });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        ScaleCase next = m_board.now();
        next.experiments.pop_back();
        proposeCase(next, tr("take out the last result"));
    });
    connect(m_clear, &QPushButton::clicked, this, [this] { m_board.change({}, tr("start over")); });
    connect(&m_board, &ScaleBoard::changed, this, &ScalePage::follow);
}

void ScalePage::showPlan()
{
    const scale::ScalePlan& plan = m_planned->plan;
    m_start->hide();
    m_work->show();
    m_ranks = ranksOfNodes(plan.cluster, m_run.get());
    const bool found = plan.state.diagnosis != scale::Diagnosis::Open;
    QString detail = evidenceText(plan);
    if (m_planned->given.simulated)
        detail += u' ' + tr("A simulated cluster: nothing here was measured on real machines.");
    if (!plan.topologyKnown)
        detail += u' ' + tr("The switches are not known: no switch can be named, and groups may miss the path between "
                            "switches.");
    m_banner.show(format::text(scale::conclusionOf(plan)), detail, found);
    m_sizes->setCase(m_planned->given);
    m_map->setData(topologyOf(plan, m_ranks));
    const bool ranked = std::ranges::any_of(m_ranks.ofNode, [](const auto& ranks) { return !ranks.empty(); });
    m_ranksNote->setVisible(m_run != nullptr);
    m_ranksNote->setText(!ranked           ? tr("No rank of the current run is on these nodes.")
                         : m_ranks.assumed ? tr("The ranks name no host: they are assumed on the nodes in order.")
                                           : tr("Ranks are on the nodes whose names they give as host."));
    const bool next = plan.state.next.has_value();
    m_nextHead.say(next ? format::text(scale::reasonOf(*plan.state.next)) + u' ' + costText(*plan.state.next)
                        : tr("None: nothing is left to tell apart."));
    for (QWidget* part : std::initializer_list<QWidget*>{m_next, m_copy, m_entry, m_outcomeHead.heading, m_outcomes})
        part->setVisible(next);
    m_simulate->setVisible(next && m_planned->given.simulated);
    m_next->setRows(nextRows(plan, m_ranks));
    m_entry->setPlan(plan);
    m_outcomes->setRows(outcomeRows(plan));
    const bool done = !plan.experiments.empty();
    m_doneHead.say(done ? QString() : tr("None yet."));
    m_done->setVisible(done);
    m_remove->setVisible(done);
    m_done->setRows(experimentRows(plan, m_ranks));
    m_isolation->setPlan(plan, m_ranks);
    m_isolation->removeButton()->setVisible(!m_planned->given.isolation.empty());
    m_isolation->baselineButton()->setVisible(
        std::ranges::any_of(m_planned->given.isolation, [](const IsolationResult& one) {
            return one.kind == IsolationKind::NcclTests && one.group.baseline.values.empty();
        }));
    const bool pairs = !m_planned->pairs.empty();
    m_pairHead.heading->setVisible(pairs);
    m_pairs->setVisible(pairs);
    m_pairs->setMatrices(m_planned->pairs, plan.cluster, m_ranks);
    mark();
}

void ScalePage::say(const QString& trouble)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, paletteOf(this).currentText);
    m_trouble->setPalette(colours);
    m_trouble->setText(trouble);
    m_trouble->setVisible(!trouble.isEmpty());
}

QString ScalePage::headline() const
{
    return m_banner.headline->text();
}

QString ScalePage::trouble() const
{
    return m_trouble->text();
}

void ScalePage::setResult(const PairAnalysis& pair, const VerdictPtr&)
{
    const RunPtr run = pair.current ? pair.current->run : nullptr;
    if (run == m_run)
        return;
    m_run = run;
    const auto named = m_run ? topologyNamedBy(*m_run) : std::nullopt;
    m_start->setNamed(named ? QString::fromStdString(named->string()) : QString());
    if (m_planned)
        showPlan();
}

/// Nodes whose ranks are not known can be chosen here too: they stay until other ranks are selected.
void ScalePage::showView(const ViewRef& view)
{
    m_view = view;
    mark();
}

void ScalePage::mark()
{
    if (!m_planned)
        return;
    std::vector<int> here;  // the selected ranks that are on a node
    std::vector<int> nodes;
    for (std::size_t node = 0; node < m_ranks.ofNode.size(); ++node) {
        const std::size_t before = here.size();
        std::ranges::set_intersection(m_ranks.ofNode[node], m_view.ranks, std::back_inserter(here));
        if (here.size() > before)
            nodes.push_back(static_cast<int>(node));
    }
    std::ranges::sort(here);
    if (ranksOn(m_ranks, m_chosen) != here)
        m_chosen = nodes;
    m_map->setSelected(m_chosen, m_view.ranks);
    m_pairs->setSelected(m_chosen);
    for (RowsTable* table : {m_next, m_done, m_pairs->outliers()})
        table->showView(m_view);
    m_isolation->showView(m_view);
}

ViewRef ScalePage::marked() const
{
    ViewRef out;
    if (m_planned)
        out.ranks = m_map->selectedRanks();
    return out;
}

void ScalePage::choose(const std::vector<int>& nodes)
{
    m_chosen = nodes;
    ViewRef wish;
    wish.ranks = ranksOn(m_ranks, nodes);
    if (wish.ranks.empty() && m_view.ranks.empty())
        return mark();
    emit viewWanted(wish, wish.ranks.empty() ? ViewPart::Ranks : ViewPart::None);
    mark();
}

void ScalePage::chooseGroup(const RowsTable* table, int row)
{
    const scale::ScalePlan& plan = m_planned->plan;
    if (table == m_next && plan.state.next)
        return choose(plan.state.next->groups[static_cast<std::size_t>(row)]);
    for (const auto& experiment : plan.experiments) {
        if (row < static_cast<int>(experiment.size()))
            return choose(experiment[static_cast<std::size_t>(row)].result.nodes);
        row -= static_cast<int>(experiment.size());
    }
}

void ScalePage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFiles(event->mimeData()).isEmpty())
        event->acceptProposedAction();
    else
        event->ignore();  // runs and investigations are the window's
}

void ScalePage::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    readFiles(droppedFiles(event->mimeData()));
}

void ScalePage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_banner.headline)
        m_banner.useFont(*this);
}

}  // namespace headwater

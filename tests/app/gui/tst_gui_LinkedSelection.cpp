// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include <QRegularExpression>
#include <QTemporaryDir>

#include "app/gui/pages/BubblesPage.h"
#include "app/gui/pages/CorrectnessPage.h"
#include "app/gui/pages/OverviewPage.h"
#include "app/gui/pages/ReportPage.h"
#include "app/gui/pages/ResourcesPage.h"
#include "app/gui/pages/ScalePage.h"
#include "app/gui/pages/StragglersPage.h"
#include "app/gui/pages/TimelinePage.h"
#include "app/gui/pages/WhatIfPage.h"
#include "tests/app/gui/Investigation.h"
#include "tests/app/gui/Workshop.h"
#include "widgets/charts/CauseBars.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/charts/LineChart.h"
#include "widgets/charts/StageBarChart.h"
#include "widgets/charts/StepSeriesChart.h"
#include "widgets/models/FindingView.h"
#include "widgets/panels/FindingsPanel.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/panels/StageDetailPanel.h"
#include "widgets/panels/StatisticsTable.h"
#include "widgets/scale/TopologyMap.h"
#include "widgets/theme/Theme.h"
#include "widgets/timeline/TimelineView.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// Which parts of a selection a page marks.
struct Knows {
    bool stage = false, steps = false, ranks = false;
    std::optional<LayerId> findings = {};  ///< those of this layer
};

const std::map<QString, Knows>& known()
{
    static const std::map<QString, Knows> table = {
        {u"overview"_s, {.stage = true, .steps = true}},
        {u"correctness"_s, {.steps = true, .findings = LayerId::Correctness}},
        {u"resources"_s, {.steps = true, .ranks = true, .findings = LayerId::Resources}},
        {u"timeline"_s, {.stage = true, .steps = true, .ranks = true}},
        {u"bubbles"_s, {.steps = true, .ranks = true}},
        {u"stragglers"_s, {.steps = true, .ranks = true}},
        {u"whatif"_s, {.stage = true, .ranks = true}},
        {u"scale"_s, {.ranks = true}},
        {u"inputs"_s, {}},
        {u"report"_s, {}},  // a document: what is selected shows on the pages
    };
    return table;
}

void clickRow(QTableView* table, int row)
{
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(row, 0)).center());
}

}  // namespace

/// A stage, steps, ranks or a finding that is selected on one page is selected on all that know such a thing.
class TestLinkedSelection : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase() { m_window.reset(); }
    void everyPageSaysWhatItMarks();
    void selectedHereIsSelectedEverywhere_data();
    void selectedHereIsSelectedEverywhere();
    void aStageLeavesStepsAndRanks();
    void emptiedPartsGo();
    void everyNodeOpensItsPage();
    void theDetailIsOfTheRanksThatRegressed();

private:
    template <class T>
    T* page(const QString& name)
    {
        return qobject_cast<T*>(fixtures::settled(*m_window, name));
    }
    [[nodiscard]] const ViewRef& view() const { return m_window->session().view(); }
    [[nodiscard]] std::int64_t lastStep() const { return m_window->session().pair().current->cube.steps().back(); }
    [[nodiscard]] std::int64_t firstCompared() const
    {
        const auto& steps = m_window->session().pair().current->cube.steps();
        return steps.at(static_cast<std::size_t>(m_window->session().verdict()->warmupRemoved));
    }
    void select(const QString& where);
    void markedEverywhere();

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestLinkedSelection::initTestCase()
{
    m_window = fixtures::windowOf(m_folder, "thermal-rank");
    QVERIFY(m_window);
    ScaleCase cluster;  // the hosts of all ranks, and one that had no part
    cluster.cluster = {{{"spare", "leaf", {}}}, 2};
    for (const RankData& rank : m_window->session().pair().current->run->ranks)
        if (cluster.cluster.nodes.back().name != rank.host)
            cluster.cluster.nodes.push_back({rank.host, "leaf", {}});
    m_window->session().scale().change(cluster, u"nodes"_s);
    QVERIFY(fixtures::settled(*m_window, u"scale"_s));
}

void TestLinkedSelection::everyPageSaysWhatItMarks()
{
    for (const PageRow& row : pageTable())
        QVERIFY2(known().contains(row.name), qPrintable(row.name + u": say in known() what it marks"_s));
}

/// What is selected now is marked on every page, and nothing else is.
void TestLinkedSelection::markedEverywhere()
{
    const Finding* finding = findingOf(*m_window->session().verdict(), view().finding);
    for (const PageRow& row : pageTable()) {
        const Page* shown = fixtures::settled(*m_window, row.name);
        QVERIFY2(shown, qPrintable(row.name));
        const Knows& knows = known().at(row.name);
        const ViewRef marked = shown->marked();
        const auto say = [&](const char* part) {
            return QByteArray(qPrintable(row.name)) + ": " + part + ", selected " + toText(view()).c_str() +
                   ", marked " + toText(marked).c_str();
        };
        QVERIFY2(marked.stage == (knows.stage ? view().stage : std::string()), say("stage").constData());
        // The map of the stragglers has the steps that are compared, no warm-up.
        const bool hasSteps = row.name != u"stragglers"_s || (view().steps && view().steps->last >= firstCompared());
        QVERIFY2(marked.steps == (knows.steps && hasSteps ? view().steps : std::nullopt), say("steps").constData());
        QVERIFY2(marked.ranks == (knows.ranks ? view().ranks : std::vector<int>()), say("ranks").constData());
        const bool here = finding && knows.findings == finding->layer;
        QVERIFY2(marked.finding == (here ? view().finding : std::string()), say("finding").constData());
    }
    for (const FindingCard* card : m_window->workbench()->findings()->cards())
        QCOMPARE(card->selected(), card->id().toStdString() == view().finding);
}

void TestLinkedSelection::selectedHereIsSelectedEverywhere_data()
{
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("part");
    for (const auto& [where, part] : std::vector<std::pair<const char*, const char*>>{{"overview", "stage"},
                                                                                      {"overview", "steps"},
                                                                                      {"correctness", "steps"},
                                                                                      {"resources", "ranks"},
                                                                                      {"resources", "finding"},
                                                                                      {"timeline", "steps ranks"},
                                                                                      {"bubbles", "steps"},
                                                                                      {"stragglers", "ranks"},
                                                                                      {"whatif", "stage"},
                                                                                      {"whatif", "ranks"},
                                                                                      {"scale", "ranks"},
                                                                                      {"panel", "finding"}})
        QTest::addRow("%s, %s", where, part) << QString::fromLatin1(where) << QString::fromLatin1(part);
}

void TestLinkedSelection::selectedHereIsSelectedEverywhere()
{
    QFETCH(QString, where);
    QFETCH(QString, part);
    // Something else is selected before.
    const auto& stages = m_window->session().verdict()->stages;
    ViewRef before;
    before.page = "overview";
    before.stage = stages.front().stage;
    before.steps = StepRange{lastStep() - 3, lastStep() - 2};
    before.ranks = {0};
    m_window->session().setView(before);
    select(where + u' ' + part);
    QVERIFY(!QTest::currentTestFailed());
    if (part == u"stage")
        QVERIFY(view().stage != before.stage && view().steps == before.steps && view().ranks == before.ranks);
    // A slice of the timeline lies in a stage too; elsewhere the stage stays.
    const bool staged = where == u"timeline" ? !view().stage.empty() : view().stage == before.stage;
    if (part.contains(u"steps"))
        QVERIFY2(view().steps && view().steps != before.steps && staged, toText(view()).c_str());
    if (part.contains(u"ranks"))
        QVERIFY(!view().ranks.empty() && view().ranks != before.ranks && staged);
    if (part == u"finding")
        QVERIFY(!view().finding.empty());
    markedEverywhere();
}

/// By mouse or key on the page itself.
void TestLinkedSelection::select(const QString& what)
{
    const std::map<QString, std::function<void()>> ways = {
        {u"overview stage"_s,
         [&] {
             StageBarChart* chart = page<OverviewPage>(u"overview"_s)->chart();
             QTest::mouseClick(chart, Qt::LeftButton, {}, chart->chartLayout().columns[2].bar[1].center().toPoint());
         }},
        {u"overview steps"_s,
         [&] {
             StepSeriesChart* series = page<OverviewPage>(u"overview"_s)->detail()->series();
             QTest::keyClick(series, Qt::Key_End);
             QTest::keyClick(series, Qt::Key_Return);
         }},
        {u"correctness steps"_s,
         [&] {
             LineChart* loss = page<CorrectnessPage>(u"correctness"_s)->chart(LoggedQuantity::Loss);
             QTest::mouseClick(loss, Qt::LeftButton, {}, loss->chartLayout().traces[0].points.back().at.toPoint());
         }},
        {u"resources ranks"_s,
         [&] {
             HeatMap* map = page<ResourcesPage>(u"resources"_s)->heatMap();
             const HeatMapLayout layout = map->chartLayout();
             QTest::mouseClick(map, Qt::LeftButton, {}, QPointF(layout.names.center().x(), layout.yOf(2.5)).toPoint());
         }},
        {u"resources finding"_s, [&] { clickRow(page<ResourcesPage>(u"resources"_s)->findings(), 0); }},
        {u"timeline steps ranks"_s,
         [&] {
             TimelineView* timeline = page<TimelinePage>(u"timeline"_s)->view();
             const TimelineLayout layout = timeline->timelineLayout();
             for (const TimelineRow& row : layout.rows)
                 for (double share = 0.3; share < 0.9 && row.rank == 2; share += 0.001) {
                     const QPoint at(qRound(layout.plot.left() + layout.plot.width() * share),
                                     qRound(row.box.center().y()));
                     const auto pick = pickAt(*timeline->data(), layout, at);
                     if (pick && pick->kind != TimelinePick::Kind::Gap)  // a gap selects its stage as well
                         return QTest::mouseClick(timeline, Qt::LeftButton, {}, at);
                 }
             QFAIL("no slice to click");
         }},
        {u"bubbles steps"_s, [&] { QTest::keyClick(page<BubblesPage>(u"bubbles"_s)->bars(), Qt::Key_End); }},
        {u"stragglers ranks"_s,
         [&] {
             HeatMap* map = page<StragglersPage>(u"stragglers"_s)->heatMap();
             QTest::mouseClick(map, Qt::LeftButton, {}, map->chartLayout().cell(2, 1).center().toPoint());
         }},
        {u"whatif stage"_s, [&] { clickRow(page<WhatIfPage>(u"whatif"_s)->stageTable(), 1); }},
        {u"whatif ranks"_s,
         [&] {
             RowsTable* table = page<WhatIfPage>(u"whatif"_s)->rankTable();
             const auto& rows = table->rowsModel()->rows().rows;
             const auto other = std::ranges::find_if(
                 rows, [](const RowsRow& row) { return !row.view.ranks.empty() && row.view.ranks.front() != 0; });
             QVERIFY(other != rows.end());
             clickRow(table, static_cast<int>(other - rows.begin()));
         }},
        {u"scale ranks"_s,
         [&] {
             TopologyMap* map = page<ScalePage>(u"scale"_s)->map();
             for (const TopologyLayout::Item& item : map->chartLayout().items)
                 if (nodesOf(map->data(), item) == std::vector{2})
                     return QTest::mouseClick(map, Qt::LeftButton, {}, item.box.center().toPoint());
             QFAIL("the node is not drawn");
         }},
        {u"panel finding"_s, [&] { QTest::keyClick(m_window->workbench()->findings()->cards()[1], Qt::Key_Return); }},
    };
    ways.at(what)();
}

void TestLinkedSelection::aStageLeavesStepsAndRanks()
{
    ViewRef before = view();
    before.steps = StepRange{lastStep() - 4, lastStep() - 2};
    before.ranks = {1, 3};
    before.finding.clear();
    m_window->session().setView(before);
    StageBarChart* chart = page<OverviewPage>(u"overview"_s)->chart();
    for (const std::size_t column : {0, 3}) {
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->chartLayout().columns[column].bar[1].center().toPoint());
        QVERIFY(view().steps == before.steps);
        QCOMPARE(view().ranks, before.ranks);
    }
    markedEverywhere();
}

void TestLinkedSelection::emptiedPartsGo()
{
    StepSeriesChart* series = page<OverviewPage>(u"overview"_s)->detail()->series();
    QTest::keyClick(series, Qt::Key_End);
    if (!view().steps)
        QTest::keyClick(series, Qt::Key_Return);
    const std::vector<int> ranks = view().ranks;
    QTest::keyClick(series, Qt::Key_Return);
    if (view().steps)
        QTest::keyClick(series, Qt::Key_Return);
    QVERIFY(!view().steps);  // the same step again
    QCOMPARE(view().ranks, ranks);
    markedEverywhere();
}

void TestLinkedSelection::everyNodeOpensItsPage()
{
    const std::map<QString, QString> pages = {{u"correctness"_s, u"correctness"_s},
                                              {u"resources"_s, u"resources"_s},
                                              {u"timeline"_s, u"timeline"_s},
                                              {u"io-or-communication"_s, u"bubbles"_s},
                                              {u"stragglers"_s, u"stragglers"_s}};
    std::size_t seen = 0;
    for (FlowNode* node : m_window->workbench()->rail()->nodes()) {
        const auto wanted = pages.find(node->node().id);
        if (wanted == pages.end())
            continue;
        ++seen;
        m_window->workbench()->showPage(u"inputs"_s);
        QTest::mouseClick(node, Qt::LeftButton, {}, QPoint(10, 10));
        fixtures::answer(m_window.get(), u"the heat is known"_s);  // where an earlier layer fails
        QCOMPARE(m_window->workbench()->pageShown(), wanted->second);
    }
    QCOMPARE(seen, pages.size());
}

void TestLinkedSelection::theDetailIsOfTheRanksThatRegressed()
{
    const Verdict& verdict = *m_window->session().verdict();
    const auto stage = std::ranges::find_if(verdict.stages, [](const StageVerdict& one) {
        return one.regressedIn && one.regressedIn->across == AcrossRanks::Max && !one.regressedIn->ranks.empty();
    });
    QVERIFY(stage != verdict.stages.end());
    ViewRef there;
    there.page = "overview";
    there.stage = stage->stage;
    m_window->session().setView(there);
    StageDetailPanel* detail = page<OverviewPage>(u"overview"_s)->detail();
    const QString rank = QString::number(stage->regressedIn->ranks.front());
    QVERIFY2(detail->note().contains(u"rank %1"_s.arg(rank)), qPrintable(detail->note()));
    // The panel's numbers are those that the verdict rests on, not those of the median rank.
    const StageDetail shown = stageDetail(m_window->session().pair(), verdict, stage->stage);
    const auto which = static_cast<std::size_t>(stage->regressedIn->statistic);
    QVERIFY(std::abs(shown.statistics[1].value[which] / shown.statistics[0].value[which] - 1 -
                     *stage->regressedIn->ratio) < 0.02);
    QVERIFY(*stage->regressedIn->ratio > 0.1);
    const std::vector<AccessibleRow> rows = detail->statistics()->accessibleRows();
    QVERIFY(!rows.empty());
    // A stage that is judged by the median over the ranks says nothing of single ones.
    const auto other = std::ranges::find_if(verdict.stages, [](const StageVerdict& one) { return !one.regressedIn; });
    if (other == verdict.stages.end())
        return;
    there.stage = other->stage;
    m_window->session().setView(there);
    QVERIFY(!detail->note().contains(u"rank"_s));
}

}  // namespace headwater

QTEST_MAIN(headwater::TestLinkedSelection)
#include "tst_gui_LinkedSelection.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <QAbstractButton>
#include <QLocale>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "app/gui/pages/BubblesPage.h"
#include "app/gui/pages/StragglersPage.h"
#include "core/ingest/LoadRun.h"
#include "core/simulate/Simulate.h"
#include "core/triage/Decide.h"
#include "tests/app/gui/StageMetrics.h"
#include "widgets/charts/BubbleChart.h"
#include "widgets/charts/CauseBars.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/charts/Histogram.h"
#include "widgets/charts/Scatter.h"
#include "widgets/models/RankTreeModel.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;
using Ids = std::vector<int>;

namespace {

struct Judged {
    PairAnalysis pair;
    VerdictPtr verdict;
};

Judged judge(const std::filesystem::path& baseline, const std::filesystem::path& current)
{
    std::array<RunPtr, 2> runs;
    for (const auto& [path, run] : {std::pair(&baseline, &runs[0]), std::pair(&current, &runs[1])}) {
        auto loaded = loadRun(std::span(path, 1), {}, {});
        if (!loaded)
            return {};
        *run = *loaded;
    }
    auto pair = analyzePair(runs[0], runs[1], {}, {});
    if (!pair)
        return {};
    const Policy policy;
    auto basis = prepareDecision(*pair, policy, {});
    if (!basis)
        return {};
    return {*pair, std::make_shared<const Verdict>(decide(**basis, policy))};
}

ViewRef lastView(const QSignalSpy& spy)
{
    return spy.last().first().value<ViewRef>();
}

}  // namespace

/// The pages of ranks and of gaps over simulated runs, driven by mouse and keys.
class TestChartPages : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void aSlowRankIsNamedAndLinked();
    void oneTimeAndTheOther();
    void groupsByHost();
    void aCellOpensTheTimeline();
    void oneRankASideIsSaid();
    void aGapOpensTheTimeline();
    void causesStepByStep();
    void tablesWithoutTracesAreUnknown();
    void everythingIsReachableByKeys();

private:
    QTemporaryDir m_folder;
    Judged m_slow, m_tables;
};

void TestChartPages::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English));
    applyTheme(*qApp, lightPalette());
    qRegisterMetaType<ViewRef>();
    const std::filesystem::path root = m_folder.path().toStdString();
    SimulationOptions options;
    options.ranks = 8;
    options.steps = 12;
    options.eventsPerStep = 60;
    QVERIFY(simulate("slow-rank", root / "slow", options, {}));
    m_slow = judge(root / "slow/baseline", root / "slow/current");
    QVERIFY(m_slow.verdict);
    const QDir dir(m_folder.path());
    m_tables = judge(fixtures::writeMetrics(dir, u"fine.csv"_s, 24, 20).toStdString(),
                     fixtures::writeMetrics(dir, u"late.csv"_s, 24, 26).toStdString());
    QVERIFY(m_tables.verdict);
}

void TestChartPages::aSlowRankIsNamedAndLinked()
{
    StragglersPage page;
    page.resize(1'100, 900);
    page.setResult(m_slow.pair, m_slow.verdict);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QTRY_VERIFY(!page.heatMap()->data().isEmpty());
    QTRY_VERIFY(page.table()->model()->rowCount() > 0);
    QCOMPARE(m_slow.verdict->stragglers.size(), std::size_t(1));
    const int slow = m_slow.verdict->stragglers.front().rank;
    QVERIFY2(page.headline().startsWith(u"Rank %1 holds the others back"_s.arg(slow)), qPrintable(page.headline()));

    QSignalSpy wanted(&page, &Page::viewWanted);
    QTest::keyClick(page.histogram(), Qt::Key_End);
    QCOMPARE(lastView(wanted).ranks, Ids{slow});
    // What is selected elsewhere keeps its other parts.
    ViewRef view;
    view.stage = "forward";
    view.ranks = {slow};
    page.showView(view);
    QTest::mouseClick(page.scatter(), Qt::LeftButton, {}, page.scatter()->chartLayout().points[1].front().toPoint());
    QCOMPARE(merged(view, lastView(wanted)).stage, std::string("forward"));
    QVERIFY(lastView(wanted).ranks != Ids{slow});
    page.showView(view);
    const QModelIndexList rows = page.table()->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.front().data(RankTreeModel::RankRole).toInt(), slow);
    // ε moves: a new verdict of the same runs leaves the view of the map.
    page.heatMap()->setCursorCell(1, 1);
    page.setResult(m_slow.pair, std::make_shared<const Verdict>(*m_slow.verdict));
    QCOMPARE(page.heatMap()->cursorRow(), 1);
}

void TestChartPages::oneTimeAndTheOther()
{
    StragglersPage page;
    page.resize(1'100, 900);
    page.setResult(m_slow.pair, m_slow.verdict);
    auto* pure = [&] {
        for (auto* button : page.findChildren<QAbstractButton*>())
            if (button->text() == u"Pure compute"_s)
                return button;
        return static_cast<QAbstractButton*>(nullptr);
    }();
    QVERIFY(pure);
    pure->click();
    const auto& own = *m_slow.verdict->ownTimes[1];
    QCOMPARE(page.histogram()->data().sides[1].back().value, std::ranges::max(own.typicalPure));
    QVERIFY(std::ranges::max(own.typicalPure) != std::ranges::max(own.typicalLocal));
    QCOMPARE(page.histogram()->data().title, u"pure compute per step"_s);
}

void TestChartPages::groupsByHost()
{
    StragglersPage page;
    page.setResult(m_slow.pair, m_slow.verdict);
    QTRY_VERIFY(page.table()->model()->rowCount() > 0);
    for (auto* button : page.findChildren<QAbstractButton*>())
        if (button->text() == u"Host"_s)
            button->click();
    QSignalSpy wanted(&page, &Page::viewWanted);
    const QModelIndex group = page.table()->model()->index(0, 0);
    page.table()->selectionModel()->select(group, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QCOMPARE(lastView(wanted).ranks.size(), static_cast<std::size_t>(page.table()->model()->rowCount(group)));
}

void TestChartPages::aCellOpensTheTimeline()
{
    StragglersPage page;
    page.resize(1'100, 900);
    page.setResult(m_slow.pair, m_slow.verdict);
    QTRY_VERIFY(!page.heatMap()->data().isEmpty());
    QSignalSpy wanted(&page, &Page::viewWanted);
    page.heatMap()->setCursorCell(3, 2);
    QTest::keyClick(page.heatMap(), Qt::Key_Return);
    const ViewRef view = lastView(wanted);
    QCOMPARE(view.page, std::string("timeline"));
    QCOMPARE(view.ranks, Ids{page.heatMap()->data().rows[3].id});
    QCOMPARE(QString::number(view.steps->first), page.heatMap()->data().columns[2]);
    QCOMPARE(*view.side, Side::Current);
}

void TestChartPages::oneRankASideIsSaid()
{
    StragglersPage page;
    page.resize(700, 600);
    page.setResult(m_tables.pair, m_tables.verdict);
    QVERIFY(page.headline().contains(u"unknown"_s));
    QVERIFY(page.scatter()->data().isEmpty());
    static_cast<void>(page.grab());
}

void TestChartPages::aGapOpensTheTimeline()
{
    BubblesPage page;
    page.resize(1'100, 900);
    page.setResult(m_slow.pair, m_slow.verdict);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QTRY_VERIFY_WITH_TIMEOUT(!page.busy() && !page.chart()->data().isEmpty(), 20'000);
    QCOMPARE(page.chart()->data().lanes.size(), std::size_t(16));
    QCoreApplication::processEvents();  // the layout follows the lanes
    QSignalSpy wanted(&page, &Page::viewWanted);
    const BubbleLayout layout = page.chart()->chartLayout();
    const BubbleLayout::Spot& spot = layout.spots.back();
    QTest::mouseClick(page.chart(), Qt::LeftButton, {}, spot.centre.toPoint());
    QCOMPARE(wanted.size(), 1);
    const ViewRef view = lastView(wanted);
    QCOMPARE(view.page, std::string("timeline"));
    const BubbleChartData::Bubble& bubble = page.chart()->data().bubbles[spot.bubble];
    const BubbleChartData::Lane& lane = page.chart()->data().lanes[bubble.lane];
    QCOMPARE(view.ranks, Ids{lane.rank});
    QCOMPARE(*view.side, lane.side);
    QCOMPARE(static_cast<double>(view.time->length()), bubble.length);
    // In the clock of that rank's trace.
    const RunAnalysis& run = lane.side == Side::Baseline ? *m_slow.pair.baseline : *m_slow.pair.current;
    const auto& rank = *std::ranges::find(run.ranks, lane.rank, &RankAnalysis::rank);
    const auto& step = *std::ranges::find(rank.steps, view.steps->first, &StepAnalysis::step);
    QVERIFY(view.time->start >= step.window.start && view.time->end <= step.window.end);
}

void TestChartPages::causesStepByStep()
{
    BubblesPage page;
    page.resize(1'100, 900);
    page.setResult(m_slow.pair, m_slow.verdict);
    QVERIFY2(page.headline().startsWith(u"IO or communication?"_s), qPrintable(page.headline()));
    QVERIFY(page.table()->model()->rowCount() > 1);
    QSignalSpy wanted(&page, &Page::viewWanted);
    QTest::keyClick(page.bars(), Qt::Key_Home);
    const ViewRef view = lastView(wanted);
    QCOMPARE(view.steps->first, page.bars()->data().sides[1].front().step);
    QVERIFY(view.page.empty());
    page.showView(view);
    static_cast<void>(page.grab());
}

void TestChartPages::tablesWithoutTracesAreUnknown()
{
    BubblesPage page;
    page.resize(700, 600);
    page.setResult(m_tables.pair, m_tables.verdict);
    QTRY_VERIFY(!page.busy());
    QVERIFY(page.headline().contains(u"unknown"_s));
    QCOMPARE(page.table()->model()->rowCount(), 0);
    static_cast<void>(page.grab());
}

void TestChartPages::everythingIsReachableByKeys()
{
    StragglersPage stragglers;
    BubblesPage bubbles;
    const std::vector<QWidget*> charts = {stragglers.histogram(), stragglers.scatter(), stragglers.heatMap(),
                                          stragglers.table(),     bubbles.chart(),      bubbles.bars(),
                                          bubbles.table()};
    for (const QWidget* chart : charts) {
        QVERIFY(chart->focusPolicy() & Qt::TabFocus);
        QVERIFY(!chart->accessibleName().isEmpty());
        QVERIFY(!chart->actions().isEmpty());  // copy as table or image, save
    }
}

}  // namespace headwater

QTEST_MAIN(headwater::TestChartPages)
#include "tst_gui_ChartPages.moc"

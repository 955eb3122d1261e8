// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>
#include <QUrl>

#include "app/gui/ScaleBoard.h"
#include "app/gui/pages/ScalePage.h"
#include "app/gui/pages/ScaleSizes.h"
#include "app/gui/pages/ScaleStart.h"
#include "core/analysis/scale/SimulatedCluster.h"
#include "tests/app/gui/ScaleWindow.h"
#include "tests/app/gui/Workshop.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/scale/PairPanel.h"
#include "widgets/scale/ResultEntry.h"
#include "widgets/scale/TopologyMap.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr std::uint64_t kExample = 7;

}  // namespace

/// The Scale page in the window: from nothing to the faulty part, by mouse and keys.
class TestScalePage : public ScaleWindowTest {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void anEmptyPageSaysWhatItNeeds();
    void theExampleIsSolvedByClicks();
    void aWordIsEnteredByKeysAndTakenBack();
    void filesAreToldApart();
    void whatCannotBeReadIsSaid();
    void aFileFallsOnThePage();
    void sizesChangeThePlan();
    void aNodeSelectsItsRanks();
    void theManifestNamesATopology();
    void savedAndRestored();
    void theActionAsksForAFile();

private:
    void showExample();

    QString m_results;
};

void TestScalePage::initTestCase()
{
    makeFiles();
    m_results = write(u"results.json"_s,
                      json("{'schema': 'headwater.scale-results/1', 'experiments': [{'groups': ["
                           "{'nodes': ['n0', 'n2'], 'metric': 'step_time_ms',"
                           " 'baseline': {'values': [100, 101, 99], 'invariants': {'batch_per_gpu': 4}},"
                           " 'current': {'values': [130, 131, 129], 'invariants': {'batch_per_gpu': 4}}},"
                           "{'nodes': ['n1', 'n3'], 'metric': 'step_time_ms',"
                           " 'baseline': {'values': [100, 101, 99], 'invariants': {'batch_per_gpu': 4}},"
                           " 'current': {'values': [100, 101, 99], 'invariants': {'batch_per_gpu': 8}}}]}]}"));
}

void TestScalePage::init()
{
    makeWindow();
    open(m_fine, m_slow);
    bench()->showPage(u"scale"_s);
    settle();
}

void TestScalePage::showExample()
{
    click(page()->startCard()->exampleButton());
    QVERIFY(page()->planned());
    QCOMPARE(page()->map()->data().nodes.size(), std::size_t(32));
}

void TestScalePage::anEmptyPageSaysWhatItNeeds()
{
    ScaleStart* start = page()->startCard();
    QVERIFY(start->isVisible());
    QVERIFY(!start->namedButton()->isVisible());
    bool named = false;
    for (const QLabel* label : start->findChildren<QLabel*>())
        named |= label->text().contains(u"headwater.topology/1");
    QVERIFY(named);
    QVERIFY(page()->marked() == ViewRef());
    start->gpus()->setValue(64);
    click(start->plainButton());
    QCOMPARE(page()->planned()->plan.cluster.gpus(), 64);
    QVERIFY(!page()->planned()->plan.topologyKnown);
    click(page()->clearButton());
    QVERIFY(start->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    QCOMPARE(page()->planned()->plan.cluster.gpus(), 64);
}

void TestScalePage::theExampleIsSolvedByClicks()
{
    showExample();
    int experiments = 0;
    while (page()->planned()->plan.state.next && experiments < 10) {
        click(page()->simulateButton());
        QCOMPARE(page()->planned()->plan.experiments.size(), static_cast<std::size_t>(++experiments));
    }
    QVERIFY(experiments <= 8);
    const scale::Hypothesis fault = scale::simulatedFault(kExample);
    QCOMPARE(page()->planned()->plan.state.alive, std::vector{fault});
    const QString name = format::text(scale::textOf(fault, page()->planned()->plan.cluster));
    QVERIFY2(page()->headline().contains(name), qPrintable(page()->headline()));
    QVERIFY(!page()->nextTable()->isVisible() && !page()->entry()->isVisible());
    // What is suspected is drawn so, and all else is cleared.
    int suspected = 0;
    for (const TopologyData::Node& node : page()->map()->data().nodes)
        suspected += node.state == scale::NodeState::Suspected ? 1 : 0;
    QVERIFY(suspected >= 1 && suspected <= 4);
    click(page()->removeButton());
    QCOMPARE(page()->planned()->plan.experiments.size(), static_cast<std::size_t>(experiments - 1));
    QVERIFY(page()->nextTable()->isVisible());
}

void TestScalePage::aWordIsEnteredByKeysAndTakenBack()
{
    showExample();
    const std::size_t groups = page()->planned()->plan.state.next->groups.size();
    QVERIFY(!page()->entry()->addButton()->isEnabled());
    for (std::size_t g = 0; g < groups; ++g) {
        const auto buttons = page()->entry()->bars()[g]->findChildren<QToolButton*>();
        QTRY_VERIFY(buttons[1]->x() > 0 && buttons[2]->x() > buttons[1]->x() && buttons[3]->x() > buttons[2]->x());
        buttons.front()->setFocus();                               // the arrows go by what lies where
        QTest::keyClick(m_window->windowHandle(), Qt::Key_Right);  // good
        if (g == 0)
            QTest::keyClick(m_window->windowHandle(), Qt::Key_Right);  // slow
    }
    QCOMPARE(page()->entry()->bars()[0]->current(), 2);
    page()->entry()->addButton()->setFocus();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Space);
    settle();
    QCOMPARE(page()->planned()->plan.experiments.size(), std::size_t(1));
    const auto& rows = page()->experiments()->rowsModel()->rows().rows;
    QCOMPARE(rows.size(), groups);
    QCOMPARE(rows[0].cells[4].text, u"slow"_s);
    QCOMPARE(rows[1].cells[4].text, u"good"_s);
    QCOMPARE(rows[0].cells[5].text, u"assumed"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    QVERIFY(page()->planned()->plan.experiments.empty());
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    QCOMPARE(page()->planned()->plan.experiments.size(), std::size_t(1));
    click(page()->copyButton());
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"srun --nodes="_s));
}

void TestScalePage::filesAreToldApart()
{
    page()->readFiles({m_results});
    settle();
    QVERIFY(page()->trouble().contains(u"topology"));  // of which nodes?
    QVERIFY(page()->startCard()->isVisible());
    page()->readFiles({m_topology});
    settle();
    QCOMPARE(page()->map()->data().nodes.size(), std::size_t(4));
    QCOMPARE(page()->map()->data().leaves.size(), std::size_t(2));
    for (int times = 0; times < 2; ++times) {  // what is there already is not added again
        page()->readFiles({m_results});
        settle();
        QCOMPARE(page()->planned()->plan.experiments.size(), std::size_t(1));
    }
    const auto& rows = page()->experiments()->rowsModel()->rows().rows;
    QCOMPARE(rows[0].cells[4].text, u"slow"_s);
    QCOMPARE(rows[0].cells[5].text, u"measured"_s);
    QCOMPARE(rows[1].cells[4].text, u"invalid: batch_per_gpu 4 \u2192 8"_s);
    // The pairs that were measured are a matrix too.
    QVERIFY(page()->pairs()->isVisible());
    QCOMPARE(page()->pairs()->map()->data().rows.size(), std::size_t(4));
    // Nodes of another name: their results go, and come back.
    page()->readFiles({write(u"other.conf"_s, "SwitchName=s1 Nodes=m[1-4]\n")});
    settle();
    QVERIFY(page()->trouble().contains(u"other nodes"));
    QVERIFY(page()->planned()->plan.experiments.empty());
    QCOMPARE(page()->map()->data().nodes.front().name, u"m1"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    settle();
    QCOMPARE(page()->planned()->plan.experiments.size(), std::size_t(1));
}

void TestScalePage::whatCannotBeReadIsSaid()
{
    page()->readFiles({m_topology});
    settle();
    const ScaleCase before = board().now();
    for (const auto& [name, text] : std::vector<std::pair<QString, QByteArray>>{
             {u"broken.json"_s, "{\"schema\": \"headwater.topology/1\", \"nodes\": ["},
             {u"else.json"_s, json("{'schema': 'something/1'}")},
             {u"nothing.json"_s, json("{'schema': 'headwater.scale-results/1', 'experiments': []}")},
             {u"unknown-node.json"_s, json("{'schema': 'headwater.scale-results/1', 'experiments': [{'groups': "
                                           "[{'nodes': ['elsewhere'], 'said': 'good'}]}]}")}}) {
        page()->readFiles({write(name, text)});
        settle();
        QVERIFY2(!page()->trouble().isEmpty(), qPrintable(name));
        QVERIFY(board().now() == before);
        QVERIFY(page()->planned());
    }
}

void TestScalePage::aFileFallsOnThePage()
{
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_topology)});
    const QPointF at = page()->rect().center();
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page(), &drop);
    settle();
    QCOMPARE(page()->map()->data().nodes.size(), std::size_t(4));
    // Two runs are not this page's: the window takes them.
    data.setUrls({QUrl::fromLocalFile(m_fine), QUrl::fromLocalFile(m_slow)});
    QDragEnterEvent runs(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page(), &runs);
    QDropEvent fall(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(page(), &fall);
    QVERIFY(fixtures::giveUp(m_window.get()));  // what was read from the file is in no investigation yet
    QCOMPARE(m_window->session().phase(), Session::Phase::Loading);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->session().phase(), Session::Phase::Ready, 60'000);
    QVERIFY(board().now().empty());  // another investigation
}

void TestScalePage::sizesChangeThePlan()
{
    showExample();
    QCOMPARE(page()->sizes()->bad()->value(), 256);
    QCOMPARE(page()->sizes()->good()->value(), 8);
    page()->sizes()->bad()->setFocus();
    QTest::keyClick(page()->sizes()->bad(), Qt::Key_Down);
    settle();
    QCOMPARE(page()->planned()->plan.cluster.nodes.size(), std::size_t(31));
    page()->sizes()->minutes()->setFocus();
    const double hours = page()->planned()->plan.state.next->gpuHours;
    page()->sizes()->minutes()->selectAll();
    QTest::keyClicks(page()->sizes()->minutes(), u"20"_s);
    QTest::keyClick(page()->sizes()->minutes(), Qt::Key_Return);
    settle();
    QVERIFY(std::abs(page()->planned()->plan.state.next->gpuHours - 2 * hours) < 1e-9);
}

void TestScalePage::aNodeSelectsItsRanks()
{
    page()->readFiles({m_topology});  // two GPUs a node; the run has ranks without a host
    settle();
    QVERIFY(m_window->session().pair().current->run->ranks.size() >= 2);
    TopologyMap* map = page()->map();
    const auto boxOf = [map](int node) {
        for (const TopologyLayout::Item& item : map->chartLayout().items)
            if (item.kind == TopologyLayout::Kind::Node && item.index == node)
                return item.box.center().toPoint();
        return QPoint();
    };
    QTest::mouseClick(map, Qt::LeftButton, {}, boxOf(0));
    QCOMPARE(view().ranks, (std::vector{0, 1}));
    QCOMPARE(map->selectedNodes(), std::vector{0});
    // Part of a node that is selected elsewhere: just its ranks are marked.
    ViewRef wish;
    wish.ranks = {1};
    bench()->select(wish);
    QCOMPARE(map->selectedNodes(), std::vector{0});
    QCOMPARE(page()->marked().ranks, std::vector{1});
    // A node without ranks is chosen here alone.
    QTest::mouseClick(map, Qt::LeftButton, {}, boxOf(3));
    QVERIFY(view().ranks.empty());
    QCOMPARE(map->selectedNodes(), std::vector{3});
    QTest::keyClick(map, Qt::Key_Escape);
    QVERIFY(map->selectedNodes().empty());
    // A group of the next experiment is its nodes.
    const std::vector<int> group = page()->planned()->plan.state.next->groups.front();
    RowsTable* table = page()->nextTable();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, 2)).center());
    QCOMPARE(map->selectedNodes(), group);
}

void TestScalePage::theManifestNamesATopology()
{
    auto run = std::make_shared<Run>(*m_window->session().pair().current->run);
    run->manifest["topology"] = {u"topology.json"_s.toStdString(), m_folder.filePath(u"manifest.json"_s).toStdString()};
    auto analysis = std::make_shared<RunAnalysis>(*m_window->session().pair().current);
    analysis->run = run;
    PairAnalysis pair = m_window->session().pair();
    pair.current = analysis;
    page()->setResult(pair, m_window->session().verdict());
    QVERIFY(page()->startCard()->namedButton()->text().endsWith(u"topology.json"));
    click(page()->startCard()->namedButton());
    QCOMPARE(page()->map()->data().nodes.size(), std::size_t(4));
}

void TestScalePage::savedAndRestored()
{
    page()->readFiles({m_topology});
    settle();
    page()->readFiles({m_results, m_isolation});
    settle();
    QCOMPARE(board().now().isolation.size(), std::size_t(4));
    const ScaleCase kept = board().now();
    const QString file = m_folder.filePath(u"kept.headwater"_s);
    QVERIFY(m_window->session().save(file));
    open(m_slow, m_fine);  // another investigation has none
    QVERIFY(board().now().empty());
    bench()->showPage(u"scale"_s);
    QVERIFY(page()->startCard()->isVisible());
    m_window->session().openInvestigation(file);
    QTRY_VERIFY_WITH_TIMEOUT(board().now() == kept, 60'000);
    settle();
    QCOMPARE(page()->planned()->plan.experiments.size(), std::size_t(1));
    QCOMPARE(page()->experiments()->rowsModel()->rowCount(), 2);
}

void TestScalePage::theActionAsksForAFile()
{
    bench()->showPage(u"overview"_s);
    QTest::keyClick(m_window.get(), Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(bench()->pageShown(), u"scale"_s);
    auto* dialog = m_window->findChild<QFileDialog*>();
    QVERIFY(dialog);
    emit dialog->filesSelected({m_topology});
    dialog->close();
    settle();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QCOMPARE(page()->map()->data().nodes.size(), std::size_t(4));
    bench()->showPage(u"overview"_s);
    QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(bench()->pageShown(), u"scale"_s);
}

}  // namespace headwater

QTEST_MAIN(headwater::TestScalePage)
#include "tst_gui_Scale.moc"

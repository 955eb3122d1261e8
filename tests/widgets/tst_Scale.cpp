// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <ctime>
#include <set>

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "core/analysis/scale/SimulatedCluster.h"
#include "widgets/charts/HeatMap.h"
#include "widgets/panels/RowsTable.h"
#include "widgets/panels/SegmentBar.h"
#include "widgets/scale/IsolationViews.h"
#include "widgets/scale/PairPanel.h"
#include "widgets/scale/ResultEntry.h"
#include "widgets/scale/TopologyMap.h"

namespace headwater {

using namespace Qt::StringLiterals;
using scale::NodeState;

namespace {

/// `nodes` with 16 on a leaf and 20 leaves under a spine, not measured yet.
scale::ScalePlan planOf(int nodes)
{
    ScaleCase given;
    given.topologyKnown = true;
    given.goodGpus = 8;
    for (int i = 0; i < nodes; ++i)
        given.cluster.nodes.push_back(
            {"n" + std::to_string(i), "leaf" + std::to_string(i / 16), "spine" + std::to_string(i / 320)});
    return *scale::planCase(given);
}

/// The simulated example after its first experiment.
scale::ScalePlan measuredPlan()
{
    ScaleCase given = scale::simulatedCase(7);
    given.experiments.push_back(scale::simulatedResult(*scale::planCase(given), 7));
    return *scale::planCase(given);
}

/// A run with `perNode` ranks on each of the nodes named, in order.
Run runOn(const std::vector<std::string>& hosts, int perNode)
{
    Run run;
    int rank = 0;
    for (const std::string& host : hosts)
        for (int i = 0; i < perNode; ++i) {
            RankData data;
            data.rank = rank++;
            data.host = host;
            run.ranks.push_back(data);
        }
    return run;
}

TopologyData dataOf(const scale::ScalePlan& plan)
{
    return topologyOf(plan, ranksOfNodes(plan.cluster, nullptr));
}

TopologyLayout layoutOf(const TopologyData& data, QSizeF size)
{
    return layOutTopology(data, QRectF(QPointF(), size), QFontMetricsF(QFont()));
}

double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

std::vector<int> lastNodes(const QSignalSpy& spy)
{
    return spy.last().first().value<std::vector<int>>();
}

GroupMeasurement pairOf(const char* a, const char* b, double value)
{
    GroupMeasurement group;
    group.nodes = {a, b};
    group.metric = "busbw_gbps";
    group.higherIsBetter = true;
    group.baseline.values = {380, 381, 379};
    group.current.values = {value, value + 1, value - 1};
    return group;
}

}  // namespace

class TestScale : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!.*propagateSizeHints).*"_s)); }
    void asMuchAsFitsIsDrawn_data();
    void asMuchAsFitsIsDrawn();
    void everythingDrawnCanBeClicked_data() { asMuchAsFitsIsDrawn_data(); }
    void everythingDrawnCanBeClicked();
    void keysReachEveryItem();
    void severalAreTaken();
    void tenThousandRanksArePaintedInTime();
    void statesAreToldWithoutColour();
    void ranksAreFoundByHost();
    void tablesHoldThePlan();
    void movedInvariantsAreNamed();
    void wordsAreEnteredGroupByGroup();
    void pairsAndOutliers();
};

void TestScale::asMuchAsFitsIsDrawn_data()
{
    using Detail = TopologyLayout::Detail;
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("detail");
    QTest::newRow("16 nodes with their GPUs") << 16 << static_cast<int>(Detail::Gpus);
    QTest::newRow("1250 nodes") << 1'250 << static_cast<int>(Detail::Nodes);
    QTest::newRow("leaves stand for their nodes") << 4'000 << static_cast<int>(Detail::Leaves);
    QTest::newRow("spines stand for their leaves") << 40'000 << static_cast<int>(Detail::Spines);
}

void TestScale::asMuchAsFitsIsDrawn()
{
    QFETCH(int, nodes);
    QFETCH(int, detail);
    TopologyData data;
    data.gpusPerNode = 8;
    for (int i = 0; i < nodes; ++i) {
        if (i % 320 == 0)
            data.spines.push_back({u"spine%1"_s.arg(i / 320), {}});
        if (i % 16 == 0) {
            data.spines.back().leaves.push_back(i / 16);
            data.leaves.push_back({u"leaf%1"_s.arg(i / 16), i / 320, {}});
        }
        data.leaves.back().nodes.push_back(i);
        data.nodes.push_back({u"n%1"_s.arg(i), i / 16, NodeState::Open, -1, {}, {}});
    }
    const QSizeF size(1'000, 620);
    const TopologyLayout layout = layoutOf(data, size);
    QCOMPARE(static_cast<int>(layout.detail), detail);
    QVERIFY(layout.whole);
    std::set<int> shown;
    for (const TopologyLayout::Item& item : layout.items) {
        QVERIFY(QRectF(QPointF(), size).contains(item.box));
        QVERIFY(!item.box.intersects(layout.legend));
        if (layout.detail < TopologyLayout::Detail::Leaves && item.kind != TopologyLayout::Kind::Node)
            continue;
        for (const int node : nodesOf(data, item))
            shown.insert(node);
    }
    QCOMPARE(static_cast<int>(shown.size()), nodes);  // none is left out
}

void TestScale::everythingDrawnCanBeClicked()
{
    QFETCH(int, nodes);
    if (nodes > 2'000)
        QSKIP("a plan of that many nodes takes too long; their tiles are those of the smaller ones");
    TopologyMap map;
    map.resize(1'000, 620);
    map.setData(dataOf(planOf(nodes)));
    QSignalSpy chosen(&map, &TopologyMap::nodesChosen);
    const TopologyLayout layout = map.chartLayout();
    for (const TopologyLayout::Item& item : layout.items) {
        QTest::mouseClick(&map, Qt::LeftButton, {}, item.box.center().toPoint());
        QCOMPARE(lastNodes(chosen), nodesOf(map.data(), item));
        QVERIFY(layout.items[static_cast<std::size_t>(itemAt(layout, item.box.center()))].box == item.box);
    }
    QTest::mouseClick(&map, Qt::LeftButton, {}, layout.legend.center().toPoint());
    QVERIFY(lastNodes(chosen).empty());
}

void TestScale::keysReachEveryItem()
{
    TopologyMap map;
    map.resize(1'000, 620);
    map.setData(dataOf(measuredPlan()));
    QSignalSpy chosen(&map, &TopologyMap::nodesChosen);
    const TopologyLayout layout = map.chartLayout();
    QCOMPARE(map.accessibleRows().size(), std::min<std::size_t>(layout.items.size(), 100));
    QTest::keyClick(&map, Qt::Key_Home);
    for (std::size_t i = 0; i < layout.items.size(); ++i) {
        QCOMPARE(lastNodes(chosen), nodesOf(map.data(), layout.items[i]));
        QVERIFY(!map.accessibleRows()[static_cast<std::size_t>(map.currentRow())].name.isEmpty());
        QTest::keyClick(&map, Qt::Key_Right);
    }
    // ↓ and ↑ lead to another row and back to the same one.
    QTest::keyClick(&map, Qt::Key_Home);
    QTest::keyClick(&map, Qt::Key_Down);
    const int below = map.currentRow();
    QVERIFY(below > 0);
    QVERIFY(layout.items[static_cast<std::size_t>(below)].box.top() >= layout.items.front().box.bottom());
    QTest::keyClick(&map, Qt::Key_Up);
    QCOMPARE(map.currentRow(), 0);
}

void TestScale::severalAreTaken()
{
    TopologyMap map;
    map.resize(1'000, 620);
    map.setData(dataOf(measuredPlan()));
    connect(&map, &TopologyMap::nodesChosen, &map, [&](const std::vector<int>& nodes) { map.setSelected(nodes, {}); });
    const auto boxOf = [&](int node) {
        for (const TopologyLayout::Item& item : map.chartLayout().items)
            if (item.kind == TopologyLayout::Kind::Node && item.index == node)
                return item.box.center().toPoint();
        return QPoint();
    };
    QTest::mouseClick(&map, Qt::LeftButton, {}, boxOf(3));
    QTest::mouseClick(&map, Qt::LeftButton, Qt::ControlModifier, boxOf(1));
    QCOMPARE(map.selectedNodes(), (std::vector{1, 3}));
    QTest::mouseClick(&map, Qt::LeftButton, Qt::ControlModifier, boxOf(3));
    QCOMPARE(map.selectedNodes(), std::vector{1});
    QTest::keyClick(&map, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(map.selectedNodes().size() > 1);
    QTest::keyClick(&map, Qt::Key_Escape);
    QVERIFY(map.selectedNodes().empty());
}

void TestScale::tenThousandRanksArePaintedInTime()
{
    TopologyMap map;
    map.resize(1'000, 620);
    map.setData(dataOf(planOf(1'250)));
    QImage image(map.size(), QImage::Format_ARGB32_Premultiplied);
    double fastest = 1e9;
    for (int i = 0; i < 5; ++i) {
        const double before = threadMilliseconds();
        QPainter painter(&image);
        map.paint(painter, QRectF(QPointF(), map.size()));
        painter.end();
        fastest = std::min(fastest, threadMilliseconds() - before);
    }
    QVERIFY2(fastest < 50, qPrintable(QString::number(fastest)));
}

/// One node in each state, drawn without colours, is three different pictures.
void TestScale::statesAreToldWithoutColour()
{
    std::set<QByteArray> pictures;
    for (const NodeState state : {NodeState::Open, NodeState::Suspected, NodeState::Cleared})
        for (const int group : {-1, 0, 1}) {
            TopologyData data;
            data.nodes = {{u"n"_s, 0, state, group, {}, {}}};
            data.leaves = {{u"leaf"_s, 0, {0}}};
            data.spines = {{u"spine"_s, {0}}};
            TopologyMap map;
            map.resize(300, 200);
            map.setData(data);
            QImage image(map.size(), QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            map.paint(painter, QRectF(QPointF(), map.size()));
            painter.end();
            const QRect box = map.chartLayout().items.back().box.toAlignedRect();
            const QImage grey = image.copy(box).convertToFormat(QImage::Format_Mono, Qt::ThresholdDither);
            pictures.insert(QByteArray(reinterpret_cast<const char*>(grey.constBits()), grey.sizeInBytes()));
        }
    QCOMPARE(pictures.size(), std::size_t(9));
}

void TestScale::ranksAreFoundByHost()
{
    const Cluster cluster{{{"n1", {}, {}}, {"n2.rack", {}, {}}, {"n3", {}, {}}}, 2};
    const Run named = runOn({"n2.example.org", "n1"}, 2);
    NodeRanks ranks = ranksOfNodes(cluster, &named);
    QVERIFY(!ranks.assumed);
    QCOMPARE(ranks.ofNode, (std::vector<std::vector<int>>{{2, 3}, {0, 1}, {}}));
    QCOMPARE(ranksOn(ranks, {0, 1}), (std::vector{0, 1, 2, 3}));
    const Run nameless = runOn({"", "", "", ""}, 2);  // more than there are nodes
    ranks = ranksOfNodes(cluster, &nameless);
    QVERIFY(ranks.assumed);
    QCOMPARE(ranks.ofNode, (std::vector<std::vector<int>>{{0, 1}, {2, 3}, {4, 5}}));
    const Run other = runOn({"elsewhere"}, 2);
    QVERIFY(ranksOn(ranksOfNodes(cluster, &other), {0, 1, 2}).empty());
}

void TestScale::tablesHoldThePlan()
{
    const scale::ScalePlan plan = measuredPlan();
    Run run = runOn({plan.cluster.nodes[0].name}, 8);
    const NodeRanks ranks = ranksOfNodes(plan.cluster, &run);
    std::size_t tables = 0;
    for (const RowsData& rows :
         {experimentRows(plan, ranks), nextRows(plan, ranks), outcomeRows(plan), isolationRows(plan, ranks)}) {
        RowsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows(rows);
        QVERIFY(model.rowCount() > 0);
        for (const RowsRow& row : rows.rows)
            QCOMPARE(row.cells.size(), rows.columns.size());
        model.setRows({});
        ++tables;
    }
    QCOMPARE(tables, std::size_t(4));
    const RowsData done = experimentRows(plan, ranks);
    QCOMPARE(done.rows.size(), plan.experiments.front().size());
    QVERIFY(std::ranges::any_of(done.rows, [](const RowsRow& row) { return row.view.ranks.size() == 8; }));
    // Commands of several lines are lines.
    QVERIFY(isolationRows(plan, ranks).rows.front().cells[1].text.contains(u"&\nsrun"_s));
    const RowsData next = nextRows(plan, ranks);
    QVERIFY(next.rows.front().cells[3].tip.startsWith(u"srun --nodes="_s));
    QVERIFY(evidenceText(plan).startsWith(u"1 experiment: groups slow "_s));
    QVERIFY(!outcomeRows(plan).rows.front().cells[2].text.isEmpty());
}

void TestScale::movedInvariantsAreNamed()
{
    ScaleCase given = scale::simulatedCase(7);
    given.experiments.push_back(scale::simulatedResult(*scale::planCase(given), 7));
    given.experiments[0][0].current.invariants["batch_per_gpu"] = "8";
    const scale::ScalePlan plan = *scale::planCase(given);
    const RowsData rows = experimentRows(plan, ranksOfNodes(plan.cluster, nullptr));
    QCOMPARE(rows.rows[0].cells[4].text, u"invalid: batch_per_gpu 4 \u2192 8"_s);
    QVERIFY(!rows.rows[1].cells[4].text.contains(u"batch"));
}

void TestScale::wordsAreEnteredGroupByGroup()
{
    ResultEntry entry;
    qRegisterMetaType<ScaleExperiment>();
    ScaleExperiment got;
    connect(&entry, &ResultEntry::entered, &entry, [&](const ScaleExperiment& experiment) { got = experiment; });
    const scale::ScalePlan plan = *scale::planCase(scale::simulatedCase(7));
    entry.setPlan(plan);
    entry.show();
    QCOMPARE(entry.bars().size(), plan.state.next->groups.size());
    QVERIFY(!entry.addButton()->isEnabled());
    for (SegmentBar* bar : entry.bars())
        QTest::mouseClick(bar->findChildren<QToolButton*>().at(2), Qt::LeftButton);
    QVERIFY(entry.addButton()->isEnabled());
    entry.setPlan(plan);  // the same groups: what was entered stays
    QCOMPARE(entry.bars().front()->current(), 2);
    QTest::mouseClick(entry.addButton(), Qt::LeftButton);
    QCOMPARE(got.size(), plan.state.next->groups.size());
    for (std::size_t g = 0; g < got.size(); ++g) {
        QCOMPARE(got[g].said, std::string("bad"));
        QCOMPARE(got[g].nodes.size(), plan.state.next->groups[g].size());
    }
}

void TestScale::pairsAndOutliers()
{
    const Cluster cluster{{{"a", "l1", {}}, {"b", "l1", {}}, {"c", "l2", {}}, {"d", "l2", {}}}, 8};
    const std::vector<GroupMeasurement> groups = {pairOf("a", "b", 380), pairOf("c", "d", 380), pairOf("a", "c", 280),
                                                  pairOf("b", "d", 381)};
    auto matrices = scale::pairMatrices(groups, cluster);
    QVERIFY(matrices.has_value());
    Run run = runOn({"a", "b", "c", "d"}, 1);
    PairPanel panel;
    panel.resize(900, 700);
    panel.setMatrices(*matrices, cluster, ranksOfNodes(cluster, &run));
    panel.show();
    const HeatMapData& data = panel.map()->data();
    QCOMPARE(data.rows.size(), std::size_t(4));
    QVERIFY(data.tint[2] > 0.9F && data.tint[8] > 0.9F);  // a and c, either way round
    QVERIFY(std::isnan(data.tint[0]) && std::isnan(data.tint[3]));
    QCOMPARE(data.text(0, 3), u"not measured"_s);
    QVERIFY(data.text(2, 0).contains(u"280 GB/s"));
    QSignalSpy chosen(&panel, &PairPanel::nodesChosen);
    QTest::mouseClick(panel.map(), Qt::LeftButton, {}, panel.map()->chartLayout().cell(0, 2).center().toPoint());
    QCOMPARE(lastNodes(chosen), (std::vector{0, 2}));
    const auto& rows = panel.outliers()->rowsModel()->rows().rows;
    QCOMPARE(rows.size(), outlierNodes(matrices->front(), cluster).size());
    QVERIFY(!rows.empty());
    QVERIFY(rows.front().view.ranks == (std::vector{0, 2}) || rows.front().view.ranks.size() == 1);
    panel.setMatrices({}, cluster, {});
    QVERIFY(panel.map()->data().isEmpty());
}

}  // namespace headwater

QTEST_MAIN(headwater::TestScale)
#include "tst_Scale.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>

#include <QtTest>

#include "core/analysis/scale/PairMatrix.h"
#include "core/stats/Random.h"

using namespace headwater;
using namespace headwater::scale;

namespace {

Cluster clusterOf(int nodes, int perLeaf)
{
    Cluster cluster;
    for (int i = 0; i < nodes; ++i)
        cluster.nodes.push_back({"n" + std::to_string(i), "sw" + std::to_string(i / perLeaf), {}});
    return cluster;
}

GroupMeasurement pairOf(int a, int b, std::vector<double> current, std::vector<double> baseline = {})
{
    GroupMeasurement group;
    group.nodes = {"n" + std::to_string(b), "n" + std::to_string(a)};
    group.metric = "busbw_gbps";
    group.higherIsBetter = true;
    group.current = {std::move(current), {{"message_bytes", "1073741824"}, {"collective", "all_reduce"}}, {}};
    if (!baseline.empty())
        group.baseline = {std::move(baseline), group.current.invariants, {}};
    return group;
}

/// Every pair of a cluster, 380 GB/s with 0.3 % of noise times the factor of the pair.
std::vector<GroupMeasurement> allPairs(int nodes, const std::function<double(int, int)>& factor, bool baseline = false)
{
    stats::SplitMix64 random(7);
    const auto noise = [&random] { return 1 + 0.006 * (random.unit() - 0.5); };
    std::vector<GroupMeasurement> groups;
    for (int a = 0; a < nodes; ++a)
        for (int b = a + 1; b < nodes; ++b) {
            std::vector<double> current;
            std::vector<double> before;
            for (int i = 0; i < 3; ++i) {
                current.push_back(380 * factor(a, b) * noise());
                before.push_back(380 * noise());
            }
            groups.push_back(pairOf(a, b, current, baseline ? before : std::vector<double>()));
        }
    return groups;
}

PairMatrix matrixOf(const std::vector<GroupMeasurement>& groups, const Cluster& cluster)
{
    const auto all = pairMatrices(groups, cluster);
    return all && all->size() == 1 ? all->front() : PairMatrix();
}

}  // namespace

class TestPairMatrix : public QObject {
    Q_OBJECT
private slots:
    void evenPairs();
    void oneSlowPair();
    void oneSlowNode();
    void aSlowLeaf();
    void pathsAcrossSwitchesHaveTheirOwnPeers();
    void everythingSlowShowsAgainstTheBaseline();
    void anotherMessageSizeIsNoBaseline();
    void fewPairsDecideNothing();
    void timesWorkToo();
    void oneMatrixForEachSize();
    void unknownNode();
};

void TestPairMatrix::evenPairs()
{
    const PairMatrix matrix = matrixOf(allPairs(8, [](int, int) { return 1.0; }), clusterOf(8, 4));
    QCOMPARE(matrix.cells.size(), std::size_t(28));
    QCOMPARE(matrix.nodes.size(), std::size_t(8));
    for (const PairCell& cell : matrix.cells)
        QCOMPARE(cell.state, PairState::Good);
    QVERIFY(matrix.suspectNodes.empty() && matrix.suspectPairs.empty() && matrix.suspectLeaves.empty());
}

void TestPairMatrix::oneSlowPair()
{
    const PairMatrix matrix =
        matrixOf(allPairs(8, [](int a, int b) { return a == 2 && b == 5 ? 0.7 : 1; }), clusterOf(8, 4));
    QVERIFY(matrix.suspectNodes.empty());
    QCOMPARE(matrix.suspectPairs.size(), std::size_t(1));
    const PairCell& cell = matrix.cells[matrix.suspectPairs.front()];
    QCOMPARE(std::pair(cell.a, cell.b), std::pair(2, 5));
    QVERIFY(cell.outlier && cell.across && !cell.baseline && *cell.modifiedZ > 4);
    QVERIFY(std::abs(cell.ofPeers + 0.3) < 0.01);
    QCOMPARE(matrix.find(5, 2), &cell);
    QCOMPARE(matrix.find(2, 2), nullptr);
}

void TestPairMatrix::oneSlowNode()
{
    const PairMatrix matrix =
        matrixOf(allPairs(8, [](int a, int b) { return a == 3 || b == 3 ? 0.8 : 1; }), clusterOf(8, 8));
    QCOMPARE(matrix.suspectNodes, std::vector<int>{3});
    QVERIFY(matrix.suspectPairs.empty());
    QCOMPARE(matrix.nodes[3].slow, std::size_t(7));
    QVERIFY(matrix.nodes[3].suspect);
    QCOMPARE(matrix.nodes[2].slow, std::size_t(1));
    QVERIFY(!matrix.nodes[2].suspect);
}

void TestPairMatrix::aSlowLeaf()
{
    // Two of sixteen nodes on one switch: its ports are bad for whoever talks to them.
    const PairMatrix matrix = matrixOf(allPairs(
                                           16, [](int a, int b) { return a / 2 == 3 || b / 2 == 3 ? 0.6 : 1; }, true),
                                       clusterOf(16, 2));
    QCOMPARE(matrix.suspectNodes, (std::vector<int>{6, 7}));
    QCOMPARE(matrix.suspectLeaves, std::vector<std::string>{"sw3"});
    QVERIFY(matrix.suspectPairs.empty());
}

void TestPairMatrix::pathsAcrossSwitchesHaveTheirOwnPeers()
{
    // An oversubscribed fabric: half the bandwidth between the switches is how it is built.
    const PairMatrix matrix =
        matrixOf(allPairs(8, [](int a, int b) { return a / 4 == b / 4 ? 1 : 0.5; }), clusterOf(8, 4));
    for (const PairCell& cell : matrix.cells)
        QCOMPARE(cell.state, PairState::Good);
}

void TestPairMatrix::everythingSlowShowsAgainstTheBaseline()
{
    const PairMatrix matrix = matrixOf(allPairs(
                                           6, [](int, int) { return 0.9; }, true),
                                       clusterOf(6, 6));
    for (const PairCell& cell : matrix.cells) {
        QCOMPARE(cell.state, PairState::Slow);
        QVERIFY(cell.belowBaseline && !cell.outlier);
        QVERIFY(std::abs(*cell.change + 0.1) < 0.01);
    }
    const PairMatrix within = matrixOf(allPairs(
                                           6, [](int, int) { return 0.97; }, true),
                                       clusterOf(6, 6));
    for (const PairCell& cell : within.cells)
        QCOMPARE(cell.state, PairState::Good);  // within 5 % of the baseline
}

void TestPairMatrix::anotherMessageSizeIsNoBaseline()
{
    GroupMeasurement group = pairOf(0, 1, {300, 301, 299}, {380, 381, 379});
    QCOMPARE(matrixOf({group}, clusterOf(2, 2)).cells.front().state, PairState::Slow);
    group.baseline.invariants["message_bytes"] = "8";
    const PairCell cell = matrixOf({group}, clusterOf(2, 2)).cells.front();
    QVERIFY(!cell.baseline && !cell.change);
    QCOMPARE(cell.state, PairState::Unknown);
}

void TestPairMatrix::fewPairsDecideNothing()
{
    const PairMatrix matrix = matrixOf(allPairs(3, [](int a, int) { return a == 0 ? 0.5 : 1; }), clusterOf(3, 3));
    for (const PairCell& cell : matrix.cells) {
        QCOMPARE(cell.state, PairState::Unknown);
        QVERIFY(!cell.modifiedZ);
    }
    QVERIFY(matrix.suspectNodes.empty());
}

void TestPairMatrix::timesWorkToo()
{
    std::vector<GroupMeasurement> groups = allPairs(
        6, [](int a, int b) { return a == 1 && b == 4 ? 1.5 : 1; }, true);
    for (GroupMeasurement& group : groups) {
        group.metric = "time_us";
        group.higherIsBetter = false;
    }
    const PairMatrix matrix = matrixOf(groups, clusterOf(6, 6));
    QCOMPARE(matrix.suspectPairs.size(), std::size_t(1));
    const PairCell& cell = matrix.cells[matrix.suspectPairs.front()];
    QCOMPARE(std::pair(cell.a, cell.b), std::pair(1, 4));
    QVERIFY(std::abs(*cell.change + 1.0 / 3) < 0.01);
}

void TestPairMatrix::oneMatrixForEachSize()
{
    GroupMeasurement small = pairOf(0, 1, {10, 11, 12});
    small.current.invariants["message_bytes"] = "8";
    GroupMeasurement three = pairOf(0, 1, {1});
    three.nodes.emplace_back("n2");
    const auto matrices =
        pairMatrices(std::vector{pairOf(0, 1, {380, 381}), small, pairOf(1, 0, {382}), three}, clusterOf(3, 3));
    QCOMPARE(matrices->size(), std::size_t(2));
    QCOMPARE(matrices->front().messageBytes, std::string("1073741824"));
    QCOMPARE(matrices->front().collective, std::string("all_reduce"));
    QCOMPARE(matrices->front().cells.front().repeats, std::size_t(3));
    QCOMPARE(matrices->front().cells.front().value, 381.0);
}

void TestPairMatrix::unknownNode()
{
    const auto matrices = pairMatrices(std::vector{pairOf(0, 9, {380})}, clusterOf(3, 3));
    QVERIFY(!matrices);
    QVERIFY(matrices.error().what.find("n9") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestPairMatrix)
#include "tst_PairMatrix.moc"

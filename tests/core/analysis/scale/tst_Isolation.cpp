// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/scale/ScalePlan.h"
#include "core/stats/Normal.h"
#include "core/stats/Random.h"

using namespace headwater;
using namespace headwater::scale;

namespace {

Cluster clusterOf(int nodes)
{
    Cluster cluster;
    for (int i = 0; i < nodes; ++i)
        cluster.nodes.push_back({"n" + std::to_string(i), i % 2 == 0 ? "a" : "b", {}});
    return cluster;
}

GroupMeasurement group(std::vector<std::string> nodes, std::vector<double> baseline, std::vector<double> current)
{
    GroupMeasurement out;
    out.nodes = std::move(nodes);
    out.metric = "step_time_ms";
    out.baseline.values = std::move(baseline);
    out.current.values = std::move(current);
    return out;
}

GroupReading readingOf(IsolationKind kind, const GroupMeasurement& measured)
{
    const auto read = readIsolation({{kind, measured, {}}}, {}, clusterOf(4), {});
    return read && read->groups.size() == 1 ? read->groups.front() : GroupReading();
}

GroupMeasurement bandwidth(std::vector<double> baseline, std::vector<double> current)
{
    GroupMeasurement out = group({"n0", "n1", "n2"}, std::move(baseline), std::move(current));
    out.metric = "busbw_gbps";
    out.higherIsBetter = true;
    return out;
}

HuntRound pairs(std::vector<double> times)
{
    HuntRound round;
    for (std::size_t i = 0; i < times.size(); ++i)
        round.groups.push_back({{"n" + std::to_string(2 * i), "n" + std::to_string(2 * i + 1)}, times[i]});
    return round;
}

HuntRound alone(std::vector<double> times)
{
    HuntRound round;
    for (std::size_t i = 0; i < times.size(); ++i)
        round.groups.push_back({{"n" + std::to_string(i)}, times[i]});
    return round;
}

}  // namespace

class TestIsolation : public QObject {
    Q_OBJECT
private slots:
    void severalSlowPairsAreNotLeftOut();
    void onePairBlamesNoPath();
    void noiseBlamesNobody();
    void bandwidthAgainstTheBaseline();
    void dataAgainstRandomTensors();
    void withoutASecondSide();
    void movedInvariants();
    void pairsOfExperimentsToo();
    void huntInTwoRounds();
    void huntAfterOneRound();
    void samePartnerAgainProvesNothing();
    void huntAlone();
    void badHunts();
    void stepsCostAndNodes();
};

void TestIsolation::bandwidthAgainstTheBaseline()
{
    const GroupReading slow = readingOf(IsolationKind::NcclTests, bandwidth({380, 381, 379}, {300, 301, 299}));
    QCOMPARE(slow.verdict, IsolationVerdict::Blamed);
    QVERIFY(slow.statement.english().find("1.27") != std::string::npos);
    QCOMPARE(readingOf(IsolationKind::NcclTests, bandwidth({380, 381, 379}, {378, 380, 379})).verdict,
             IsolationVerdict::Cleared);
    QCOMPARE(readingOf(IsolationKind::NcclTests, bandwidth({380, 381, 379}, {355, 370, 362})).verdict,
             IsolationVerdict::Open);
}

void TestIsolation::dataAgainstRandomTensors()
{
    // Baseline: with the data set; current: random tensors.
    const GroupReading data =
        readingOf(IsolationKind::SyntheticData, group({"n0", "n1"}, {1030, 1035, 1032}, {810, 805, 808}));
    QCOMPARE(data.verdict, IsolationVerdict::Blamed);
    QVERIFY(std::abs(*data.group.ratio - (1032.0 / 808 - 1)) < 1e-9);
    const GroupReading same =
        readingOf(IsolationKind::SyntheticData, group({"n0", "n1"}, {1030, 1035, 1032}, {1029, 1031, 1034}));
    QCOMPARE(same.verdict, IsolationVerdict::Cleared);
    QVERIFY(same.statement.english().find("not the data") != std::string::npos);
}

void TestIsolation::withoutASecondSide()
{
    GroupMeasurement one = bandwidth({}, {300, 301, 299});
    one.current.invariants = {{"message_bytes", "8"}};
    const GroupReading reading = readingOf(IsolationKind::NcclTests, one);
    QCOMPARE(reading.verdict, IsolationVerdict::Open);
    QVERIFY(reading.group.moved.empty());
    QVERIFY(reading.statement.english().find("nothing to compare") != std::string::npos);
}

void TestIsolation::movedInvariants()
{
    GroupMeasurement moved = bandwidth({380, 381, 379}, {300, 301, 299});
    moved.baseline.invariants = {{"message_bytes", "8"}};
    moved.current.invariants = {{"message_bytes", "16"}};
    QCOMPARE(readingOf(IsolationKind::NcclTests, moved).verdict, IsolationVerdict::Invalid);
}

void TestIsolation::pairsOfExperimentsToo()
{
    GroupMeasurement pair = bandwidth({380, 381, 379}, {300, 301, 299});
    pair.nodes = {"n0", "n1"};
    GroupMeasurement other = bandwidth({380, 381, 379}, {380, 381, 379});
    other.nodes = {"n2", "n3"};
    const auto read = readIsolation({{IsolationKind::NcclTests, other, {}}},
                                    {{pair, group({"n2", "n3"}, {800, 800, 800}, {800, 800, 800})}}, clusterOf(4), {});
    QCOMPARE(read->matrices.size(), std::size_t(1));
    QCOMPARE(read->matrices.front().cells.size(), std::size_t(2));
    QCOMPARE(conclusionOf(read->matrices.front(), clusterOf(4)).english(),
             std::string("n0 and n1: slow together; either of them, or the path: measure each with another node."));
}

/// METHODS 2.4 V34: nodes 4 and 5 slow together, then 0 and 5.
void TestIsolation::huntInTwoRounds()
{
    HuntRound second = pairs({5, 5, 5});
    second.groups = {{{"n0", "n5"}, 15}, {{"n1", "n4"}, 5}, {{"n2", "n3"}, 5}};
    const auto hunt = readHunt(std::vector{pairs({5, 5, 15}), second}, clusterOf(6));
    QCOMPARE(hunt->slow(), std::vector<int>{5});
    QCOMPARE(hunt->median, 5.0);
    QCOMPARE(hunt->nodes[5].ofMedian, 3.0);
    QVERIFY(hunt->nextRound.empty());
    QVERIFY(conclusionOf(*hunt, clusterOf(6)).english().ends_with("twice the median: n5."));
}

void TestIsolation::huntAfterOneRound()
{
    const auto hunt = readHunt(std::vector{pairs({5, 6, 15, 5.5})}, clusterOf(8));
    QVERIFY(hunt->slow().empty());
    QCOMPARE(hunt->nodes[4].state, HuntState::Open);
    QCOMPARE(hunt->nodes[5].state, HuntState::Open);
    QCOMPARE(hunt->nextRound, (std::vector<NodeSet>{{0, 5}, {1, 4}, {3, 6}, {2, 7}}));
    QVERIFY(readHunt(std::vector{pairs({5, 6, 5.2, 5.5})}, clusterOf(8))->nextRound.empty());
}

void TestIsolation::samePartnerAgainProvesNothing()
{
    const auto hunt = readHunt(std::vector{pairs({5, 5, 15}), pairs({5, 5, 15})}, clusterOf(6));
    QVERIFY(hunt->slow().empty());
    QCOMPARE(hunt->nodes[4].state, HuntState::Open);
}

void TestIsolation::huntAlone()
{
    const std::vector<double> times{100, 101, 99.5, 100.2, 99.8, 112, 100.4, 99.9};
    QCOMPARE(readHunt(std::vector{alone(times)}, clusterOf(8))->slow(), std::vector<int>{5});
    // Robust statistics of three nodes decide nothing: only a factor does.
    QVERIFY(readHunt(std::vector{alone({100, 101, 130})}, clusterOf(3))->slow().empty());
    QCOMPARE(readHunt(std::vector{alone({100, 101, 160})}, clusterOf(3))->slow(), std::vector<int>{2});
}

void TestIsolation::badHunts()
{
    const auto unknown = readHunt(std::vector{alone({1, 2, 3})}, clusterOf(2));
    QVERIFY(!unknown);
    QVERIFY(unknown.error().what.find("n2") != std::string::npos);
    HuntRound twice = alone({1, 2});
    twice.groups[1].nodes = {"n0"};
    QVERIFY(!readHunt(std::vector{twice}, clusterOf(2)));
}

void TestIsolation::stepsCostAndNodes()
{
    const std::vector<ScaleExperiment> results{{group({"n0", "n1", "n2", "n3"}, {100, 101, 99}, {130, 131, 129}),
                                                group({"n4", "n5"}, {100, 101, 99}, {100, 101, 99})}};
    const auto plan = planScale(clusterOf(8), true, results, {}, {});
    QVERIFY(plan);
    QCOMPARE(plan->isolation.size(), std::size_t(3));
    for (const IsolationTest& step : plan->isolation)
        QCOMPARE(step.nodes, (NodeSet{0, 1, 2, 3}));  // where it was slow
    QCOMPARE(plan->isolation[0].runs, 3);             // four nodes meet each other in three rounds
    QCOMPARE(plan->isolation[0].gpuHours, 4 * 8 * 3 * kMinutesPerCheck / 60);
    QCOMPARE(plan->isolation[1].gpuHours, 4 * 8 * 3 * 10.0 / 60);
    QCOMPARE(planScale(clusterOf(8), true, {}, {}, {})->isolation[0].nodes.size(), std::size_t(8));
}

void TestIsolation::severalSlowPairsAreNotLeftOut()
{
    std::vector<IsolationResult> results;
    for (int a = 0; a < 8; ++a)
        for (int b = a + 1; b < 8; ++b) {
            const bool slow = (a == 0 && b == 3) || (a == 4 && b == 7);
            GroupMeasurement one = bandwidth({380, 381, 379}, slow ? std::vector<double>{180, 181, 179}
                                                                   : std::vector<double>{380, 379, 381});
            one.nodes = {"n" + std::to_string(a), "n" + std::to_string(b)};
            results.push_back({IsolationKind::NcclTests, one, {}});
        }
    ScalePlan plan = *planScale(clusterOf(8), true, {}, {}, {});
    QVERIFY(addIsolation(plan, results, {}).has_value());
    QVERIFY(!plan.isolationAtOdds);  // there are no experiments that it could be at odds with
    QCOMPARE(plan.state.diagnosis, Diagnosis::Contradiction);
    QVERIFY(conclusionOf(plan).english().find("several") != std::string::npos);
}

/// With one pair measured it may be either node; with the nodes fine elsewhere it is what is between them; where all
/// pairs are slow it is none of them.
void TestIsolation::onePairBlamesNoPath()
{
    const auto saying = [](const std::vector<std::pair<int, int>>& pairs,
                           const std::vector<std::pair<int, int>>& slow) {
        std::vector<GroupMeasurement> groups;
        for (const auto& [a, b] : pairs) {
            const bool isSlow = std::ranges::find(slow, std::pair(a, b)) != slow.end();
            groups.push_back(bandwidth({380, 381, 379}, isSlow ? std::vector<double>{180, 181, 179}
                                                               : std::vector<double>{380, 379, 381}));
            groups.back().nodes = {"n" + std::to_string(a), "n" + std::to_string(b)};
        }
        const auto matrices = *pairMatrices(groups, clusterOf(4), {});
        return std::pair(matrices.front(),
                         QString::fromStdString(conclusionOf(matrices.front(), clusterOf(4)).english()));
    };
    const auto open = saying({{0, 1}, {2, 3}}, {{0, 1}});
    QVERIFY2(open.second.contains("either of them, or the path"), qPrintable(open.second));
    const auto path = saying({{0, 1}, {0, 2}, {1, 3}}, {{0, 1}});
    QVERIFY2(path.second.contains("so the path between them"), qPrintable(path.second));
    const auto all = saying({{0, 1}, {0, 2}, {0, 3}, {1, 2}}, {{0, 1}, {0, 2}, {0, 3}, {1, 2}});
    QVERIFY2(all.second.contains("look at what they share"), qPrintable(all.second));
    QVERIFY(all.first.suspectNodes.empty() && all.first.suspectPairs.empty());
}

/// One test of each pair, 2 % apart by themselves: no healthy pair is called slow, a node at a third less is.
void TestIsolation::noiseBlamesNobody()
{
    int blamed = 0;
    int found = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        stats::SplitMix64 random(seed);
        const auto noise = [&random] { return 1 + 0.02 * stats::normalQuantile(0.5e-9 + random.unit() * (1 - 1e-9)); };
        const bool broken = seed % 2 == 1;
        std::vector<GroupMeasurement> groups;
        for (int a = 0; a < 8; ++a)
            for (int b = a + 1; b < 8; ++b) {
                const double share = broken && (a == 3 || b == 3) ? 0.67 : 1;
                groups.push_back(bandwidth({380 * noise()}, {380 * share * noise()}));
                groups.back().nodes = {"n" + std::to_string(a), "n" + std::to_string(b)};
            }
        const PairMatrix matrix = pairMatrices(groups, clusterOf(8), {})->front();
        if (broken)
            found += matrix.suspectNodes == std::vector<int>{3} && matrix.suspectPairs.empty() ? 1 : 0;
        else
            blamed += std::ranges::count(matrix.cells, PairState::Slow, &PairCell::state) > 0 ? 1 : 0;
    }
    QVERIFY2(blamed <= 1, qPrintable(QString::number(blamed)));
    QVERIFY2(found >= 19, qPrintable(QString::number(found)));
}

QTEST_APPLESS_MAIN(TestIsolation)
#include "tst_Isolation.moc"

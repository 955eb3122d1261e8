// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/scale/Judge.h"
#include "core/stats/Random.h"

using namespace headwater;
using namespace headwater::scale;

namespace {

Cluster four()
{
    return {{{"n0", "a", {}}, {"n1", "a", {}}, {"n2", "b", {}}, {"n3", "b", {}}}, 8};
}

GroupMeasurement times(std::vector<double> baseline, std::vector<double> current)
{
    GroupMeasurement group;
    group.nodes = {"n2", "n0"};
    group.metric = "step_time_ms";
    group.baseline.values = std::move(baseline);
    group.current.values = std::move(current);
    return group;
}

GroupState stateOf(const GroupMeasurement& group)
{
    return judgeExperiment({group}, four(), {})->front().result.state;
}

}  // namespace

class TestJudge : public QObject {
    Q_OBJECT
private slots:
    void threeStates();
    void bandwidthIsTheOtherWayRound();
    void aMovedInvariantMakesItInvalid();
    void sequenceLengths();
    void aPersonsWord();
    void unknownAndDoubleNodes();
    void kolmogorovSmirnovByHand();
    void repeatsAreJudgedTogether();
    void invariantsHoldOverAllSizes();
    void whatNobodyToldIsNamed();
    void noiseAsksForMoreRuns();
};

void TestJudge::threeStates()
{
    QCOMPARE(stateOf(times({100, 101, 99}, {120, 121, 119})), GroupState::Bad);
    QCOMPARE(stateOf(times({100, 101, 99}, {100.5, 101, 99.5})), GroupState::Good);
    QCOMPARE(stateOf(times({100, 101, 99}, {104, 108, 103})), GroupState::Inconclusive);
    QCOMPARE(stateOf(times({100, 101}, {150, 151})), GroupState::Inconclusive);  // two repeats are too few
    QCOMPARE(stateOf(times({100, 101, 99}, {})), GroupState::Inconclusive);
    const auto judged = judgeExperiment({times({100, 101, 99}, {120, 121, 119})}, four(), {});
    QCOMPARE(judged->front().result.nodes, (NodeSet{0, 2}));
    QVERIFY(std::abs(*judged->front().ratio - 0.2) < 1e-12);
    QVERIFY(judged->front().measured);
}

void TestJudge::bandwidthIsTheOtherWayRound()
{
    GroupMeasurement group = times({380, 381, 379}, {300, 301, 299});
    group.metric = "busbw_gbps";
    QCOMPARE(stateOf(group), GroupState::Good);
    group.higherIsBetter = true;
    QCOMPARE(stateOf(group), GroupState::Bad);
}

void TestJudge::aMovedInvariantMakesItInvalid()
{
    GroupMeasurement group = times({100, 101, 99}, {120, 121, 119});
    group.baseline.invariants = {{"message_bytes", "67108864"}, {"sequence_mean", "2048"}, {"tp", "8"}};
    group.current.invariants = {{"message_bytes", "67108864.0"}, {"sequence_mean", "2060"}, {"tp", "8"}};
    QCOMPARE(stateOf(group), GroupState::Bad);
    group.current.invariants["message_bytes"] = "33554432";
    const auto judged = judgeExperiment({group}, four(), {});
    QCOMPARE(judged->front().result.state, GroupState::Invalid);
    QCOMPARE(judged->front().moved.front().key, std::string("message_bytes"));
    group.current.invariants.erase("message_bytes");
    QCOMPARE(stateOf(group), GroupState::Invalid);
}

void TestJudge::sequenceLengths()
{
    stats::SplitMix64 random(5);
    GroupMeasurement group = times({100, 101, 99}, {120, 121, 119});
    for (int i = 0; i < 400; ++i) {
        group.baseline.sequenceLengths.push_back(1000 + 1000 * random.unit());
        group.current.sequenceLengths.push_back(1000 + 1000 * random.unit());
    }
    QVERIFY(movedInvariants(group.baseline, group.current).empty() ||
            kolmogorovSmirnov(group.baseline.sequenceLengths, group.current.sequenceLengths).p > 0.05);
    for (double& length : group.current.sequenceLengths)
        length *= 1.2;
    QCOMPARE(movedInvariants(group.baseline, group.current).front().key, std::string("sequence_lengths"));
}

void TestJudge::aPersonsWord()
{
    GroupMeasurement group;
    group.nodes = {"n1", "n3"};
    group.said = "bad";
    const auto judged = judgeExperiment({group}, four(), {});
    QCOMPARE(judged->front().result.state, GroupState::Bad);
    QVERIFY(!judged->front().measured);
}

void TestJudge::unknownAndDoubleNodes()
{
    GroupMeasurement group = times({1}, {1});
    group.nodes = {"n0", "elsewhere"};
    QVERIFY(QString::fromStdString(judgeExperiment({group}, four(), {}).error().what)
                .contains(QStringLiteral("elsewhere")));
    const GroupMeasurement twice = times({1}, {1});
    QVERIFY(!judgeExperiment({twice, twice}, four(), {}));
}

void TestJudge::kolmogorovSmirnovByHand()
{
    QCOMPARE(kolmogorovSmirnov({1, 2, 3, 4}, {3, 4, 5, 6}).distance, 0.5);
    QCOMPARE(kolmogorovSmirnov({1, 2}, {1, 2}).p, 1.0);
    // n = m = 100, D = 0.2: lambda = (7.0711 + 0.12 + 0.0156) 0.2 = 1.4413; p = 2 (e^-4.1548 - e^-16.619) = 0.03137
    std::vector<double> a;
    std::vector<double> b;
    for (int i = 0; i < 100; ++i) {
        a.push_back(i);
        b.push_back(i + 20);
    }
    QCOMPARE(kolmogorovSmirnov(a, b).distance, 0.2);
    QVERIFY(std::abs(kolmogorovSmirnov(a, b).p - 0.03137) < 1e-4);
}

void TestJudge::repeatsAreJudgedTogether()
{
    const GroupMeasurement once = times({100, 103, 97}, {109, 112, 105});
    QCOMPARE(stateOf(once), GroupState::Inconclusive);
    const auto judged =
        judgeAll({{once}, {times({100, 101, 99, 100, 102, 98}, {109, 110, 108, 109, 111, 107})}}, four(), {});
    QCOMPARE((*judged)[0].front().result.state, GroupState::Inconclusive);
    const JudgedGroup& again = (*judged)[1].front();
    QCOMPARE(again.runs, std::size_t(9));
    QVERIFY(again.result.together);
    QCOMPARE(again.result.state, GroupState::Bad);
    // Slow, then fine, beyond noise: these are no repeats of one thing.
    const GroupMeasurement slow = times({100, 101, 99}, {120, 121, 119});
    const GroupMeasurement fine = times({100, 101, 99}, {100, 101, 99});
    const auto changed = *judgeAll({{slow}, {fine}, {fine}}, four(), {});
    QCOMPARE(changed[1].front().result.state, GroupState::Good);
    QVERIFY(!changed[1].front().result.together);
    QVERIFY(changed[2].front().result.together);
    QCOMPARE(changed[2].front().runs, std::size_t(6));
    GroupMeasurement elsewhere = once;  // other nodes are no repeat
    elsewhere.nodes = {"n1", "n3"};
    QVERIFY(!(*judgeAll({{once}, {elsewhere}}, four(), {}))[1].front().result.together);
}

void TestJudge::invariantsHoldOverAllSizes()
{
    GroupMeasurement first = times({100, 101, 99}, {120, 121, 119});
    first.baseline.invariants = {{"message_bytes", "67108864"}, {"ranks", "32"}, {"tp", "8"}};
    first.current.invariants = first.baseline.invariants;
    GroupMeasurement second = first;
    second.nodes = {"n1", "n3"};
    second.baseline.invariants["ranks"] = second.current.invariants["ranks"] = "16";
    const auto stateOfSecond = [&] { return (*judgeAll({{first}, {second}}, four(), {}))[1].front(); };
    QCOMPARE(stateOfSecond().result.state, GroupState::Bad);  // ranks follow the size
    second.baseline.invariants["message_bytes"] = second.current.invariants["message_bytes"] = "4096";
    const JudgedGroup moved = stateOfSecond();
    QCOMPARE(moved.result.state, GroupState::Invalid);
    QCOMPARE(moved.moved.front().key, std::string("message_bytes"));
    QCOMPARE(moved.moved.front().baseline, std::string("67108864"));
}

void TestJudge::whatNobodyToldIsNamed()
{
    GroupMeasurement group = times({100, 101, 99}, {120, 121, 119});
    QCOMPARE(judgeExperiment({group}, four(), {})->front().unchecked.size(), std::size_t(5));
    group.baseline.invariants = {{"message_bytes", "1"}, {"batch_per_gpu", "4"}, {"tp", "8"}, {"pp", "1"}};
    group.current.invariants = group.baseline.invariants;
    QCOMPARE(judgeExperiment({group}, four(), {})->front().unchecked, std::vector<std::string>{"sequence_lengths"});
}

void TestJudge::noiseAsksForMoreRuns()
{
    QCOMPARE(repeatsFor({}, {}, 3, 24), 3);
    const auto quiet = judgeAll({{times({100, 100.2, 99.8}, {120, 120.2, 119.8})}}, four(), {});
    QCOMPARE(repeatsFor(*quiet, {}, 3, 24), 3);
    const auto noisy = judgeAll({{times({100, 103, 97}, {120, 123.6, 116.4})}}, four(), {});
    const int runs = repeatsFor(*noisy, {}, 3, 24);
    QVERIFY(runs > 12 && runs <= 24);
}

QTEST_APPLESS_MAIN(TestJudge)
#include "tst_Judge.moc"

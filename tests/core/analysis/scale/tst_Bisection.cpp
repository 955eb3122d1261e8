// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <set>

#include <QtTest>

#include "core/analysis/scale/Bisection.h"
#include "core/stats/Random.h"

using namespace headwater;
using namespace headwater::scale;
using Kind = Hypothesis::Kind;

namespace {

Cluster clusterOf(int nodes, int perLeaf)
{
    Cluster cluster;
    for (int i = 0; i < nodes; ++i)
        cluster.nodes.push_back({"node" + std::to_string(i), "leaf" + std::to_string(i / perLeaf), {}});
    return cluster;
}

/// A cluster with one hidden fault; the planner sees only what its experiments show.
struct FaultyCluster {
    Cluster cluster;
    Hypothesis fault;
    double inconclusive = 0;  ///< chance of a group
    stats::SplitMix64 random{1};

    ExperimentResult run(const NextExperiment& experiment)
    {
        const Leaves leaves = leavesOf(cluster);
        ExperimentResult result;
        for (const NodeSet& group : experiment.groups) {
            const bool slow = predict(fault, GroupView(group, leaves)) != Prediction::Fine;
            const bool open = random.unit() < inconclusive / (experiment.repeat ? experiment.repeats : 1);
            result.push_back({group, open ? GroupState::Inconclusive : slow ? GroupState::Bad : GroupState::Good});
        }
        return result;
    }
};

struct Search {
    BisectionState end;
    std::size_t experiments = 0;
};

Search search(FaultyCluster& faulty, const BisectionOptions& options = {})
{
    std::vector<ExperimentResult> history;
    Search done;
    for (done.end = bisect(faulty.cluster, history, options); done.end.next && history.size() < 60;
         done.end = bisect(faulty.cluster, history, options))
        history.push_back(faulty.run(*done.end.next));
    done.experiments = history.size();
    return done;
}

Hypothesis randomFault(const Cluster& cluster, stats::SplitMix64& random)
{
    const int nodes = static_cast<int>(cluster.nodes.size());
    const auto pick = [&random](int n) { return static_cast<int>(random.index(static_cast<std::size_t>(n))); };
    const int a = pick(nodes);
    const int b = (a + 1 + pick(nodes - 1)) % nodes;
    switch (pick(3)) {
    case 0: return {Kind::Node, a, 0};
    case 1: return {Kind::Pair, std::min(a, b), std::max(a, b)};
    default: return {Kind::Leaf, leavesOf(cluster).ofNode[static_cast<std::size_t>(a)], 0};
    }
}

}  // namespace

class TestBisection : public QObject {
    Q_OBJECT
private slots:
    void hiddenFaults_data();
    void hiddenFaults();
    void groupsShareNoNodeAndSpanSwitches();
    void sizeAlone();
    void contradiction();
    void whatComesAndGoesIsSaidAndBegunAnew();
    void fineGroupsAloneConcludeNothing();
    void allPairsOfThreeNodesTellPairFromSize();
    void aResultAtOddsIsRunAgain();
    void oneGoodOneOpenGoesOn();
    void inconclusiveIsRepeatedWithMoreRuns();
    void invalidSaysNothing();
    void goodSizesAreBelieved();
    void bothHalvesGoodAsksForPairs();
    void bothHalvesBadGoesOnDownwards();
    void costCountsEveryRun();
};

void TestBisection::hiddenFaults_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("perLeaf");
    QTest::addColumn<double>("inconclusive");
    QTest::newRow("64 GPUs") << 8 << 4 << 0.0;
    QTest::newRow("128 GPUs") << 16 << 4 << 0.0;
    QTest::newRow("512 GPUs") << 64 << 8 << 0.0;
    QTest::newRow("1024 GPUs") << 128 << 16 << 0.0;
    QTest::newRow("an odd cluster") << 23 << 5 << 0.0;
    QTest::newRow("some runs undecided") << 32 << 8 << 0.05;
}

void TestBisection::hiddenFaults()
{
    QFETCH(int, nodes);
    QFETCH(int, perLeaf);
    QFETCH(double, inconclusive);
    constexpr int kSeeds = 200;
    int found = 0;
    std::size_t most = 0;
    std::size_t sum = 0;
    for (int seed = 0; seed < kSeeds; ++seed) {
        FaultyCluster faulty{
            clusterOf(nodes, perLeaf), {}, inconclusive, stats::SplitMix64(static_cast<std::uint64_t>(seed))};
        faulty.fault = randomFault(faulty.cluster, faulty.random);
        const Search done = search(faulty);
        const double limit = std::log2(nodes) + 3;
        const bool right = done.end.alive == std::vector<Hypothesis>{faulty.fault};
        found += right && static_cast<double>(done.experiments) <= limit ? 1 : 0;
        most = std::max(most, done.experiments);
        sum += done.experiments;
    }
    qInfo("%d of %d found in log2(nodes) + 3; experiments: mean %.1f, most %zu", found, kSeeds,
          static_cast<double>(sum) / kSeeds, most);
    QVERIFY(found >= kSeeds * 95 / 100);
}

void TestBisection::groupsShareNoNodeAndSpanSwitches()
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        FaultyCluster faulty{clusterOf(16, 4), {}, 0, stats::SplitMix64(seed)};
        faulty.fault = randomFault(faulty.cluster, faulty.random);
        const Leaves leaves = leavesOf(faulty.cluster);
        std::vector<ExperimentResult> history;
        for (BisectionState state = bisect(faulty.cluster, history, {}); state.next;
             state = bisect(faulty.cluster, history, {})) {
            std::set<int> used;
            for (const NodeSet& group : state.next->groups) {
                std::set<int> spanned;
                QVERIFY(group.size() >= 2 || state.next->design == Design::Single);
                for (const int node : group) {
                    QVERIFY2(used.insert(node).second, "a node in two groups at one time");
                    spanned.insert(leaves.ofNode[static_cast<std::size_t>(node)]);
                }
                QVERIFY(spanned.size() >= 2 || state.next->design != Design::Halves);
            }
            QVERIFY(state.next->gpuHours > 0);
            history.push_back(faulty.run(*state.next));
        }
    }
}

void TestBisection::sizeAlone()
{
    const Hypothesis fault{Kind::Size, 4, 2};
    FaultyCluster faulty{clusterOf(16, 4), fault};
    const Search done = search(faulty);
    QCOMPARE(done.end.diagnosis, Diagnosis::Size);
    QVERIFY(done.experiments <= 10);
    QCOMPARE(done.end.alive, std::vector<Hypothesis>{fault});
    // Both sides were measured, on groups that share no node.
    const auto measured = [&](std::size_t size, bool slow) {
        return std::ranges::count_if(done.end.facts,
                                     [&](const Fact& fact) { return fact.nodes.size() == size && fact.slow == slow; });
    };
    QVERIFY(measured(4, true) >= 2 && measured(2, false) >= 2);
}

void TestBisection::contradiction()
{
    const Cluster cluster = clusterOf(4, 2);
    // More nodes than a slow group are fine: nothing explains it, and it was run again already.
    std::vector<ExperimentResult> history = {{{{0, 1}, GroupState::Bad}},
                                             {{{0, 1, 2}, GroupState::Good}},
                                             {{{0, 1}, GroupState::Bad, true}},
                                             {{{0, 1, 2}, GroupState::Good, true}}};
    BisectionState state = bisect(cluster, history, {});
    QCOMPARE(state.diagnosis, Diagnosis::Contradiction);
    QVERIFY(state.next && state.next->still);
    QCOMPARE(state.next->groups, (std::vector<NodeSet>{{0, 1, 2, 3}}));
    history.push_back({{{0, 1, 2, 3}, GroupState::Bad}});
    state = bisect(cluster, history, {});
    QCOMPARE(state.diagnosis, Diagnosis::Contradiction);
    QVERIFY(!state.next);
}

void TestBisection::whatComesAndGoesIsSaidAndBegunAnew()
{
    const Cluster cluster = clusterOf(4, 2);
    const NodeSet whole{0, 1, 2, 3};
    // Once fine, once slow, and not judged together.
    std::vector<ExperimentResult> history = {{{{0, 1}, GroupState::Good}}, {{{0, 1}, GroupState::Bad}}};
    BisectionState state = bisect(cluster, history, {});
    QCOMPARE(state.diagnosis, Diagnosis::Unsteady);
    QVERIFY(state.next && state.next->still);
    QCOMPARE(state.next->groups, std::vector<NodeSet>{whole});
    history.push_back({{whole, GroupState::Good}});
    state = bisect(cluster, history, {});
    QCOMPARE(state.diagnosis, Diagnosis::Gone);
    QVERIFY(!state.next);
    history.push_back({{whole, GroupState::Bad}});
    state = bisect(cluster, history, {});
    QCOMPARE(state.diagnosis, Diagnosis::Open);
    QCOMPARE(state.facts.size(), std::size_t(1));  // what was before no longer counts
    QVERIFY(state.next && !state.next->still);
}

void TestBisection::fineGroupsAloneConcludeNothing()
{
    // All that is left after fine groups is the size: but it may have gone away meanwhile.
    const Cluster cluster = clusterOf(4, 4);
    std::vector<ExperimentResult> history;
    BisectionState state = bisect(cluster, history, {});
    for (; state.next && !state.next->still; state = bisect(cluster, history, {})) {
        ExperimentResult fine;
        for (const NodeSet& group : state.next->groups)
            fine.push_back({group, GroupState::Good});
        history.push_back(std::move(fine));
        QVERIFY(history.size() < 20);
    }
    QCOMPARE(state.diagnosis, Diagnosis::Open);
    QVERIFY(state.next.has_value());
    std::vector<ExperimentResult> slow = history;
    slow.push_back({{state.next->groups.front(), GroupState::Bad}});
    QCOMPARE(bisect(cluster, slow, {}).diagnosis, Diagnosis::Size);
    history.push_back({{state.next->groups.front(), GroupState::Good}});
    QCOMPARE(bisect(cluster, history, {}).diagnosis, Diagnosis::Gone);
}

void TestBisection::allPairsOfThreeNodesTellPairFromSize()
{
    const Cluster cluster = clusterOf(3, 3);
    const std::vector<ExperimentResult> history = {{{{0, 1}, GroupState::Good}},
                                                   {{{1, 2}, GroupState::Good}},
                                                   {{{0, 2}, GroupState::Bad}, {{1}, GroupState::Good}}};
    const BisectionState state = bisect(cluster, history, {});
    QCOMPARE(state.diagnosis, Diagnosis::Pair);
}

void TestBisection::aResultAtOddsIsRunAgain()
{
    const Cluster cluster = clusterOf(8, 4);
    // Nodes 0 and 4 are slow together and neither is; all others are fine at one time: one of these is wrong.
    std::vector<ExperimentResult> history = {{{{0, 4}, GroupState::Bad}, {{1, 2, 3, 5, 6, 7}, GroupState::Good}},
                                             {{{0, 1}, GroupState::Good}, {{4, 5}, GroupState::Good}},
                                             {{{0, 4}, GroupState::Good, true}, {{1, 5}, GroupState::Bad}}};
    const BisectionState state = bisect(cluster, history, {});
    QCOMPARE(state.diagnosis, Diagnosis::Contradiction);
    QVERIFY(state.next && state.next->atOdds && state.next->repeat);
    for (const NodeSet& group : state.next->groups)
        QVERIFY(group != (NodeSet{0, 4}));  // that was run again already
    history.push_back({{{1, 5}, GroupState::Good, true}});
    QVERIFY(bisect(cluster, history, {}).diagnosis != Diagnosis::Contradiction);
}

void TestBisection::oneGoodOneOpenGoesOn()
{
    // The last two suspects, one cleared and the other's group left open: another partner decides.
    const Cluster cluster = clusterOf(32, 8);
    const std::vector<ExperimentResult> history = {
        {{{15, 31}, GroupState::Bad}, {restOf(std::vector<NodeSet>{{15, 31}}, 32), GroupState::Good}},
        {{{0, 15}, GroupState::Good}, {{1, 31}, GroupState::Inconclusive}}};
    std::vector<ExperimentResult> longer = history;
    for (int i = 0; i < 5; ++i) {
        const BisectionState state = bisect(cluster, longer, {});
        QCOMPARE(state.alive.size(), std::size_t(2));
        QVERIFY(state.next.has_value());
        longer.push_back({{{1, 31}, GroupState::Inconclusive}});
    }
}

void TestBisection::inconclusiveIsRepeatedWithMoreRuns()
{
    const Cluster cluster = clusterOf(8, 4);
    const NextExperiment first = *bisect(cluster, {}, {}).next;
    std::vector<ExperimentResult> history = {
        {{first.groups[0], GroupState::Good}, {first.groups[1], GroupState::Inconclusive}}};
    const NextExperiment again = *bisect(cluster, history, {}).next;
    QVERIFY(again.repeat);
    QCOMPARE(again.groups, std::vector<NodeSet>{first.groups[1]});
    QCOMPARE(again.repeats, 6);
    for (int i = 0; i < 2; ++i)
        history.push_back({{first.groups[1], GroupState::Inconclusive}});
    QCOMPARE(bisect(cluster, history, {}).next->repeats, 24);
    for (int i = 0; i < 3; ++i)
        history.push_back({{first.groups[1], GroupState::Inconclusive}});
    QVERIFY(!bisect(cluster, history, {}).next->repeat);  // something else tells more than a fifth attempt
}

void TestBisection::invalidSaysNothing()
{
    const Cluster cluster = clusterOf(8, 4);
    const std::size_t before = bisect(cluster, {}, {}).alive.size();
    const std::vector<ExperimentResult> history = {{{{0, 4}, GroupState::Invalid}}};
    const BisectionState state = bisect(cluster, history, {});
    QCOMPARE(state.alive.size(), before);
    QVERIFY(state.next->repeat);
}

void TestBisection::goodSizesAreBelieved()
{
    BisectionOptions options;
    options.goodGpus = 64;
    const BisectionState believed = bisect(clusterOf(16, 4), {}, options);
    QCOMPARE(believed.alive, (std::vector<Hypothesis>{{Kind::Size, 16, 8}}));
    QCOMPARE(believed.diagnosis, Diagnosis::Open);  // said, not measured
    QVERIFY(believed.next.has_value());
    const std::vector<ExperimentResult> history = {{{{0, 4, 8, 12}, GroupState::Bad}}};
    const BisectionState measured = bisect(clusterOf(16, 4), history, options);
    QVERIFY(measured.goodSetAside);
    QVERIFY(std::ranges::any_of(measured.alive, [](const Hypothesis& one) { return one.kind == Kind::Node; }));
}

void TestBisection::bothHalvesGoodAsksForPairs()
{
    const Cluster cluster = clusterOf(16, 4);
    const NextExperiment first = *bisect(cluster, {}, {}).next;
    QCOMPARE(first.groups.size(), std::size_t(2));
    const std::vector<ExperimentResult> history = {
        {{first.groups[0], GroupState::Good}, {first.groups[1], GroupState::Good}}};
    const BisectionState state = bisect(cluster, history, {});
    QCOMPARE(state.next->design, Design::Pairing);
    for (const Hypothesis& one : state.alive) {
        QVERIFY(one.kind == Kind::Pair || one.kind == Kind::Size);
        const auto side = [&](int node) { return std::ranges::find(first.groups[0], node) != first.groups[0].end(); };
        QVERIFY(one.kind == Kind::Size ? one.b >= 8 : side(one.a) != side(one.b));
    }
    // Each group joins nodes of both halves: what is between them is what is asked for.
    for (const NodeSet& group : state.next->groups) {
        const auto inFirst = std::ranges::count_if(
            group, [&](int node) { return std::ranges::find(first.groups[0], node) != first.groups[0].end(); });
        QVERIFY(inFirst > 0 && inFirst < static_cast<std::ptrdiff_t>(group.size()));
    }
}

void TestBisection::bothHalvesBadGoesOnDownwards()
{
    for (const int perLeaf : {4, 16}) {
        const Cluster cluster = clusterOf(16, perLeaf);
        const NextExperiment first = *bisect(cluster, {}, {}).next;
        const std::vector<ExperimentResult> history = {
            {{first.groups[0], GroupState::Bad}, {first.groups[1], GroupState::Bad}}};
        const BisectionState state = bisect(cluster, history, {});
        QCOMPARE(state.diagnosis, Diagnosis::Open);
        QVERIFY(state.next.has_value());
        const auto left = [&](Kind kind) {
            return std::ranges::any_of(state.alive, [kind](const Hypothesis& one) { return one.kind == kind; });
        };
        QVERIFY(left(Kind::Size) && left(Kind::TwoNodes) && !left(Kind::Node) && !left(Kind::Pair));
        QCOMPARE(left(Kind::Crossing), perLeaf == 4);
    }
}

void TestBisection::costCountsEveryRun()
{
    BisectionOptions options;
    options.minutesPerRun = 20;
    const NextExperiment next = *bisect(clusterOf(16, 4), {}, options).next;
    std::size_t nodes = 0;
    for (const NodeSet& group : next.groups)
        nodes += group.size();
    QCOMPARE(next.gpuHours, 2 * static_cast<double>(nodes) * 8 * 3 * 20 / 60);  // its baseline too
}

QTEST_APPLESS_MAIN(TestBisection)
#include "tst_Bisection.moc"

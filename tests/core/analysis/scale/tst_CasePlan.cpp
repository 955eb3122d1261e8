// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <QtTest>

#include "core/analysis/scale/SimulatedCluster.h"

using namespace headwater;
using namespace headwater::scale;

namespace {

std::size_t countOf(const std::vector<NodeState>& states, NodeState state)
{
    return static_cast<std::size_t>(std::ranges::count(states, state));
}

GroupMeasurement said(std::vector<std::string> nodes, std::string what)
{
    GroupMeasurement group;
    group.nodes = std::move(nodes);
    group.said = std::move(what);
    return group;
}

ScaleCase four()
{
    ScaleCase given;
    given.cluster = {{{"n0", "a", {}}, {"n1", "a", {}}, {"n2", "b", {}}, {"n3", "b", {}}}, 8};
    given.topologyKnown = true;
    return given;
}

}  // namespace

class TestCasePlan : public QObject {
    Q_OBJECT
private slots:
    void refusals();
    void nodesBeyondTheSlowJobAreLeftOut();
    void nodesAreSuspectedOnlyByEvidence();
    void aPairOrALeafSuspectsItsNodes();
    void contradictionLeavesNodesOpen();
    void namesAreQuotedInCommands();
    void theSimulatedFaultIsFound();
};

void TestCasePlan::refusals()
{
    QVERIFY(!planCase({}));
    ScaleCase given = four();
    QVERIFY(planCase(given).has_value());
    given.badGpus = 33;  // of 32
    QVERIFY(!planCase(given));
    given.badGpus = 8;  // one node
    QVERIFY(!planCase(given));
    given.badGpus = 32;
    given.goodGpus = 32;
    QCOMPARE(planCase(given).error().code, ErrorCode::BadUsage);
}

void TestCasePlan::nodesBeyondTheSlowJobAreLeftOut()
{
    ScaleCase given = four();
    given.badGpus = 17;
    QCOMPARE(planCase(given)->cluster.nodes.size(), std::size_t(3));
}

void TestCasePlan::nodesAreSuspectedOnlyByEvidence()
{
    ScaleCase given = four();
    QCOMPARE(countOf(nodeStates(*planCase(given)), NodeState::Open), std::size_t(4));
    given.experiments = {{said({"n0", "n2"}, "inconclusive"), said({"n1", "n3"}, "inconclusive")}};
    QCOMPARE(countOf(nodeStates(*planCase(given)), NodeState::Open), std::size_t(4));
    given.experiments = {{said({"n0", "n2"}, "bad"), said({"n1", "n3"}, "good")}};
    using enum NodeState;
    QCOMPARE(nodeStates(*planCase(given)), (std::vector{Suspected, Cleared, Suspected, Cleared}));
}

void TestCasePlan::aPairOrALeafSuspectsItsNodes()
{
    ScaleCase given = four();
    given.goodGpus = 8;
    given.experiments = {{said({"n0", "n2"}, "good"), said({"n1", "n3"}, "good")},
                         {said({"n0", "n3"}, "bad"), said({"n1", "n2"}, "good")}};
    const ScalePlan pair = *planCase(given);
    QCOMPARE(pair.state.diagnosis, Diagnosis::Pair);
    using enum NodeState;
    QCOMPARE(nodeStates(pair), (std::vector{Suspected, Cleared, Cleared, Suspected}));
    given.experiments = {{said({"n0", "n1"}, "bad"), said({"n2", "n3"}, "good")},
                         {said({"n0", "n2"}, "bad"), said({"n1", "n3"}, "bad")},
                         {said({"n0"}, "good"), said({"n1"}, "good")}};
    const ScalePlan open = *planCase(given);
    QVERIFY(open.state.next && open.state.next->still);  // the last were fine: is it still there?
    QVERIFY(open.outcomes.empty());
    given.experiments.push_back({said({"n0", "n1"}, "bad")});
    const ScalePlan leaf = *planCase(given);
    QCOMPARE(leaf.state.diagnosis, Diagnosis::Leaf);
    QCOMPARE(nodeStates(leaf), (std::vector{Suspected, Suspected, Cleared, Cleared}));
}

void TestCasePlan::contradictionLeavesNodesOpen()
{
    ScaleCase given = four();
    given.goodGpus = 8;
    given.experiments = {{said({"n0", "n2"}, "bad"), said({"n1", "n3"}, "good")},
                         {said({"n0", "n2"}, "good"), said({"n1", "n3"}, "bad")}};
    const ScalePlan changed = *planCase(given);
    QCOMPARE(changed.state.diagnosis, Diagnosis::Unsteady);
    QCOMPARE(countOf(nodeStates(changed), NodeState::Open), std::size_t(4));
    given.experiments = {{said({"n0", "n2"}, "bad")}, {said({"n0", "n1", "n2"}, "good")}};
    const ScalePlan plan = *planCase(given);
    QCOMPARE(plan.state.diagnosis, Diagnosis::Contradiction);
    QCOMPARE(countOf(nodeStates(plan), NodeState::Open), std::size_t(4));
}

void TestCasePlan::namesAreQuotedInCommands()
{
    ScaleCase given = four();
    QVERIFY(runCommand({0, 2}, given.cluster).find("--nodes=2 --ntasks-per-node=8 --nodelist=n0,n2 ") !=
            std::string::npos);
    given.cluster.nodes[0].name = "x'; rm -rf ~ #";
    QVERIFY(runCommand({0}, given.cluster).find("--nodelist='x'\\''; rm -rf ~ #' ") != std::string::npos);
    given.cluster.nodes[0].name = "-x";
    QVERIFY(runCommand({0}, given.cluster).find("--nodelist='-x' ") != std::string::npos);
}

void TestCasePlan::theSimulatedFaultIsFound()
{
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        ScaleCase given = simulatedCase(seed);
        const auto limit = static_cast<std::size_t>(std::log2(given.cluster.nodes.size())) + 3;
        ScalePlan plan = *planCase(given);
        while (plan.state.next && given.experiments.size() < 20) {
            given.experiments.push_back(simulatedResult(plan, seed));
            plan = *planCase(given);
        }
        QVERIFY(given.experiments.size() <= limit);
        QCOMPARE(plan.state.alive, std::vector<Hypothesis>{simulatedFault(seed)});
        for (const auto& experiment : plan.experiments)
            for (const JudgedGroup& group : experiment)
                QVERIFY(group.measured && group.moved.empty());
        QVERIFY(simulatedResult(plan, seed).empty());
    }
}

QTEST_APPLESS_MAIN(TestCasePlan)
#include "tst_CasePlan.moc"

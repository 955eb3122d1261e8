// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QTest>

#include "core/triage/Decide.h"
#include "core/triage/DecisionBasis.h"
#include "core/triage/LostSteps.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;

class TestLostSteps : public QObject {
    Q_OBJECT
private slots:
    void groupedByStepAndFate();
    void noneOfAWholeRun();
    void reachTheVerdict();
};

namespace {

StageCube cubeWithLosses()
{
    StageCube cube({"forward"}, {0, 1, 3}, {5, 6, 7});
    for (std::size_t rank = 0; rank < 3; ++rank)
        for (std::size_t step = 0; step < 3; ++step) {
            cube.setStatus(rank, step, StepStatus::Ok);
            cube.setDuration(rank, step, 1000);
            cube.set(Quantity::Span, 0, rank, step, 1000);
        }
    cube.setStatus(0, 1, StepStatus::Failed);
    cube.setStatus(2, 1, StepStatus::Failed);
    cube.setStatus(1, 1, StepStatus::Partial);
    cube.setStatus(1, 2, StepStatus::Invalid);
    cube.setStatus(2, 2, StepStatus::Absent);
    return cube;
}

}  // namespace

void TestLostSteps::groupedByStepAndFate()
{
    const std::vector<LostStep> lost = lostSteps(cubeWithLosses());
    QCOMPARE(lost.size(), std::size_t(4));
    QCOMPARE(lost[0].step, std::int64_t(6));
    QCOMPARE(lost[0].status, StepStatus::Failed);
    QCOMPARE(lost[0].ranks, (std::vector<int>{0, 3}));
    QCOMPARE(lost[1].status, StepStatus::Partial);
    QCOMPARE(lost[1].ranks, std::vector<int>{1});
    QCOMPARE(lost[2].step, std::int64_t(7));
    QCOMPARE(lost[2].ranks, std::vector<int>{1});
    QCOMPARE(lost[3].status, StepStatus::Absent);  // rank 3 stopped before it
    QCOMPARE(lost[3].ranks, std::vector<int>{3});
}

void TestLostSteps::noneOfAWholeRun()
{
    StageCube cube({"forward"}, {0}, {1});
    cube.setStatus(0, 0, StepStatus::Ok);
    QVERIFY(lostSteps(cube).empty());
    QVERIFY(lostSteps(StageCube()).empty());
}

void TestLostSteps::reachTheVerdict()
{
    auto run = std::make_shared<Run>();
    run->worldSize = 5;
    run->ranks = {{0, "", "", "", false, std::make_shared<Trace>()},
                  {1, "", "", "", false, std::make_shared<Trace>()},
                  {3, "", "", "", false, std::make_shared<Trace>()}};
    auto analysis = std::make_shared<RunAnalysis>();
    analysis->run = run;
    analysis->cube = cubeWithLosses();
    const auto basis = prepareDecision({analysis, analysis}, Policy(), {});
    QVERIFY(basis);
    const Verdict verdict = decide(**basis, Policy());
    QCOMPARE(verdict.lostSteps[0].size(), std::size_t(4));
    QCOMPARE(verdict.lostSteps[1].size(), std::size_t(4));
    QCOMPARE(verdict.missingRanks[1], run->missingRanks());
    // The warning names the rank that stopped.
    const auto warning = std::ranges::find_if(verdict.warnings, [](const Text& one) {
        return one.english().starts_with("Current run: 1 of 2 steps are not there on every rank");
    });
    QVERIFY(warning != verdict.warnings.end());
    QVERIFY2(warning->english().ends_with(": missing on ranks 1 and 3."), warning->english().c_str());
}

QTEST_GUILESS_MAIN(TestLostSteps)
#include "tst_LostSteps.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <numeric>

#include <QtTest>

#include "core/triage/Waterfall.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

namespace {

double sumOfDeltas(const Waterfall& fall)
{
    double sum = 0;
    for (const Waterfall::Stage& stage : fall.stages)
        sum += stage.delta();
    return sum;
}

Waterfall between(const StageCube& baseline, const StageCube& current)
{
    const auto all = [](const StageCube& cube) {
        std::vector<std::size_t> steps(cube.steps().size());
        std::iota(steps.begin(), steps.end(), std::size_t{0});
        return steps;
    };
    return waterfallOf(baseline, all(baseline), current, all(current), *alignStages(baseline, current));
}

}  // namespace

/// From one mean step to the other, with nothing left over.
class TestWaterfall : public QObject {
    Q_OBJECT
private slots:
    void addsUpWhereMediansWouldNot()
    {
        Noise noise(11);
        const auto spread = [&noise](std::size_t, std::size_t, std::size_t) { return 20 + std::abs(noise()) * 9; };
        const std::vector<std::string> names = {"load", "forward", "backward", "optimizer"};
        const Waterfall fall = between(cube(names, 3, 41, spread), cube(names, 2, 37, spread));
        QCOMPARE(fall.baselineCells, std::size_t{123});
        QCOMPARE(fall.currentCells, std::size_t{74});
        QCOMPARE(fall.stages.size(), std::size_t{4});
        QVERIFY(std::abs(fall.baseline + sumOfDeltas(fall) - fall.current) < 1e-3);  // ns
    }

    void whatNoStageCoversIsShown()
    {
        StageCube before = cube({"a"}, 1, 4, [](auto, auto, auto) { return 10.0; });
        StageCube after = before;
        for (std::size_t t = 0; t < 4; ++t)
            after.setDuration(0, t, ms(13));
        const Waterfall fall = between(before, after);
        QCOMPARE(fall.stages.back().name, std::string(kOutsideStages));
        QCOMPARE(fall.stages.back().delta(), 3e6);
        QCOMPARE(fall.stages.front().delta(), 0.0);
    }

    void newAndMissingStagesCountInFull()
    {
        const Waterfall fall = between(cube({"a", "gone"}, 1, 4, [](auto, auto, auto) { return 5.0; }),
                                       cube({"a", "new"}, 1, 4, [](auto, auto, auto) { return 6.0; }));
        QCOMPARE(fall.current - fall.baseline, 2e6);
        QCOMPARE(sumOfDeltas(fall), 2e6);
    }

    void stepsThatFailedAreNoPartOfTheMean()
    {
        StageCube after = cube({"a"}, 1, 4, [](auto, auto, std::size_t t) { return t == 2 ? 900.0 : 10.0; });
        after.setStatus(0, 2, StepStatus::Failed);
        const Waterfall fall = between(after, after);
        QCOMPARE(fall.currentCells, std::size_t{3});
        QCOMPARE(fall.current, 1e7);
    }

    void everyVerdictHasIt()
    {
        const std::vector<std::string> names = {"a", "b"};
        const Verdict verdict =
            verdictOf(cube(names, 2, 12, [](auto, auto, auto) { return 10.0; }),
                      cube(names, 2, 12, [](std::size_t k, auto, auto) { return 10.0 + 5.0 * double(k); }));
        QVERIFY(verdict.waterfall);
        QCOMPARE(verdict.waterfall->stages[1].delta(), 5e6);
    }

    void otherThresholdsLeaveTheRestAlone()
    {
        const std::vector<std::string> names = {"a", "b"};
        const auto basis = basisOf(cube(names, 2, 12, [](auto, auto, auto) { return 10.0; }),
                                   cube(names, 2, 12, [](auto, auto, auto) { return 12.0; }));
        ResourcePolicy limits;
        limits.clockRatio = 0.5;
        const DecisionBasisPtr changed = withResources(*basis, limits);
        Policy policy;
        policy.resources = limits;
        const Verdict verdict = decide(*changed, policy);
        QCOMPARE(verdict.policy.resources.clockRatio, 0.5);
        QVERIFY(verdict.resources && verdict.resources->checks.size() > 30);
        QCOMPARE(verdict.stepDelta, ms(4));
    }
};

QTEST_APPLESS_MAIN(TestWaterfall)
#include "tst_Waterfall.moc"

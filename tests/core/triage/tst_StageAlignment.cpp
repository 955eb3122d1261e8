// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include <QtTest>

#include "core/analysis/StageRules.h"
#include "core/triage/StageAlignment.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

namespace {

using Names = std::vector<std::string>;

StageAlignment align(const Names& baseline, const Names& current)
{
    const auto flat = [](std::size_t, std::size_t, std::size_t) { return 1.0; };
    return alignStages(cube(baseline, 1, 1, flat), cube(current, 1, 1, flat)).value();
}

Names rows(const StageAlignment& alignment)
{
    Names names;
    for (const AlignedStage& row : alignment.stages)
        names.push_back(row.name);
    return names;
}

const std::string kOutside(kOutsideStages);

/// A pair whose stages take 10 ms, the named ones other times.
Verdict judged(const Names& baseline, const Names& current, const std::string& special, double value)
{
    Policy policy;
    policy.resamples = 1000;
    const auto side = [&](const Names& names, bool isCurrent, std::uint64_t seed) {
        auto noise = std::make_shared<Noise>(seed);
        return cube(names, 1, 30, [=](std::size_t k, std::size_t, std::size_t) {
            return (isCurrent && names[k] == special ? value : 10.0) * (1 + 0.01 * (*noise)());
        });
    };
    return verdictOf(side(baseline, false, 1), side(current, true, 2), policy);
}

}  // namespace

class TestStageAlignment : public QObject {
    Q_OBJECT
private slots:
    void sameStages()
    {
        const StageAlignment a = align({"x", "y", kOutside}, {"x", "y", kOutside});
        QCOMPARE(rows(a), (Names{"x", "y", kOutside}));
        QCOMPARE(a.comparable, std::size_t{3});
        QVERIFY(a.missing.empty() && a.added.empty() && !a.orderChanged);
        QVERIFY(a.stages[2].outside);
    }

    void newStageComesAfterItsPredecessor()
    {
        const StageAlignment a = align({"x", "y", kOutside}, {"w", "x", "n", "y", kOutside});
        QCOMPARE(rows(a), (Names{"w", "x", "n", "y", kOutside}));
        QCOMPARE(a.added, (Names{"w", "n"}));
        QVERIFY(!a.stages[2].baseline && a.stages[2].current == std::size_t{2});
        QCOMPARE(a.comparable, std::size_t{5});
    }

    void missingStageEndsTheScan()
    {
        const StageAlignment a = align({"x", "y", "z"}, {"x", "z"});
        QCOMPARE(a.missing, Names{"y"});
        QCOMPARE(a.comparable, std::size_t{1});
        QVERIFY(!a.orderChanged);
    }

    void otherOrderEndsTheScan()
    {
        const StageAlignment a = align({"x", "y", "z"}, {"x", "z", "y"});
        QVERIFY(a.orderChanged);
        QCOMPARE(a.comparable, std::size_t{1});
    }

    void outsideOnOneSideIsNoContractFailure()
    {
        const StageAlignment a = align({"x", "y"}, {"x", "y", kOutside});
        QVERIFY(a.added.empty() && a.missing.empty());
        QCOMPARE(a.comparable, std::size_t{3});
    }

    void missingStageIsAFailureNotAnImprovement()
    {
        const Verdict v = judged({"x", "y", "z"}, {"x", "z"}, "", 0);
        QCOMPARE(v.stages[1].state, StageState::Missing);
        QCOMPARE(v.layers[0].status, LayerStatus::Fail);
        QVERIFY(v.outcome != Outcome::Equivalent && v.outcome != Outcome::Improved);
        QCOMPARE(exitCode(v), 3);
        QCOMPARE(v.outcomeNode, std::string("correctness"));
    }

    void regressionAfterAMissingStageIsNotCalledFirst()
    {
        const Verdict v = judged({"x", "y", "z"}, {"x", "z"}, "z", 20);
        QCOMPARE(v.stages[2].state, StageState::Regressed);
        QVERIFY(!v.firstRegressed && !v.course);
        QCOMPARE(v.outcome, Outcome::Regressed);
        QCOMPARE(v.outcomeNode, std::string("correctness"));
    }

    void newStageMayBeFirst()
    {
        const Verdict v = judged({"x", "y"}, {"x", "n", "y"}, "", 0);
        QCOMPARE(v.stages[1].state, StageState::New);
        QVERIFY(!v.stages[1].ratio);
        QVERIFY(v.firstRegressed && v.firstRegressed->stage == "n");
        QVERIFY(v.firstRegressed->delta > ms(9) && v.firstRegressed->delta < ms(11));
        const Verdict tiny = judged({"x", "y"}, {"x", "n", "y"}, "n", 0.01);
        QCOMPARE(tiny.stages[1].state, StageState::New);
        QVERIFY(!tiny.firstRegressed);
    }
};

QTEST_APPLESS_MAIN(TestStageAlignment)
#include "tst_StageAlignment.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>
#include <string>
#include <vector>

#include <QtTest>

#include "core/triage/Names.h"
#include "tests/core/triage/Noisy.h"

using namespace headwater;
using namespace pairs;

namespace {

std::string all(const std::vector<Text>& texts)
{
    std::string text;
    for (const Text& t : texts)
        text += t.english() + "\n";
    return text;
}

}  // namespace

class TestDecide : public QObject {
    Q_OBJECT
private slots:
    void textbookVectors()
    {
        const Verdict v = verdictOf(vectorOf({1000, 2000, 3000}), vectorOf({1000, 2500, 3800}));
        QVERIFY(v.course.has_value());
        QCOMPARE(v.course->index, 1);
        QCOMPARE(v.course->value, ms(500));
        QCOMPARE(v.outcome, Outcome::Regressed);
        QCOMPARE(exitCode(v), 1);
        QVERIFY(v.firstRegressed && !v.firstRegressed->confirmed);
        QCOMPARE(v.firstRegressed->index, 1);
        QCOMPARE(v.largestIncrease->index, 2);
        QCOMPARE(v.slowest.index, 2);
        QVERIFY(has(all(v.warnings), "no uncertainty"));
        QVERIFY(!v.stages[1].ci95);

        const Verdict none = verdictOf(vectorOf({1000, 2000}), vectorOf({1010, 2010}));
        QVERIFY(!none.course && !none.firstRegressed);
        QCOMPARE(none.outcome, Outcome::Equivalent);
        QCOMPARE(exitCode(none), 0);
    }

    void firstNotSlowest()  // V1
    {
        const Verdict v = verdictOf(vectorOf({20, 5, 60, 90, 15}), vectorOf({20.5, 5.2, 75, 140, 15}));
        QCOMPARE(v.firstRegressed->index, 2);
        QCOMPARE(v.slowest.index, 3);
        QCOMPARE(v.largestIncrease->index, 3);
        QVERIFY(has(v.paragraph.english(), "S2") && has(v.paragraph.english(), "S3") &&
                has(v.headline.english(), "S2"));
        QVERIFY(v.stages[3].downstream && !v.stages[2].downstream);
    }

    void exactlyEpsilonIsNoRegression()
    {
        Policy policy;
        policy.epsilonPpm = 150'000;
        const Verdict v = verdictOf(vectorOf({100, 3}), vectorOf({115, 3.45}), policy);
        QVERIFY(!v.course);
        QCOMPARE(v.outcome, Outcome::Equivalent);
    }

    void zeroBaseline()
    {
        const Verdict small = verdictOf(vectorOf({0, 5}), vectorOf({0.04, 9}));
        QCOMPARE(small.course->index, 1);
        const Verdict large = verdictOf(vectorOf({0, 5}), vectorOf({0.06, 5}));
        QCOMPARE(large.course->index, 0);
        QVERIFY(!large.courseRatio && !large.stages[0].ratio);
    }

    void plainVectorsOfDifferentLengthAreRefused()
    {
        const auto basis = prepareDecision({run(vectorOf({1, 2, 3})), run(vectorOf({1, 2}))}, {}, {});
        QVERIFY(!basis);
        QCOMPARE(basis.error().code, ErrorCode::StageCountsDiffer);
        QCOMPARE(basis.error().what, std::string("stage counts differ"));
        QVERIFY(has(basis.error().where, "3") && has(basis.error().where, "2"));
    }

    void stoppedJobLeavesNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto basis =
            prepareDecision({run(noisy(30, none(), 1)), run(noisy(30, none(), 2))}, {}, Job{stop.get_token(), {}, 2});
        QVERIFY(!basis);
        QCOMPARE(basis.error().code, ErrorCode::Cancelled);
    }

    void confirmedRegression()
    {
        const Verdict v = verdictOf(noisy(40, none(), 1), noisy(40, {1, 1.3, 1.5, 1}, 2), fast());
        QCOMPARE(v.outcome, Outcome::Regressed);
        QVERIFY(v.firstRegressed && v.firstRegressed->confirmed);
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        QCOMPARE(v.firstRegressed->kind, Kind::Shift);
        QVERIFY(v.firstRegressed->ci95 && v.firstRegressed->ci95->lo > 0.2 && v.firstRegressed->ci95->hi < 0.4);
        QVERIFY(v.firstRegressed->pAdjusted && *v.firstRegressed->pAdjusted < 0.05);
        QVERIFY(v.firstRegressed->stability && *v.firstRegressed->stability > 0.95);
        QCOMPARE(v.earliestPossible->index, 1);
        QCOMPARE(v.largestIncrease->stage, std::string("backward"));
        QCOMPARE(v.stages[0].state, StageState::NotRegressed);
        QCOMPARE(v.stages[2].state, StageState::Regressed);
        QVERIFY(v.stages[2].downstream);
        QCOMPARE(v.warmupRemoved, 3);
        QCOMPARE(v.stepsBaseline, 37);
        double shares = 0;
        for (const StageVerdict& stage : v.stages)
            shares += stage.shareOfStepDelta.value();
        QVERIFY(std::abs(shares - 1) < 1e-6);
        double stability = 0;
        for (const StabilityBar& bar : v.stability)
            stability += bar.share;
        QVERIFY(std::abs(stability - 1) < 1e-9);
        QVERIFY(has(v.headline.english(), "First regressed stage: forward +"));
    }

    void improvedAndEquivalent()
    {
        const Verdict faster = verdictOf(noisy(40, none(), 1), noisy(40, {1, 0.8, 0.8, 1}, 2), fast());
        QCOMPARE(faster.outcome, Outcome::Improved);
        QCOMPARE(faster.stages[1].state, StageState::Improved);
        QCOMPARE(exitCode(faster), 0);
        const Verdict same = verdictOf(noisy(40, none(), 1), noisy(40, none(), 2), fast());
        QCOMPARE(same.outcome, Outcome::Equivalent);
        QVERIFY(!same.firstRegressed);
    }

    void runAgainstItself_data()
    {
        QTest::addColumn<int>("n");
        for (const int n : {1, 2, 3, 6, 40})
            QTest::addRow("%d steps", n) << n;
    }
    void runAgainstItself()
    {
        QFETCH(int, n);
        const Verdict v = verdictOf(noisy(n, none(), 1), noisy(n, none(), 1), fast());
        QCOMPARE(v.outcome, Outcome::Equivalent);
        QCOMPARE(exitCode(v), 0);
        for (const StageVerdict& stage : v.stages)
            QCOMPARE(stage.state, StageState::NotRegressed);
        QVERIFY(v.stability.empty());
        QVERIFY(has(all(v.warnings), "identical"));
    }

    void tooFewSteps()
    {
        const Verdict v = verdictOf(noisy(4, none(), 1), noisy(4, {1, 2, 1, 1}, 2), fast());
        QCOMPARE(v.outcome, Outcome::InsufficientData);
        QCOMPARE(exitCode(v), 3);
        QVERIFY(v.firstRegressed && !v.firstRegressed->confirmed);
        QCOMPARE(v.firstRegressed->index, 1);
        QCOMPARE(v.stages[1].state, StageState::Inconclusive);
        QVERIFY(v.stages[1].ci95 && std::isinf(v.stages[1].ci95->lo) && std::isinf(v.stages[1].ci95->hi));
        QVERIFY(!v.stages[1].pAdjusted);
        QVERIFY(has(all(v.warnings), "needs 6"));
    }

    void sixStepsCanConfirm()
    {
        const Verdict v = verdictOf(noisy(6, none(), 1), noisy(6, {1, 1.6, 1.4, 1}, 2));
        QCOMPARE(v.outcome, Outcome::Regressed);
        QVERIFY(v.firstRegressed->confirmed);
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        QCOMPARE(v.warmupRemoved, 0);
        QVERIFY(has(all(v.warnings), "warm-up"));
    }

    void tailNeedsItsOwnN()
    {
        const Verdict v = verdictOf(noisy(80, none(), 1), noisy(80, none(), 2), fast());
        const StageVerdict& stage = v.stages[1];  // 77 steps after warm-up
        QCOMPARE(stage.stateBy[static_cast<std::size_t>(Statistic::P99)], StageState::Inconclusive);
        QVERIFY(stage.stateBy[static_cast<std::size_t>(Statistic::P95)] != StageState::Regressed);
        QCOMPARE(v.outcome, Outcome::Equivalent);
        QVERIFY(has(all(v.warnings), "p99 is shown but not judged"));
    }

    void raisedTailOfFewStepsIsNotFine()
    {
        const auto paused = [](int steps, std::size_t every, std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube(kStages, 1, steps, [=](std::size_t k, std::size_t, std::size_t t) {
                const double factor = k == 1 && every > 0 && t % every == every - 1 ? 3 : 1;
                return kTypical[k] * factor * (1 + 0.01 * (*noise)());
            });
        };
        const Verdict few = verdictOf(paused(30, 0, 1), paused(30, 12, 2), fast());
        QCOMPARE(few.outcome, Outcome::Inconclusive);
        QVERIFY2(has(few.headline, "the slow steps of forward look longer"), few.headline.english().c_str());
        QVERIFY2(has(few.headline, "72 steps a side"), few.headline.english().c_str());
        QVERIFY2(has(all(few.nextSteps), "72 steps a side"), all(few.nextSteps).c_str());
        // p95 can be judged and is the same; p99 takes 368 steps, and two or more of a hundred are no accident.
        const Verdict some = verdictOf(paused(110, 0, 1), paused(110, 25, 2), fast());
        QCOMPARE(some.outcome, Outcome::Inconclusive);
        QVERIFY2(has(some.headline, "368 steps a side"), some.headline.english().c_str());
        // The same pauses on both sides, or none, are no sign of anything.
        QCOMPARE(verdictOf(paused(30, 12, 1), paused(30, 12, 2), fast()).outcome, Outcome::Equivalent);
        for (std::uint64_t seed = 1; seed <= 20; ++seed)
            QCOMPARE(verdictOf(paused(30, 0, 2 * seed), paused(30, 0, 2 * seed + 1), fast()).outcome,
                     Outcome::Equivalent);
    }

    void tailOnlyRegressionIsNamedAsSuch()
    {
        const auto tail = [](double slow) {
            auto noise = std::make_shared<Noise>(slow > 1 ? 5 : 6);
            return cube(kStages, 1, 200, [=](std::size_t k, std::size_t, std::size_t t) {
                const double factor = k == 1 && t % 10 == 7 ? slow : 1;
                return kTypical[k] * factor * (1 + 0.01 * (*noise)());
            });
        };
        const Verdict v = verdictOf(tail(1), tail(2), fast());
        QCOMPARE(v.outcome, Outcome::Regressed);
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        QCOMPARE(v.firstRegressed->kind, Kind::Tail);
        QCOMPARE(v.stages[1].stateBy[0], StageState::NotRegressed);
        QVERIFY(has(v.paragraph.english(), "slow steps"));
        QVERIFY(v.firstRegressed->stability && *v.firstRegressed->stability > 0.95);
        // Everything that is said of it speaks of the slow steps too; the typical ones only show noise.
        QCOMPARE(v.headlineStatistic, Statistic::P95);
        QVERIFY2(has(v.headline.english(), "in p95"), v.headline.english().c_str());
        QCOMPARE(v.largestIncrease->stage, std::string("forward"));
        QCOMPARE(v.largestIncrease->value, v.firstRegressed->delta);
        QVERIFY2(has(v.paragraph.english(), "It is also the largest increase"), v.paragraph.english().c_str());
    }

    void belowTheFloorIsShownNotCounted()
    {
        std::vector<std::string> names = kStages;
        const auto with = [&](double tiny, std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube({"zero_grad", "forward"}, 1, 40, [=](std::size_t k, std::size_t, std::size_t) {
                return (k == 0 ? tiny : 50.0) * (1 + 0.01 * (*noise)());
            });
        };
        const Verdict v = verdictOf(with(0.10, 1), with(0.13, 2), fast());
        QCOMPARE(v.stages[0].state, StageState::BelowFloor);
        QCOMPARE(v.course->index, 0);  // the textbook's rule has no floor
        QVERIFY(!v.firstRegressed);
        QCOMPARE(v.outcome, Outcome::Equivalent);
        for (const StabilityBar& bar : v.stability)
            QCOMPARE(bar.index, -1);  // what is below the floor comes first in no resample either
    }

    /// A baseline below the floor is about zero: the growth is counted, and how many times it is means nothing.
    void fromAboutZeroHasNoRatio()
    {
        const auto with = [&](double tiny, std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube({"load", "forward"}, 1, 40, [=](std::size_t k, std::size_t, std::size_t) {
                return (k == 0 ? tiny : 50.0) * (1 + 0.01 * (*noise)());
            });
        };
        const Verdict v = verdictOf(with(0.01, 1), with(5, 2), fast());
        QVERIFY(v.firstRegressed.has_value());
        QCOMPARE(v.firstRegressed->stage, std::string("load"));
        QVERIFY(std::abs(static_cast<double>(v.firstRegressed->delta) / 4.99e6 - 1) < 0.01);
        QVERIFY(!v.firstRegressed->ratio && !v.firstRegressed->ci95 && !v.courseRatio);
        QVERIFY(!v.stages[0].ratio && !v.stages[0].ci95);
        QVERIFY2(v.headline.english().find('%') == std::string::npos, v.headline.english().c_str());
        // Above the floor it has one, and where nothing grew too.
        QVERIFY(verdictOf(with(1, 1), with(5, 2), fast()).stages[0].ratio.has_value());
        QVERIFY(verdictOf(with(0.01, 1), with(0.011, 2), fast()).stages[0].ratio.has_value());
    }

    void inconclusiveSaysHowManySteps()
    {
        const Verdict v = verdictOf(noisy(12, none(), 1, 0.15), noisy(12, {1, 1.06, 1, 1}, 2, 0.15), fast());
        QCOMPARE(v.outcome, Outcome::Inconclusive);
        QCOMPARE(exitCode(v), 3);
        QVERIFY2(has(all(v.nextSteps), "steps a side"), all(v.nextSteps).c_str());
        QVERIFY(v.earliestPossible.has_value());
    }

    void epsilonNeedsNoNewBasis()
    {
        const DecisionBasisPtr basis = basisOf(noisy(40, none(), 1), noisy(40, {1, 1.10, 1.3, 1}, 2), fast());
        Policy policy = fast();
        QCOMPARE(decide(*basis, policy).firstRegressed->index, 1);
        policy.epsilonPpm = 200'000;
        QCOMPARE(decide(*basis, policy).firstRegressed->index, 2);
        policy.epsilonPpm = 500'000;
        QVERIFY(!decide(*basis, policy).firstRegressed);
        policy.epsilonPpm = 50'000;
        policy.statistic = Statistic::Mean;
        QCOMPARE(decide(*basis, policy).firstRegressed->index, 1);
    }

    void deterministicWhateverTheThreads()
    {
        const PairAnalysis pair{run(noisy(60, none(), 1)), run(noisy(60, {1, 1.08, 1, 1}, 2))};
        const auto one = prepareDecision(pair, fast(), Job{{}, {}, 1});
        const auto four = prepareDecision(pair, fast(), Job{{}, {}, 4});
        const Verdict a = decide(**one, fast());
        const Verdict b = decide(**four, fast());
        QCOMPARE(a.headline, b.headline);
        for (std::size_t k = 0; k < a.stages.size(); ++k) {
            QCOMPARE(a.stages[k].ci95->lo, b.stages[k].ci95->lo);
            QCOMPARE(a.stages[k].ci95->hi, b.stages[k].ci95->hi);
            QCOMPARE(*a.stages[k].pAdjusted, *b.stages[k].pAdjusted);
        }
    }

    void warmUpIsRemovedOnBothSides()
    {
        const auto warm = [](std::uint64_t seed, double factor) {
            auto noise = std::make_shared<Noise>(seed);
            return cube(kStages, 1, 40, [=](std::size_t k, std::size_t, std::size_t t) {
                return kTypical[k] * (t < 6 ? 5.0 : k == 2 ? factor : 1.0) * (1 + 0.01 * (*noise)());
            });
        };
        const Verdict v = verdictOf(warm(1, 1), warm(2, 1.2), fast());
        QCOMPARE(v.warmupRemoved, 6);
        QCOMPARE(v.firstRegressed->stage, std::string("backward"));
        Policy keep = fast();
        keep.warmup = 0;
        QCOMPARE(verdictOf(warm(1, 1), warm(2, 1.2), keep).warmupRemoved, 0);
        keep.warmup = 100;  // more than there is
        const Verdict nothing = verdictOf(warm(1, 1), warm(2, 1.2), keep);
        QCOMPARE(nothing.outcome, Outcome::InsufficientData);
        QCOMPARE(nothing.stepsBaseline, 0);
    }

    void noSteadyStateConfirmsNothing()
    {
        const auto falling = [](double factor) {
            return cube(kStages, 1, 40, [=](std::size_t k, std::size_t, std::size_t t) {
                return kTypical[k] * factor * (1 + 0.05 * (40.0 - static_cast<double>(t)));
            });
        };
        const Verdict v = verdictOf(falling(1), falling(2), fast());
        QCOMPARE(v.outcome, Outcome::Inconclusive);
        QVERIFY(has(v.headline.english(), "no steady state"));
        for (const StageVerdict& stage : v.stages)
            QVERIFY(stage.state != StageState::Regressed);
        QVERIFY(!v.firstRegressed || !v.firstRegressed->confirmed);
    }

    void costShiftIsNoRegression()
    {
        const Verdict v = verdictOf(noisy(60, none(), 1), noisy(60, {1, 1.4, 7.0 / 9, 1}, 2), fast());
        QCOMPARE(v.stages[1].state, StageState::CostShift);
        QCOMPARE(v.stages[2].state, StageState::Improved);
        QCOMPARE(v.outcome, Outcome::Equivalent);
        QCOMPARE(v.course->index, 1);
        QVERIFY2(v.paragraph.english().find("Cost moved between stages without making the step longer: ") !=
                     std::string::npos,
                 v.paragraph.english().c_str());
        QVERIFY(verdictOf(noisy(60, none(), 1), noisy(60, none(), 2), fast()).paragraph.english().find("Cost moved") ==
                std::string::npos);
    }

    void largeFamiliesCanStillBeSignificant()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 120; ++i)
            names.push_back("stage " + std::to_string(i));
        const auto many = [&](double factor, std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube(names, 1, 40, [=](std::size_t k, std::size_t, std::size_t) {
                return 10.0 * (k == 70 ? factor : 1.0) * (1 + 0.01 * (*noise)());
            });
        };
        Policy policy;
        policy.resamples = 1000;
        const Verdict v = verdictOf(many(1, 1), many(1.5, 2), policy);
        QVERIFY(v.firstRegressed && v.firstRegressed->confirmed);
        QCOMPARE(v.firstRegressed->index, 70);
    }
};

QTEST_APPLESS_MAIN(TestDecide)
#include "tst_Decide.moc"

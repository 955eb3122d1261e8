// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/triage/Noisy.h"

using namespace headwater;
using namespace pairs;

/// What the headline says of changes that are easy to overstate.
class TestDecideWords : public QObject {
    Q_OBJECT
private slots:
    void slowStepsTooFewToJudgeAreInTheHeadline()
    {
        const auto rare = [](bool slow) {
            auto noise = std::make_shared<Noise>(slow ? 5 : 6);
            return cube(kStages, 1, 30, [=](std::size_t k, std::size_t, std::size_t t) {
                const bool hit = slow && k == 1 && (t == 12 || t == 20 || t == 27);
                return kTypical[k] * (hit ? 1.6 : 1) * (1 + 0.01 * (*noise)());
            });
        };
        const Verdict v = verdictOf(rare(false), rare(true), fast());
        QCOMPARE(v.outcome, Outcome::Equivalent);
        QVERIFY2(has(v.headline.english(), "p95 of forward +"), v.headline.english().c_str());
        QVERIFY2(has(v.headline.english(), "takes 72 steps a side (27 compared"), v.headline.english().c_str());
    }

    void whatWasNotJudgedIsInTheHeadline()
    {
        const auto quiet = [](std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube(kStages, 1, 40, [=](std::size_t k, std::size_t, std::size_t) {
                return kTypical[k] * (1 + 0.002 * (*noise)());
            });
        };
        const Verdict v = verdictOf(quiet(5), quiet(6), fast());
        QCOMPARE(v.outcome, Outcome::Equivalent);
        QVERIFY2(has(v.headline.english(), "the slow steps were not judged, which takes 72 steps a side"),
                 v.headline.english().c_str());
    }

    /// Ten steps, the first of them compilation: no number of such steps decides.
    void warmUpIsToldInsteadOfAnAbsurdCount()
    {
        const auto compiled = [](std::uint64_t seed) {
            auto noise = std::make_shared<Noise>(seed);
            return cube(kStages, 1, 10, [=](std::size_t k, std::size_t, std::size_t t) {
                return kTypical[k] * (t < 3 ? 70 - 20.0 * static_cast<double>(t) : 1) * (1 + 0.01 * (*noise)());
            });
        };
        const Verdict v = verdictOf(compiled(5), compiled(6), fast());
        QCOMPARE(v.outcome, Outcome::Inconclusive);
        QVERIFY2(has(v.headline.english(), "dominated by warm-up"), v.headline.english().c_str());
        QVERIFY(!v.nextSteps.empty());
        QVERIFY2(has(v.nextSteps.front(), "Record at least 20 steps after the warm-up"),
                 v.nextSteps.front().english().c_str());
        for (const Text& step : v.nextSteps)
            QVERIFY2(!has(step, "deciding the open stages takes about"), step.english().c_str());
    }

    void hostTimeIsNoShareOfTheStep()
    {
        auto withHost = [](StageCube c) {
            for (std::size_t k = 0; k < c.stages().size(); ++k)
                for (std::size_t t = 0; t < c.steps().size(); ++t)
                    c.set(Quantity::Host, k, 0, t, c.at(Quantity::Span, k, 0, t));
            return c;
        };
        Policy host = fast();
        host.measure = Measure::Host;
        const Verdict v = verdictOf(withHost(noisy(40, none(), 1)), withHost(noisy(40, {1, 1.3, 1.5, 1}, 2)), host);
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        for (const StageVerdict& stage : v.stages)
            QVERIFY(!stage.shareOfStepDelta);
    }

    void stageThatIsFasterIsNotSaidToBeSlower()
    {
        for (std::uint64_t seed = 1; seed < 30; ++seed) {
            const Verdict v = verdictOf(noisy(10, none(), seed, 0.2), noisy(10, none(), seed + 100, 0.2), fast());
            if (v.outcome == Outcome::Inconclusive && v.earliestPossible && v.earliestPossible->value <= 0) {
                QVERIFY2(has(v.headline.english(), "is not cleared by so few steps"), v.headline.english().c_str());
                return;
            }
        }
        QFAIL("no such pair was made");
    }
};

QTEST_APPLESS_MAIN(TestDecideWords)
#include "tst_DecideWords.moc"

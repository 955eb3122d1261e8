// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include <QtTest>

#include "core/triage/RegressedIn.h"
#include "core/triage/StragglerFindings.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

namespace {

const std::vector<std::string> kStages{"data", "forward", "backward"};
const std::vector<double> kTypical{5, 25, 45};

/// Eight ranks that wait for the slowest in `backward`; factor(stage, rank, step) on their own work.
template <class Factor>
StageCube synchronous(int ranks, int steps, std::uint64_t seed, const Factor& factor)
{
    Noise noise(seed);
    StageCube c(kStages, pairs::ranks(ranks), pairs::steps(steps));
    for (std::size_t t = 0; t < c.steps().size(); ++t) {
        std::vector<std::array<double, 3>> own(c.ranks().size());
        double longest = 0;
        for (std::size_t r = 0; r < own.size(); ++r) {
            double sum = 0;
            for (std::size_t k = 0; k < 3; ++k)
                sum += own[r][k] = kTypical[k] * factor(k, r, t) * (1 + 0.01 * noise());
            longest = std::max(longest, sum);
        }
        for (std::size_t r = 0; r < own.size(); ++r) {
            const Ns wait = ms(longest - own[r][0] - own[r][1] - own[r][2]);
            Ns duration = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const Ns span = ms(own[r][k]) + (k == 2 ? wait : 0);
                c.set(Quantity::Span, k, r, t, span);
                c.set(Quantity::Wait, k, r, t, k == 2 ? wait : 0);
                duration += span;
            }
            c.setDuration(r, t, duration);
            c.setStatus(r, t, StepStatus::Ok);
        }
    }
    return c;
}

const auto kHealthy = [](std::size_t, std::size_t, std::size_t) { return 1.0; };

Policy fast()
{
    Policy policy;
    policy.resamples = 2000;
    return policy;
}

}  // namespace

class TestDecideRanks : public QObject {
    Q_OBJECT
private slots:
    /// The row of a stage that regressed on one rank gives that rank's growth, not the median rank's.
    void rowTellsWhatRegressed()
    {
        const Verdict v = verdictOf(
            synchronous(8, 40, 1, kHealthy),
            synchronous(8, 40, 2, [](auto k, auto r, auto) { return k != 1   ? 1.0
                                                                    : r == 3 ? 1.5
                                                                             : 0.86; }), fast());
        const StageVerdict& stage = v.stages.at(1);
        QCOMPARE(stage.state, StageState::Regressed);
        QVERIFY(stage.delta < 0);  // of the median rank
        QVERIFY(stage.regressedIn.has_value());
        QVERIFY(stage.regressedIn->across == AcrossRanks::Max);
        QCOMPARE(stage.regressedIn->ranks, std::vector<int>{3});
        QVERIFY(stage.regressedIn->delta > 0);
        const StageVerdict row = asRegressed(stage, v.policy.statistic);
        QCOMPARE(row.delta, stage.regressedIn->delta);
        QVERIFY(row.ratio.value() > 0.4);
        QCOMPARE(regressedInText(stage, v.policy.statistic), std::string("slowest rank"));
        QVERIFY(regressedInText(v.stages.at(0), v.policy.statistic).empty());
    }

    /// Either of two ranks alone makes the step as long as it is: shares of 100 % each would be of no whole.
    void sharesThatDoNotAddUpAreNotGiven()
    {
        const auto two = [](auto k, auto r, auto) { return k == 0 && r == 3 ? 3.0 : k == 1 && r == 5 ? 1.4 : 1.0; };
        const Verdict v = verdictOf(synchronous(8, 40, 1, kHealthy), synchronous(8, 40, 2, two), fast());
        QCOMPARE(v.stages[0].state, StageState::Regressed);
        QCOMPARE(v.stages[1].state, StageState::Regressed);
        for (const StageVerdict& stage : v.stages)
            QVERIFY(!stage.shareOfStepDelta);
        QVERIFY(!v.largestIncrease->shareOfStepDelta);
    }

    void oneRankInTurnIsNoNamedRank()
    {
        // Each rank once in 33 steps, at a step of its own: by chance some ranks have more of it than others.
        const auto paused = [](auto k, auto r, auto t) { return k == 1 && (t * 7 + r * 4) % 33 < 1 ? 3.0 : 1.0; };
        const Verdict v = verdictOf(synchronous(8, 120, 1, kHealthy), synchronous(8, 120, 2, paused), fast());
        QVERIFY(v.firstRegressed.has_value());
        QCOMPARE(v.firstRegressed->scope, Scope::Localised);
        QVERIFY(v.firstRegressed->ranks.empty());
        const auto onOne = [](auto k, auto r, auto t) { return k == 1 && r == 2 && t % 8 == 0 ? 3.0 : 1.0; };
        const Verdict one = verdictOf(synchronous(8, 120, 1, kHealthy), synchronous(8, 120, 2, onOne), fast());
        QVERIFY(one.firstRegressed.has_value());
        QCOMPARE(one.firstRegressed->ranks, std::vector<int>{2});
    }

    void systemic()
    {
        const Verdict v =
            verdictOf(synchronous(8, 40, 1, kHealthy),
                      synchronous(8, 40, 2, [](auto k, auto, auto) { return k == 1 ? 1.2 : 1.0; }), fast());
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        QCOMPARE(v.firstRegressed->scope, Scope::Systemic);
        QVERIFY(v.firstRegressed->ranks.empty());
        QCOMPARE(v.layers[3].status, LayerStatus::Pass);
        QVERIFY(v.stragglers.empty());
    }

    void oneSlowRankOfEight()
    {
        const Verdict v =
            verdictOf(synchronous(8, 40, 1, kHealthy),
                      synchronous(8, 40, 2, [](auto k, auto r, auto) { return k == 1 && r == 5 ? 1.5 : 1.0; }), fast());
        QCOMPARE(v.outcome, Outcome::Regressed);
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        QVERIFY(v.firstRegressed->confirmed);
        QCOMPARE(v.firstRegressed->scope, Scope::Localised);
        QCOMPARE(v.firstRegressed->ranks, std::vector<int>{5});
        QVERIFY(v.firstRegressed->stability && *v.firstRegressed->stability > 0.95);
        QVERIFY(v.firstRegressed->delta > ms(11) && v.firstRegressed->delta < ms(14));
        QCOMPARE(v.outcomeNode, std::string("straggler"));
        // The others wait for it in backward, which is no regression of backward; a replay shows where it comes from.
        QVERIFY(v.stages[2].state != StageState::Regressed);
        QCOMPARE(v.stages[2].explainedBy, std::string("stage:forward"));
        QVERIFY(v.stages[1].explainedBy.empty());
        // Every step waits for rank 5, so its forward explains the step's change.
        QVERIFY(v.stages[1].shareOfStepDelta && std::abs(*v.stages[1].shareOfStepDelta - 1) < 0.1);
        QCOMPARE(v.largestIncrease->stage, std::string("forward"));
        QCOMPARE(v.stragglers.size(), std::size_t{1});
        QCOMPARE(v.stragglers[0].rank, 5);
        QCOMPARE(v.stragglers[0].host, std::string("host1"));
        QCOMPARE(v.stragglers[0].cls, std::string("fixed"));
        QCOMPARE(v.layers[3].status, LayerStatus::Fail);
        bool bound = false;
        for (const Finding& finding : v.layers[3].findings)
            bound |= finding.statement.english().find("cannot fire with 8 ranks") != std::string::npos;
        QVERIFY(bound);
    }

    void ranksOfWhomEachDoesOtherWorkAreNotCompared()
    {
        StragglerReport report;
        for (int rank = 0; rank < 4; ++rank) {
            StragglerGroup group;
            group.ranks = {rank};
            report.groups.push_back(group);
        }
        const std::string text = threeSigmaFinding(report).statement.english();
        QCOMPARE(text,
                 std::string("The 3\u03c3 rule compares ranks that do the same work; here none has another one."));
    }

    void laterStageGrewByItself()
    {
        const Verdict v =
            verdictOf(synchronous(8, 40, 1, kHealthy),
                      synchronous(8, 40, 2, [](auto k, auto, auto) { return k == 0 ? 1.0 : 1.3; }), fast());
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        QCOMPARE(v.stages[2].explainedBy, std::string("independent"));
        QVERIFY(v.stages[0].explainedBy.empty());
    }

    void ranksThatAreLateInTurn()
    {
        // Ranks take turns in being late in `data`. `forward` grew too, but restoring that would not end the waiting.
        const auto turns = [](auto k, auto r, auto t) { return k == 0 && r == t % 8 ? 3.0 : k == 1 ? 1.1 : 1.0; };
        const Verdict v = verdictOf(synchronous(8, 40, 1, kHealthy), synchronous(8, 40, 2, turns), fast());
        QCOMPARE(v.firstRegressed->stage, std::string("data"));
        QCOMPARE(v.stages[1].explainedBy, std::string("independent"));
        QCOMPARE(v.stages[2].explainedBy, std::string("stage:data"));
    }

    void bothAtOnce()
    {
        const Verdict v = verdictOf(
            synchronous(8, 40, 1, kHealthy),
            synchronous(8, 40, 2, [](auto k, auto r, auto) { return k == 1 ? (r == 5 ? 2.0 : 1.2) : 1.0; }), fast());
        QCOMPARE(v.firstRegressed->scope, Scope::Both);
        QCOMPARE(v.firstRegressed->ranks, std::vector<int>{5});
    }

    void slowRankThatWasSlowBeforeIsNoRegression()
    {
        const auto slow = [](auto k, auto r, auto) { return k == 1 && r == 5 ? 1.5 : 1.0; };
        const Verdict v = verdictOf(synchronous(8, 40, 1, slow), synchronous(8, 40, 2, slow), fast());
        QCOMPARE(v.outcome, Outcome::Equivalent);
        QCOMPARE(v.layers[3].status, LayerStatus::Warn);
        QCOMPARE(v.stragglers.size(), std::size_t{1});
    }

    void rotatingSlowRank()
    {
        const Verdict v = verdictOf(
            synchronous(8, 40, 1, kHealthy),
            synchronous(8, 40, 2, [](auto k, auto r, auto t) { return k == 1 && r == t % 8 ? 1.5 : 1.0; }), fast());
        QCOMPARE(v.firstRegressed->stage, std::string("forward"));
        QCOMPARE(v.firstRegressed->scope, Scope::Localised);
        QVERIFY(v.firstRegressed->ranks.empty());
        QVERIFY(v.stragglers.empty());
        QVERIFY(std::ranges::any_of(v.layers[3].findings,
                                    [](const Finding& finding) { return finding.id == "stragglers.rotating"; }));
        QVERIFY(v.paragraph.english().find("not always the same") != std::string::npos);
    }

    void twoRanks()
    {
        const Verdict v =
            verdictOf(synchronous(2, 40, 1, kHealthy),
                      synchronous(2, 40, 2, [](auto k, auto r, auto) { return k == 1 && r == 1 ? 4.0 : 1.0; }), fast());
        QCOMPARE(v.firstRegressed->scope, Scope::Localised);
        QCOMPARE(v.firstRegressed->ranks, std::vector<int>{1});
        // Two ranks cannot say which is the odd one; its own baseline can.
        QCOMPARE(v.stragglers.size(), std::size_t{1});
        QCOMPARE(v.stragglers[0].rank, 1);
        QCOMPARE(v.stragglers[0].cls, std::string("self"));
    }

    void noiseOnManyRanksNamesNone()
    {
        const Verdict v = verdictOf(synchronous(128, 30, 1, kHealthy), synchronous(128, 30, 2, kHealthy), fast());
        QCOMPARE(v.outcome, Outcome::Equivalent);
        QVERIFY(!v.firstRegressed);
        QVERIFY(v.stragglers.empty());
    }

    void failedAndInvalidStepsStayIn()
    {
        StageCube current = synchronous(2, 40, 2, kHealthy);
        for (std::size_t t = 10; t < 20; ++t)
            current.setStatus(0, t, StepStatus::Failed);
        const Verdict failed = verdictOf(synchronous(2, 40, 1, kHealthy), current, fast());
        QCOMPARE(failed.failedCurrent, 10);
        QCOMPARE(failed.failedBaseline, 0);
        QCOMPARE(failed.layers[0].status, LayerStatus::Fail);  // 10 of 40 against 0 of 40
        QVERIFY(failed.outcome != Outcome::Equivalent);
        QVERIFY(std::isinf(failed.stages[0].current.value[static_cast<std::size_t>(Statistic::P95)]));
        QVERIFY(std::isfinite(failed.stages[0].current.value[0]));

        StageCube bad = synchronous(2, 40, 2, kHealthy);
        bad.setStatus(1, 7, StepStatus::Invalid);
        bad.set(Quantity::Span, 1, 1, 7, kMissing);
        bad.invalid.push_back({1, 7, "forward", "NaN", "metrics.csv line 9"});
        const Verdict invalid = verdictOf(synchronous(2, 40, 1, kHealthy), bad, fast());
        QCOMPARE(invalid.failedCurrent, 1);
        QCOMPARE(invalid.outcome, Outcome::Inconclusive);
        QCOMPARE(invalid.layers[0].status, LayerStatus::Fail);
        const Finding& finding = invalid.layers[0].findings.front();
        QCOMPARE(finding.id, std::string("correctness.invalid-duration"));
        for (const char* part : {"rank 1", "step 7", "forward", "NaN"})
            QVERIFY(finding.statement.english().find(part) != std::string::npos);
    }

    void impossibleDurationAndRegression()
    {
        StageCube bad = synchronous(2, 40, 2, [](auto k, auto, auto) { return k == 1 ? 1.5 : 1.0; });
        bad.setStatus(1, 7, StepStatus::Invalid);
        bad.invalid.push_back({1, 7, "forward", "NaN", "metrics.csv line 9"});
        const Verdict v = verdictOf(synchronous(2, 40, 1, kHealthy), bad, fast());
        QCOMPARE(v.outcome, Outcome::Regressed);
        QCOMPARE(v.outcomeNode, std::string("correctness"));
        QVERIFY2(v.headline.english().starts_with(
                     "Correctness first: impossible duration \"NaN\" in forward, rank 1, step 7. "
                     "First regressed stage: forward"),
                 v.headline.english().c_str());
    }

    void invalidValueInAPlainVector()
    {
        StageCube bad = vectorOf({1000, 2000, 3000});
        bad.set(Quantity::Span, 1, 0, 0, kMissing);
        bad.setStatus(0, 0, StepStatus::Invalid);
        bad.invalid.push_back({0, 0, "S1", "nan", "vector.csv line 3"});
        const Verdict v = verdictOf(vectorOf({1000, 2000, 3000}), bad);
        QVERIFY(v.outcome != Outcome::Equivalent && v.outcome != Outcome::Improved);
        QCOMPARE(v.layers[0].status, LayerStatus::Fail);
        QCOMPARE(exitCode(v), 3);
        QCOMPARE(v.stages[1].current.n, 0);
        QCOMPARE(v.stages[2].current.n, 1);
        QCOMPARE(v.stepsCurrent, 0);  // the sum of the others is not the step
        QCOMPARE(v.slowest.index, 2);
        StageCube longer = bad;
        longer.set(Quantity::Span, 2, 0, 0, ms(3800));
        const Verdict first = verdictOf(vectorOf({1000, 2000, 3000}), longer);
        QCOMPARE(first.firstRegressed->index, 2);
        QVERIFY2(first.paragraph.english().starts_with("S2 is the first stage"), first.paragraph.english().c_str());
        QVERIFY2(first.paragraph.english().ends_with("so the step as a whole is not compared."),
                 first.paragraph.english().c_str());
        QVERIFY(!v.stepRatio);
        QVERIFY(v.headline.english().find("Correctness first") != std::string::npos);
    }

    void differentRankSets()
    {
        StageCube current = synchronous(8, 40, 2, [](auto k, auto r, auto) { return k == 1 && r == 7 ? 1.6 : 1.0; });
        const Verdict v = verdictOf(synchronous(6, 40, 1, kHealthy), std::move(current), fast());
        QCOMPARE(v.firstRegressed->scope, Scope::Localised);
        QCOMPARE(v.firstRegressed->ranks, std::vector<int>{7});  // not in the baseline: against its peers
        bool said = false;
        for (const Text& warning : v.warnings)
            said |= warning.english().find("same ranks") != std::string::npos;
        QVERIFY(said);
    }
};

QTEST_APPLESS_MAIN(TestDecideRanks)
#include "tst_DecideRanks.moc"

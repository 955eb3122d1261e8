// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/triage/BarParts.h"

using namespace headwater;

namespace {

constexpr Ns kMs = 1'000'000;

StageStatistics steady(double ms)
{
    const double ns = ms * 1e6;
    return {{ns, ns, ns, ns}, 20};
}

/// A stage as one rank's slow host gives it: what the others wait for is in no bar.
StageVerdict backward()
{
    StageVerdict stage;
    stage.index = 1;
    stage.stage = "backward";
    stage.baseline = steady(85);
    stage.current = steady(87.7);
    stage.baselineParts = {78 * kMs, 7 * kMs, 0, 0, 0, 0};
    stage.currentParts = {785 * kMs / 10, 94 * kMs / 10, 48 * kMs, 0, 0, 0};
    stage.shownParts = {stage.baselineParts, stage.currentParts};
    return stage;
}

Verdict verdictOf(const std::vector<StageVerdict>& stages)
{
    Verdict verdict;
    verdict.stages = stages;
    return verdict;
}

}  // namespace

class TestBarParts : public QObject {
    Q_OBJECT
private slots:
    void areAsMeasuredWithoutWaiting()
    {
        const Verdict verdict = verdictOf({backward()});
        const auto parts = barParts(verdict.stages[0], verdict);
        QVERIFY(parts);
        QCOMPARE((*parts)[1].compute, 785 * kMs / 10);  // not scaled to the bar
        QCOMPARE((*parts)[1].transfer, 94 * kMs / 10);
        QCOMPARE((*parts)[1].wait, Ns{0});
        QVERIFY(barPartsText(verdict).english().find("waiting left out") != std::string::npos);
        QVERIFY(barPartsText(verdict).english().find("Not split") == std::string::npos);
    }

    /// A bar of the slowest rank has the parts of that rank, never those of the median rank.
    void aBarOfTheSlowestRankHasItsOwn()
    {
        StageVerdict forward = backward();
        forward.index = 0;
        forward.stage = "forward";
        forward.regressedIn = RegressedIn{};
        forward.regressedIn->across = AcrossRanks::Max;
        forward.regressedIn->baseline = 86e6;
        forward.regressedIn->current = 120e6;
        forward.shownParts = {StageParts{79 * kMs, 7 * kMs, 0, 0, 0, 0},
                              StageParts{110 * kMs, 7 * kMs, 0, 0, 0, 3 * kMs}};
        const Verdict verdict = verdictOf({forward, backward()});
        const auto parts = barParts(verdict.stages[0], verdict);
        QVERIFY(parts);
        QCOMPARE((*parts)[1].compute, 110 * kMs);
        QCOMPARE((*parts)[1].idle, 3 * kMs);
        const std::string text = barPartsText(verdict).english();
        QVERIFY2(text.find("another statistic: forward (slowest rank).") != std::string::npos, text.c_str());
        forward.shownParts = {forward.baselineParts, forward.currentParts};  // of the median rank
        QVERIFY(!barParts(forward, verdict));
    }

    void whatIsNotMeasuredIsSaid()
    {
        StageVerdict forward = backward();
        forward.index = 0;
        forward.stage = "forward";
        forward.shownParts = {};
        const Verdict verdict = verdictOf({forward, backward()});
        QVERIFY(!barParts(verdict.stages[0], verdict));
        QVERIFY(barParts(verdict.stages[1], verdict));
        const std::string text = barPartsText(verdict).english();
        QVERIFY2(text.find("Not split: forward; no parts are known of the ranks") != std::string::npos, text.c_str());
        QVERIFY(barPartsText(verdictOf({forward})).english().starts_with("The bars are not split"));
    }

    void severalRunsHaveNone()
    {
        Verdict verdict = verdictOf({backward()});
        QVERIFY(barParts(verdict.stages[0], verdict));
        JudgedRun run;
        run.judged = true;
        verdict.runs[0] = {run, run};
        QVERIFY(!barParts(verdict.stages[0], verdict));
    }

    void whatDoesNotAddUpIsNotDrawn()
    {
        Verdict verdict = verdictOf({backward()});
        verdict.stages[0].shownParts[1].compute -= 2 * kMs;
        QVERIFY(!barParts(verdict.stages[0], verdict));
        verdict.stages[0].shownParts = {};  // a table of durations has no parts
        QVERIFY(!barParts(verdict.stages[0], verdict));
        QVERIFY(barPartsText(verdictOf({})).empty());
    }
};

QTEST_APPLESS_MAIN(TestBarParts)
#include "tst_BarParts.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/BubbleShares.h"
#include "tests/core/analysis/Analyzed.h"
#include "tests/core/analysis/GiveBubbles.h"

using namespace headwater;
using namespace headwater::test;

namespace {

StepAnalysis step(std::int64_t number, Ns duration)
{
    StepAnalysis out;
    out.step = number;
    out.window = {0, duration};
    out.status = StepStatus::Ok;
    return out;
}

Bubbles split(Ns io, Ns wait)
{
    Bubbles bubbles;
    bubbles.byCause[static_cast<std::size_t>(BubbleCause::IoStarvation)] = io;
    bubbles.byCause[static_cast<std::size_t>(BubbleCause::CommWait)] = wait;
    return bubbles;
}

RunAnalysis twoRanks()
{
    RunAnalysis run;
    run.cube = StageCube({"a"}, {0, 1}, {4, 5, 6});
    run.ranks.resize(2);
    run.ranks[0].steps = {step(4, 100), step(5, 200)};
    giveBubbles(run.ranks[0], {split(10, 0), split(30, 8)});
    run.ranks[1].steps = {step(4, 120), step(5, 220)};
    giveBubbles(run.ranks[1], {split(20, 6), split(90, 90)});
    run.ranks[1].steps[1].status = StepStatus::Unknown;
    return run;
}

}  // namespace

class tst_BubbleShares : public QObject {
    Q_OBJECT

private slots:
    void aStepIsTheMeanOfTheRanksThatKnowIt()
    {
        const std::vector<StepBubbles> steps = bubblesByStep(twoRanks());
        QCOMPARE(steps.size(), std::size_t(3));
        QCOMPARE(steps[0].ranks, 2);
        QCOMPARE(steps[0].duration, Ns(110));
        QCOMPARE(steps[0].bubbles.of(BubbleCause::IoStarvation), Ns(15));
        QCOMPARE(steps[0].bubbles.of(BubbleCause::CommWait), Ns(3));
        QCOMPARE(steps[1].ranks, 1);  // the other rank's step is unknown, not idle
        QCOMPARE(steps[1].bubbles.of(BubbleCause::CommWait), Ns(8));
        QCOMPARE(steps[2].ranks, 0);
    }

    void onlyTheStepsThatAreCompared()
    {
        const std::vector<std::int64_t> only = {5, 6};
        const std::vector<StepBubbles> steps = bubblesByStep(twoRanks(), &only);
        QCOMPARE(steps.size(), std::size_t(2));
        const auto mean = meanOf(steps);
        QVERIFY(mean);
        QCOMPARE(mean->duration, Ns(200));  // the unknown step does not make it smaller
        QCOMPARE(mean->bubbles.total(), Ns(38));
        QCOMPARE(largestCause(mean->bubbles), BubbleCause::IoStarvation);
    }

    void withoutADeviceThereIsNothing()
    {
        RunAnalysis run = twoRanks();
        for (RankAnalysis& rank : run.ranks)
            giveBubbles(rank, {std::nullopt, std::nullopt});
        QVERIFY(bubblesByStep(run).empty());
        QVERIFY(!meanOf({}));
        QCOMPARE(largestCause(Bubbles()), BubbleCause::Unresolved);
    }
};

QTEST_GUILESS_MAIN(tst_BubbleShares)
#include "tst_BubbleShares.moc"

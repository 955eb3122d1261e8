// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/whatif/Downstream.h"
#include "core/analysis/whatif/StageReplay.h"
#include "core/run/StageCube.h"

using namespace headwater;
using namespace headwater::whatif;

namespace {

constexpr std::int64_t kFivePercent = 50'000;
constexpr Ns kMs = 1'000'000;

}  // namespace

/// What explains a stage that takes longer (METHODS 4, vector V19), and the replay of stages it can lean on.
class TestDownstream : public QObject {
    Q_OBJECT
private slots:
    void waitOrSelf()  // V19
    {
        const std::vector<StageChange> stages{{5 * kMs, 0, 25 * kMs, 0},
                                              {5 * kMs, 0, 5 * kMs, 0},
                                              {60 * kMs, 1 * kMs, 61 * kMs, 1 * kMs},
                                              {85 * kMs, 5 * kMs, 85'500'000, 25 * kMs},
                                              {15 * kMs, 0, 15 * kMs, 0}};
        const std::vector<Explanation> expected{Explanation::Own, Explanation::NotRegressed, Explanation::NotRegressed,
                                                Explanation::Wait, Explanation::NotRegressed};
        QVERIFY(explainDownstream(stages, 0, {}, kFivePercent) == expected);
        QVERIFY(explainDownstream(stages, std::nullopt, {}, kFivePercent) == expected);
    }

    void theReplayNamesTheStage()
    {
        const std::vector<StageChange> stages{{5, 0, 25, 0}, {85, 5, 85, 25}, {10, 0, 20, 0}};
        std::vector<ReplayedSpan> replayed{{25, 5}, {110, 90}, {20, 20}};
        QVERIFY(explainDownstream(stages, 0, replayed, kFivePercent) ==
                (std::vector{Explanation::Own, Explanation::First, Explanation::Independent}));
        replayed[1].restored = 109;  // restoring the first stage does not help
        QCOMPARE(explainDownstream(stages, 0, replayed, kFivePercent)[1], Explanation::Wait);
        replayed[1] = {90, 90};  // the replay does not even show the growth: it proves nothing
        QCOMPARE(explainDownstream(stages, 0, replayed, kFivePercent)[1], Explanation::Wait);
    }

    void lostOverlapIsNoWorkOfItsOwn()
    {
        // Compute is as before and transfer that was hidden is not: 8 of the 8 that the second stage grew by.
        std::vector<StageChange> stages{{22, 0, 66, 0}, {84, 9, 92, 39, 8}};
        QCOMPARE(explainDownstream(stages, 0, {}, kFivePercent)[1], Explanation::LostOverlap);
        stages[1].lostOverlap = 0;
        QCOMPARE(explainDownstream(stages, 0, {}, kFivePercent)[1], Explanation::Independent);
        stages[1] = {84, 9, 102, 39, 8};  // ten more are its own
        QCOMPARE(explainDownstream(stages, 0, {}, kFivePercent)[1], Explanation::Independent);
        stages[1] = {84, 9, 92, 39, 8};  // nothing came before that could have moved the collectives
        QCOMPARE(explainDownstream(stages, std::nullopt, {}, kFivePercent)[1], Explanation::Own);
    }

    void nothingAtAll()
    {
        QVERIFY(explainDownstream({}, std::nullopt, {}, kFivePercent).empty());
        QVERIFY(replayWaits({}).empty());
    }

    void ranksMeetWhereTheySynchronise()
    {
        // Two steps, two ranks, three stages; the second meets. Rank 1 is late by 3 in the first, by 4 in the last.
        StageTimes times{2, 2, 3, {1, 2, 1, 4, 2, 5, 1, 2, 1, 4, 2, 5}, {0, 1, 0}};
        QVERIFY(replayWaits(times) == (std::vector<Ns>{0, 3, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0}));
        times.synchronises = {0, 0, 0};
        QVERIFY(replayWaits(times) == std::vector<Ns>(12, 0));
    }

    void absentRanksTakeNoPart()
    {
        const StageTimes times{2, 2, 1, {kMissing, 9, 5, 9}, {1}};
        QVERIFY(replayWaits(times) == (std::vector<Ns>{0, 0, 13, 0}));
    }

    void hostileDurationsDoNotOverflow()
    {
        constexpr Ns kHuge = std::numeric_limits<Ns>::max();
        const StageTimes times{3, 2, 2, {kHuge, kHuge, -5, 1, kHuge, kHuge, 0, 0, kHuge, kHuge, 1, 1}, {0, 1}};
        for (const Ns wait : replayWaits(times))
            QVERIFY(wait >= 0 && wait < kHuge / 2);
    }
};

QTEST_APPLESS_MAIN(TestDownstream)
#include "tst_Downstream.moc"

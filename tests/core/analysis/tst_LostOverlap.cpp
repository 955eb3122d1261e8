// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/analysis/LostOverlap.h"

using namespace headwater;

namespace {

constexpr Ns kMs = 1'000'000;
constexpr std::int64_t kFivePercent = 50'000;

/// Two ranks, four steps; backward computes 78 ms (rank 1: `slower` more) and shows `exposed` of its transfer.
RunAnalysis run(Ns exposed, Ns transferPerStep, Ns slower = 0)
{
    constexpr std::size_t kSteps = 4;
    RunAnalysis out;
    out.cube = StageCube({"forward", "backward"}, {0, 1}, {0, 1, 2, 3});
    for (std::size_t rank = 0; rank < 2; ++rank)
        for (std::size_t step = 0; step < kSteps; ++step) {
            out.cube.set(Quantity::Compute, 0, rank, step, 22 * kMs);
            out.cube.set(Quantity::Transfer, 0, rank, step, 0);
            out.cube.set(Quantity::Compute, 1, rank, step, 78 * kMs + (rank == 1 ? slower : 0));
            out.cube.set(Quantity::Transfer, 1, rank, step, exposed);
            out.cube.setStatus(rank, step, StepStatus::Ok);
        }
    out.collectives.matched = 40;
    for (int rank = 0; rank < 2; ++rank)
        out.collectives.byRank.push_back({rank, 0, transferPerStep * static_cast<Ns>(kSteps), 0, 0});
    return out;
}

}  // namespace

/// Communication that is exposed though nothing of it takes longer (METHODS 3.4).
class TestLostOverlap : public QObject {
    Q_OBJECT
private slots:
    void moreIsExposedAndNothingGrew()
    {
        const auto lost = lostOverlaps(run(6 * kMs, 30 * kMs), run(14 * kMs, 30 * kMs), kFivePercent, kMs);
        QCOMPARE(lost.size(), std::size_t(1));
        QCOMPARE(lost[0].stage, std::string("backward"));
        QCOMPARE(lost[0].exposedBefore, 6 * kMs);
        QCOMPARE(lost[0].exposedNow, 14 * kMs);
    }

    void slowerTransferIsNotLostOverlap()
    {
        QVERIFY(lostOverlaps(run(6 * kMs, 30 * kMs), run(14 * kMs, 40 * kMs), kFivePercent, kMs).empty());
    }

    void computeThatGrewOnOneRankIsItsOwn()
    {
        QVERIFY(lostOverlaps(run(6 * kMs, 30 * kMs), run(14 * kMs, 30 * kMs, 20 * kMs), kFivePercent, kMs).empty());
    }

    /// Each step another rank computes longer, and none of them in most of its steps.
    void computeThatGrewOnAnotherRankEachStepIsItsOwn()
    {
        RunAnalysis rotating = run(14 * kMs, 30 * kMs);
        rotating.cube.set(Quantity::Compute, 1, 0, 1, 98 * kMs);
        rotating.cube.set(Quantity::Compute, 1, 1, 3, 98 * kMs);
        QVERIFY(lostOverlaps(run(6 * kMs, 30 * kMs), rotating, kFivePercent, kMs).empty());
    }

    void littleOrUnknown()
    {
        QVERIFY(lostOverlaps(run(6 * kMs, 30 * kMs), run(14 * kMs, 30 * kMs), kFivePercent, 9 * kMs).empty());
        QVERIFY(lostOverlaps(run(6 * kMs, 30 * kMs), run(6 * kMs, 30 * kMs), kFivePercent, kMs).empty());
        RunAnalysis unmatched = run(14 * kMs, 30 * kMs);
        unmatched.collectives.matched = 0;  // how long the whole transfer takes is not known
        QVERIFY(lostOverlaps(run(6 * kMs, 30 * kMs), unmatched, kFivePercent, kMs).empty());
    }
};

QTEST_APPLESS_MAIN(TestLostOverlap)
#include "tst_LostOverlap.moc"

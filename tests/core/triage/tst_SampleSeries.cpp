// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/Quantile.h"
#include "core/triage/SampleSeries.h"
#include "core/triage/StageCells.h"
#include "tests/core/triage/Pairs.h"

using namespace headwater;
using namespace pairs;

class TestSampleSeries : public QObject {
    Q_OBJECT
private slots:
    void rowsAgreeWithCells()
    {
        // Columns of each width, of which some cells are missing; the last stage was never waited in.
        StageCube cube({"a", "b", "c", "d"}, {0, 1, 2}, {1, 2, 3, 4, 5});
        const Ns large[] = {200, 60'000, 4'000'000'000, 9'000'000'000'000};
        for (std::size_t stage = 0; stage < 4; ++stage)
            for (std::size_t cell = 0; cell < 15; ++cell) {
                if (cell % 4 != stage)
                    cube.set(Quantity::Span, stage, cell / 5, cell % 5, large[stage] - static_cast<Ns>(cell));
                if (cell % 3 == 0 && stage < 3)
                    cube.set(Quantity::Wait, stage, cell / 5, cell % 5, static_cast<Ns>(7 * cell));
                if (cell % 2 == 0)
                    cube.set(Quantity::Compute, stage, cell / 5, cell % 5, static_cast<Ns>(cell));
            }
        std::vector<double> row(3);
        for (const Measure measure : {Measure::Span, Measure::Compute, Measure::Busy, Measure::Host})
            for (std::size_t stage = 0; stage < 4; ++stage)
                for (std::size_t rank = 0; rank < 3; ++rank) {
                    readMeasure(cube, measure, stage, rank, 2, row);
                    for (std::size_t i = 0; i < row.size(); ++i) {
                        const double cell = valueOf(cube, measure, stage, rank, 2 + i);
                        QVERIFY(row[i] == cell || (std::isnan(row[i]) && std::isnan(cell)));
                    }
                }
        QVERIFY(isNothing(cube.columns(Quantity::Wait)[3]));
        QVERIFY(!isNothing(cube.columns(Quantity::Wait)[0]));
    }

    void estimatesOfARankAgreeWithSorting()
    {
        Noise noise(3);
        for (std::size_t n = 1; n < 220; ++n) {
            std::vector<double> measured;
            std::vector<double> values{std::nan("")};
            for (std::size_t t = 0; t < n; ++t) {
                measured.push_back(noise());
                values.push_back(measured.back());
                if (t % 3 == 0)
                    values.push_back(std::nan(""));
            }
            const stats::Summary expected = stats::summarize(measured);
            const Estimates found = estimatesOfRank(values);
            QCOMPARE(found[0], expected.p50);
            QVERIFY(std::abs(found[1] - expected.mean) < 1e-12);
            QCOMPARE(found[2], expected.p95);
            QCOMPARE(found[3], expected.p99);
        }
    }

    void waitingIsTakenOffTheSpan()
    {
        StageCube c = cube({"a"}, 1, 1, [](auto, auto, auto) { return 10.0; });
        QCOMPARE(valueOf(c, Measure::Span, 0, 0, 0), 10e6);
        c.set(Quantity::Wait, 0, 0, 0, ms(4));
        QCOMPARE(valueOf(c, Measure::Span, 0, 0, 0), 6e6);
        QVERIFY(std::isnan(valueOf(c, Measure::Host, 0, 0, 0)));  // never measured is not zero
        QCOMPARE(valueOf(c, Measure::Busy, 0, 0, 0), 4e6);
        QCOMPARE(stepDuration(c, 0, 0), 10e6);
        QCOMPARE(stepWait(c, 0, 0), 4e6);
        c.setDuration(0, 0, kMissing);
        QCOMPARE(stepDuration(c, 0, 0), 10e6);
    }

    void whichStepsCount()
    {
        StageCube c = cube({"a"}, 2, 6, [](auto, auto, auto) { return 10.0; });
        c.setStatus(0, 1, StepStatus::Partial);
        c.setStatus(1, 1, StepStatus::Unknown);  // nobody has it in full
        c.setStatus(0, 2, StepStatus::Absent);   // one rank has it
        c.setStatus(1, 3, StepStatus::Failed);   // failed somewhere: failed
        c.setStatus(1, 4, StepStatus::Invalid);  // that rank gives no sample
        const StepSelection s = selectSteps(c);
        QCOMPARE(s.steps, (std::vector<std::size_t>{0, 2, 4, 5}));
        QCOMPARE(s.failed, 1);
        QCOMPARE(s.invalid, 1);
        QCOMPARE(s.unusable, 1);
        QCOMPARE(s.withAllRanks, 2);
    }

    void acrossRanks()
    {
        const RankMatrix matrix{3, {1, 2, 9, 4, std::nan(""), 6, std::nan(""), std::nan(""), std::nan("")}};
        QCOMPARE(reduceRanks(matrix, AcrossRanks::Median)[0], 2.0);
        QCOMPARE(reduceRanks(matrix, AcrossRanks::Max)[0], 9.0);
        QCOMPARE(reduceRanks(matrix, AcrossRanks::Mean)[1], 5.0);
        QVERIFY(std::isnan(reduceRanks(matrix, AcrossRanks::Max)[2]));
    }

    void failedStepsReachTheTailOnly()
    {
        const StepSeries s = makeSeries(std::vector<double>(95, 1.0), 5);
        QCOMPARE(s.estimate[0], 1.0);
        QCOMPARE(s.estimate[1], 1.0);
        QVERIFY(std::isinf(s.estimate[2]) && std::isinf(s.estimate[3]));
    }
};

QTEST_APPLESS_MAIN(TestSampleSeries)
#include "tst_SampleSeries.moc"

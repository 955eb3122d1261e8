// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/analysis/OwnTimes.h"
#include "core/stats/OutlierCut.h"
#include "core/stats/Outliers.h"
#include "tests/Paths.h"
#include "tests/core/analysis/Analyzed.h"

using namespace headwater;
using namespace headwater::test;

namespace {

/// Ranks of one role whose local time is the same in every step; pure compute half of it.
OwnTimes constant(const std::vector<double>& values)
{
    StragglerSeries series;
    for (std::size_t r = 0; r < values.size(); ++r)
        series.ranks.push_back({static_cast<int>(r),
                                "",
                                "",
                                "",
                                std::vector<double>(3, values[r]),
                                std::vector<double>(3, values[r] / 2),
                                {}});
    return ownTimes(std::move(series), {1, 2, 3}, {});
}

}  // namespace

class tst_OwnTimes : public QObject {
    Q_OBJECT

private slots:
    /// A value a hair beyond a cut is what the rule itself calls slow, one below is not.
    void cutsAreWhereTheRulesChange()
    {
        std::vector<double> values;
        for (int i = 0; i < 40; ++i)
            values.push_back(100e6 + (i % 5) * 4e6);
        values.push_back(180e6);
        const OwnTimes own = constant(values);
        const StragglerCuts cuts = cutsOf(own, OwnTime::Local, "");
        QCOMPARE(cuts.ranks, std::size_t(41));
        QVERIFY(cuts.threeSigma && cuts.robust && !cuts.byRatio);
        const std::vector<double> z = stats::sampleZ(values);
        const std::vector<double> robust = stats::modifiedZ(values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            QCOMPARE(values[i] > *cuts.threeSigma, z[i] > 3);
            QCOMPARE(values[i] > *cuts.robust, robust[i] > stats::modifiedZCut(41) && values[i] >= 1.05 * 108e6);
        }
        QVERIFY(*cuts.robust < 180e6);
        const StragglerCuts pure = cutsOf(own, OwnTime::Pure, "");
        QVERIFY(std::abs(*pure.robust * 2 - *cuts.robust) < 1);
        QCOMPARE(cutsOf(own, OwnTime::Local, "another role").ranks, std::size_t(0));
    }

    void fewRanksHaveNoThreeSigma()
    {
        const StragglerCuts cuts = cutsOf(constant({100e6, 101e6, 99e6, 300e6}), OwnTime::Local, "");
        QVERIFY(!cuts.threeSigma);
        QCOMPARE(cuts.largestZ, 1.5);
        QVERIFY(cuts.byRatio);
        QCOMPARE(*cuts.robust, 100.5e6 * 1.5);
        QVERIFY(!cutsOf(constant({100e6}), OwnTime::Local, "").robust);
    }

    /// Rank 2 sleeps a second on the host: it waits least, the others wait for it.
    void waitingFallsAsOwnTimeGrows()
    {
        const auto run = analyzed(std::filesystem::path(HEADWATER_SHARED_DATA) / "kineto/torchrec-4rank-sleep", "auto");
        if (!run)
            QSKIP("real traces are not in this tree");
        const OwnTimes own = ownTimes(*run, allSteps(run->cube));
        QCOMPARE(own.series.ranks.size(), std::size_t(4));
        QCOMPARE(own.waits.size(), std::size_t(4));
        QCOMPARE(own.waits[0].size(), own.steps.size());
        for (const std::size_t other : {0U, 1U, 3U}) {
            QVERIFY(own.typicalLocal[2] > 5 * own.typicalLocal[other]);
            QVERIFY(own.typicalWait[other] > 5 * own.typicalWait[2]);
        }
    }

    void waitingOfOneRankIsUnknown()
    {
        const Folder folder;
        const auto path = folder.write("one.csv", "rank,step,stage,duration_ms\n0,1,a,5\n0,2,a,5\n0,3,a,5\n");
        const auto run = analyzed(path, "auto");
        QVERIFY(run);
        const OwnTimes own = ownTimes(*run, allSteps(run->cube));
        QVERIFY(own.waits.empty());
        QVERIFY(std::isnan(own.typicalWait[0]));
        QVERIFY(std::isnan(own.typicalPure[0]));
        QCOMPARE(own.typicalLocal[0], 5e6);
    }
};

QTEST_GUILESS_MAIN(tst_OwnTimes)
#include "tst_OwnTimes.moc"

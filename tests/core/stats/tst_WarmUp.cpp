// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <numeric>
#include <vector>

#include <QtTest>

#include "core/stats/Random.h"
#include "core/stats/WarmUp.h"

using namespace headwater::stats;

namespace {
const std::vector<double> kSeries{900, 340, 180, 131, 119, 101, 99, 102, 100, 98,
                                  101, 100, 99,  102, 100, 101, 98, 100, 99,  101};
}

class TestWarmUp : public QObject {
    Q_OBJECT
private slots:
    void mserFindsTheCut()  // V7
    {
        const WarmUp w = mser(kSeries);
        QCOMPARE(w.remove, std::size_t{5});
        QVERIFY(w.steady);
        QVERIFY(std::abs(w.objective - 0.10192592592592593) < 1e-9);
        QVERIFY(std::abs(std::accumulate(kSeries.begin(), kSeries.end(), 0.0) / 20 - 158.55) < 1e-9);
        QVERIFY(std::abs(std::accumulate(kSeries.begin() + 5, kSeries.end(), 0.0) / 15 - 100.06666666666666) < 1e-9);
        QCOMPARE(mser(clippedForWarmUp(kSeries)).remove, std::size_t{5});
        QCOMPARE(shortestWarmUp(kSeries).remove, std::size_t{5});
        QCOMPARE(shortestWarmUp(clippedForWarmUp(kSeries)).remove, std::size_t{5});
    }

    void noSteadyState()
    {
        std::vector<double> falling;
        for (int i = 0; i < 40; ++i)
            falling.push_back(1000 - 20 * i);
        QVERIFY(!mser(falling).steady);
        QVERIFY(!mser(clippedForWarmUp(falling)).steady);
        QVERIFY(!shortestWarmUp(clippedForWarmUp(falling)).steady);
    }

    void oneSlowStepIsNoWarmUp()
    {
        std::vector<double> series;
        for (int i = 0; i < 60; ++i)
            series.push_back(100 + (i * 7) % 5);
        series[25] = 1000;
        QVERIFY(mser(series).remove > 20);  // what the clip is for
        QVERIFY(mser(clippedForWarmUp(series)).remove < 10);
    }

    void noiseAloneCostsFewSteps()
    {
        headwater::stats::SplitMix64 random(5);
        std::size_t plain = 0;
        std::size_t shortest = 0;
        std::size_t unsteady = 0;
        constexpr std::size_t kTrials = 500;
        for (std::size_t trial = 0; trial < kTrials; ++trial) {
            std::vector<double> series;
            for (int i = 0; i < 40; ++i)
                series.push_back(100 + random.unit() + random.unit() + random.unit());
            plain += mser(series).remove >= 8;
            shortest += shortestWarmUp(series).remove >= 8;
            unsteady += !shortestWarmUp(series).steady;
        }
        QVERIFY2(plain >= kTrials / 50, QByteArray::number(static_cast<int>(plain)));
        QVERIFY2(shortest <= kTrials / 100, QByteArray::number(static_cast<int>(shortest)));
        QVERIFY2(unsteady <= kTrials / 100, QByteArray::number(static_cast<int>(unsteady)));
    }

    void edges()
    {
        QCOMPARE(mser({}).remove, std::size_t{0});
        const std::vector<double> flat(30, 5.0);
        QCOMPARE(mser(flat).remove, std::size_t{0});
        QVERIFY(mser(flat).steady);
        QCOMPARE(clippedForWarmUp(flat), flat);
    }
};

QTEST_APPLESS_MAIN(TestWarmUp)
#include "tst_WarmUp.moc"

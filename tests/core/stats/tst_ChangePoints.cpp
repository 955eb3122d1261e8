// SPDX-License-Identifier: GPL-3.0-or-later
#include <vector>

#include <QtTest>

#include "core/stats/ChangePoints.h"
#include "core/stats/Normal.h"
#include "core/stats/Random.h"

using namespace headwater::stats;

namespace {

double noise(SplitMix64& random)
{
    return normalQuantile(0.5e-9 + random.unit() * (1 - 1e-9));
}

}  // namespace

class TestChangePoints : public QObject {
    Q_OBJECT
private slots:
    void oneStep()  // V26b
    {
        const auto found = changePoints(std::vector<double>{10, 10.1, 9.9, 10, 10.2, 12.1, 12, 11.9, 12.2, 12});
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].at, std::size_t{5});
        QVERIFY(std::abs(found[0].q - 9.3) < 1e-9);
        QVERIFY(found[0].p < 0.02);
    }

    void stepUpAndBack()
    {
        SplitMix64 random(3);
        std::vector<double> series;
        for (int i = 0; i < 45; ++i)
            series.push_back((i >= 15 && i < 30 ? 110 : 100) + noise(random));
        const auto found = changePoints(series);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].at, std::size_t{15});
        QCOMPARE(found[1].at, std::size_t{30});
    }

    void noChangeIsRarelyFound()
    {
        SplitMix64 random(7);
        int found = 0;
        constexpr int kSeries = 200;
        ChangePointRule rule;
        rule.permutations = 199;
        for (int i = 0; i < kSeries; ++i) {
            std::vector<double> series;
            for (int k = 0; k < 20; ++k)
                series.push_back(100 + noise(random));
            found += changePoints(series, rule).empty() ? 0 : 1;
        }
        // 5 % of 200 is 10, SD 3.1.
        QVERIFY2(found >= 2 && found <= 22, qPrintable(QString::number(found)));
    }

    void shortOrConstantSeriesHaveNone()
    {
        QVERIFY(changePoints(std::vector<double>{}).empty());
        QVERIFY(changePoints(std::vector<double>{1, 1, 1, 9, 9}).empty());
        QVERIFY(changePoints(std::vector<double>(40, 5.0)).empty());
    }

    void deterministic()
    {
        const std::vector<double> series{5, 6, 5, 7, 5, 6, 9, 8, 9, 9, 8, 9, 5, 6};
        const auto a = changePoints(series);
        const auto b = changePoints(series);
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            QCOMPARE(a[i].p, b[i].p);
    }
};

QTEST_APPLESS_MAIN(TestChangePoints)
#include "tst_ChangePoints.moc"

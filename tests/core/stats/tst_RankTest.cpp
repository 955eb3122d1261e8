// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/RankTest.h"

using namespace headwater::stats;

namespace {
const std::vector<double> kB{100.2, 99.1, 101.4, 98.7, 100.9, 99.8, 100.5, 99.4};
const std::vector<double> kC{108.3, 106.9, 109.5, 107.2, 110.1, 106.1, 108.8, 107.7};
bool near(double a, double b, double tolerance = 1e-12)
{
    return std::abs(a - b) < tolerance;
}
}  // namespace

class TestRankTest : public QObject {
    Q_OBJECT
private slots:
    void smallestReachableP_data()  // V3
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("one");
        QTest::addColumn<double>("two");
        QTest::newRow("2") << 2 << 0.16666666666666666 << 0.3333333333333333;
        QTest::newRow("3") << 3 << 0.05 << 0.1;
        QTest::newRow("4") << 4 << 0.014285714285714285 << 0.02857142857142857;
        QTest::newRow("5") << 5 << 0.003968253968253968 << 0.007936507936507936;
        QTest::newRow("6") << 6 << 0.0010822510822510823 << 0.0021645021645021645;
        QTest::newRow("7") << 7 << 0.0002913752913752914 << 0.0005827505827505828;
        QTest::newRow("8") << 8 << 7.77000777000777e-05 << 0.0001554001554001554;
        QTest::newRow("9") << 9 << 2.0567667626491154e-05 << 4.113533525298231e-05;
    }
    void smallestReachableP()
    {
        QFETCH(int, n);
        QFETCH(double, one);
        QFETCH(double, two);
        std::vector<double> low;
        std::vector<double> high;
        for (int i = 0; i < n; ++i) {
            low.push_back(i);
            high.push_back(100 + i);
        }
        const MannWhitney result = mannWhitney(high, low);
        QVERIFY(result.exact);
        QVERIFY(near(result.pOne, one));
        QVERIFY(near(result.pTwo, two));
        QVERIFY(mannWhitney(low, high).pOne > 0.99);
    }

    void exact()  // V3a
    {
        const MannWhitney r = mannWhitney(kC, kB);
        QCOMPARE(r.u, 64.0);
        QVERIFY(r.exact);
        QVERIFY(near(r.pOne, 7.77000777000777e-05));
        QVERIFY(near(r.pTwo, 0.0001554001554001554));
    }

    void scaledByEpsilon()  // V3b
    {
        const MannWhitney five = mannWhitney(kC, kB, 1.05);
        QCOMPARE(five.u, 63.0);
        QVERIFY(near(five.pOne, 0.0001554001554001554));
        QVERIFY(near(five.pTwo, 0.0003108003108003108));
        const MannWhitney eight = mannWhitney(kC, kB, 1.08);
        QCOMPARE(eight.u, 32.0);
        QVERIFY(near(eight.pOne, 0.5204351204351204));
        QCOMPARE(eight.pTwo, 1.0);
    }

    void ties()  // V3c
    {
        const std::vector<double> c{2, 3, 3, 4, 5};
        const std::vector<double> b{1, 2, 2, 3, 3};
        const MannWhitney r = mannWhitney(c, b);
        QCOMPARE(r.u, 20.0);
        QVERIFY(!r.exact);
        QVERIFY(near(r.pOne, 0.06318969380425776));
        QVERIFY(near(r.pTwo, 0.12637938760851553));
    }

    void allEqual()
    {
        const std::vector<double> same(10, 3.0);
        const MannWhitney r = mannWhitney(same, same);
        QCOMPARE(r.u, 50.0);
        QCOMPARE(r.pOne, 1.0);
        QCOMPARE(mannWhitney({}, same).pOne, 1.0);
    }

    void largeSamplesUseTheNormal()
    {
        std::vector<double> b;
        std::vector<double> c;
        for (int i = 0; i < 60; ++i) {
            b.push_back(i + 0.25);
            c.push_back(i + 0.5);
        }
        const MannWhitney r = mannWhitney(c, b);
        QVERIFY(!r.exact);
        QVERIFY(r.pOne > 0.3 && r.pOne < 0.5);
        const ExactNull null(50, 50);
        QVERIFY(near(null.upperTail(0), 1));
        QVERIFY(near(null.upperTail(1250) + null.upperTail(1251), 1, 1e-9));
    }

    void effectSizes()  // V3d
    {
        const HodgesLehmann hl = hodgesLehmann(kC, kB);
        QVERIFY(near(hl.shift, 8.1, 1e-9));
        QVERIFY(near(hl.ratio, 1.0803599900790135));
        QCOMPARE(cliffsDelta(kC, kB), 1.0);
        QCOMPARE(cliffsDelta(kB, kB), 0.0);
        QVERIFY(std::isnan(cliffsDelta({}, kB)));
    }

    void fisher()
    {
        // 2 x 2 table 3, 1 / 1, 3 (the lady tasting tea): P(at least 3) = 17/70.
        QVERIFY(near(fisherMoreFailures(3, 4, 1, 4), 17.0 / 70, 1e-9));
        QVERIFY(near(fisherMoreFailures(4, 4, 0, 4), 1.0 / 70, 1e-9));
        QCOMPARE(fisherMoreFailures(0, 100, 0, 100), 1.0);
        QVERIFY(fisherMoreFailures(10, 100, 0, 100) < 0.001);
    }
};

QTEST_APPLESS_MAIN(TestRankTest)
#include "tst_RankTest.moc"

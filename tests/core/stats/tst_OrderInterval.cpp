// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <QtTest>

#include "core/stats/OrderInterval.h"

using namespace headwater::stats;

class TestOrderInterval : public QObject {
    Q_OBJECT
private slots:
    void ranks_data()  // V4
    {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("q");
        QTest::addColumn<int>("lower");
        QTest::addColumn<int>("upper");
        QTest::addColumn<double>("coverage");
        const auto row = [](int n, double q, int lower, int upper, double coverage) {
            QTest::addRow("n=%d q=%g", n, q) << n << q << lower << upper << coverage;
        };
        row(5, 0.5, 0, 6, 1);
        row(6, 0.5, 1, 6, 0.96875);
        row(8, 0.5, 1, 8, 0.9921875);
        row(10, 0.5, 2, 9, 0.978515625);
        row(12, 0.5, 3, 10, 0.96142578125);
        row(20, 0.5, 6, 15, 0.9586105346679688);
        row(30, 0.5, 10, 21, 0.9572260547429323);
        row(50, 0.5, 18, 33, 0.9671608624357315);
        row(50, 0.95, 44, 51, 0.9882135522027357);
        row(72, 0.95, 64, 72, 0.9654900479083739);
        row(73, 0.95, 65, 73, 0.9658575606980251);
        row(100, 0.95, 90, 100, 0.9826070607121813);
        row(200, 0.95, 184, 197, 0.9671521638567255);
        row(400, 0.95, 371, 389, 0.9619203585164182);
    }
    void ranks()
    {
        QFETCH(int, n);
        QFETCH(double, q);
        QFETCH(int, lower);
        QFETCH(int, upper);
        QFETCH(double, coverage);
        const OrderInterval interval = orderInterval(static_cast<std::size_t>(n), q, 0.05);
        QCOMPARE(static_cast<int>(interval.lower), lower);
        QCOMPARE(static_cast<int>(interval.upper), upper);
        // With an infinite upper bound the vector gives the share below the lower one alone.
        QVERIFY2(std::abs(interval.coverage - coverage) < 1e-9, QByteArray::number(interval.coverage, 'g', 15));
    }

    void fewestSamples_data()  // V4b
    {
        QTest::addColumn<double>("q");
        QTest::addColumn<int>("one");
        QTest::addColumn<int>("two");
        QTest::newRow("p50") << 0.5 << 5 << 6;
        QTest::newRow("p90") << 0.9 << 29 << 36;
        QTest::newRow("p95") << 0.95 << 59 << 72;
        QTest::newRow("p99") << 0.99 << 299 << 368;
        QTest::newRow("p99.9") << 0.999 << 2995 << 3688;
    }
    void fewestSamples()
    {
        QFETCH(double, q);
        QFETCH(int, one);
        QFETCH(int, two);
        QCOMPARE(static_cast<int>(minimumSamples(q, 0.05, Sides::One)), one);
        QCOMPARE(static_cast<int>(minimumSamples(q, 0.05, Sides::Two)), two);
        const auto n = static_cast<std::size_t>(two);
        QVERIFY(orderInterval(n, q, 0.05).upper <= n);
        QVERIFY(orderInterval(n - 1, q, 0.05).upper > n - 1);
    }

    void infiniteBoundsWhereThereIsNone()
    {
        const std::vector<double> five{1, 2, 3, 4, 5};
        const Bounds none = quantileBounds(five, 0.5, 0.05);
        QVERIFY(std::isinf(none.lo) && none.lo < 0 && std::isinf(none.hi) && none.hi > 0);
        const std::vector<double> six{1, 2, 3, 4, 5, 6};
        const Bounds all = quantileBounds(six, 0.5, 0.05);
        QCOMPARE(all.lo, 1.0);
        QCOMPARE(all.hi, 6.0);
    }

    void largeSamplesDoNotOverflow()
    {
        const OrderInterval interval = orderInterval(100'000, 0.5, 0.05);
        QVERIFY(interval.lower > 49'600 && interval.lower < 49'800);
        QVERIFY(interval.coverage >= 0.95 && interval.coverage < 0.955);
    }
};

QTEST_APPLESS_MAIN(TestOrderInterval)
#include "tst_OrderInterval.moc"

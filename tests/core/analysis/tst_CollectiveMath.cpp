// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <numeric>

#include <QtTest>

#include "core/analysis/CollectiveMath.h"
#include "core/trace/Intervals.h"

using namespace headwater;

namespace {

bool near(double value, double expected, double tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

const CollectiveTimes kVector13{{100'000, 130'000, 110'000, 180'000}, {200'000, 200'500, 200'200, 201'000}};

}  // namespace

class tst_CollectiveMath : public QObject {
    Q_OBJECT

private slots:
    void bothMethods()  // V13
    {
        const CollectiveSplit a = splitByDuration(kVector13);
        QCOMPARE(a.wait, (std::vector<Ns>{79'000, 49'500, 69'200, 0}));
        QCOMPARE(a.transfer, std::vector<Ns>(4, 21'000));
        const CollectiveSplit b = splitByClock(kVector13);
        QCOMPARE(b.wait, (std::vector<Ns>{80'000, 50'000, 70'000, 0}));
        QCOMPARE(b.transfer, (std::vector<Ns>{20'000, 20'500, 20'200, 21'000}));
        QCOMPARE(endSkew(kVector13), Ns(1000));
        QVERIFY(clocksAgree(kVector13));
        CollectiveTimes apart = kVector13;
        apart.end[3] += 60'000;
        QVERIFY(!clocksAgree(apart));
        // A clock that is ahead: the last one started after the first one ended.
        QCOMPARE(splitByClock({{0, 500}, {100, 600}}).transfer, (std::vector<Ns>{0, 100}));
        QVERIFY(splitByDuration({}).wait.empty() && splitByClock({}).wait.empty());
    }

    void sendsAndReceives()
    {
        // Both stay until the data are there: the receiver came 40 before, the transfer takes 60.
        const CollectiveSplit met = splitTransfer({{140, 100}, {200, 200}}, true);
        QCOMPARE(met.wait, (std::vector<Ns>{0, 40}));
        QCOMPARE(met.transfer, (std::vector<Ns>{60, 60}));
        // A buffered send ends before its receiver comes: neither waits, though one kernel is longer.
        constexpr Ns kMs = 1'000'000;
        const CollectiveTimes buffered{{0, 30 * kMs}, {10 * kMs, 35 * kMs}};
        QCOMPARE(splitTransfer(buffered, true).wait, (std::vector<Ns>{0, 0}));
        QCOMPARE(splitTransfer(buffered, true).transfer, (std::vector<Ns>{10 * kMs, 5 * kMs}));
        // The receiver came before a send that was buffered on its way.
        QCOMPARE(splitTransfer({{20 * kMs, 0}, {22 * kMs, 30 * kMs}}, true).wait, (std::vector<Ns>{0, 20 * kMs}));
        // Without one clock they are taken to have met.
        QCOMPARE(splitTransfer(buffered, false).wait, (std::vector<Ns>{5 * kMs, 0}));
    }

    void blameAddsUpToTheWaiting()  // V13b
    {
        const std::vector<double> shares = blame(kVector13.start);
        for (const auto& [rank, us] : std::map<std::size_t, double>{{0, 0}, {1, 23.3333}, {2, 3.33333}, {3, 173.3333}})
            QVERIFY(near(shares[rank] / 1000, us, 1e-3));
        QVERIFY(near(std::accumulate(shares.begin(), shares.end(), 0.0), 200'000, 1e-6));
        QVERIFY(blame({}).empty());
    }

    void clocks()  // V13c, V13d
    {
        const ClockOffset offset = clockOffset({251'000, 249'000, 250'000, 252'000, 290'000});
        QCOMPARE(offset.offset, Ns(251'000));
        QCOMPARE(offset.residual, Ns(1000));
        QCOMPARE(offset.n, std::size_t(5));
        const std::vector<double> t{0, 1e6, 2e6, 3e6, 4e6};
        const Line line = theilSen(t, std::vector<double>{50, 52.1, 54, 55.9, 90});
        QVERIFY(near(line.slope, 2.05e-6, 1e-12));
        QVERIFY(near(line.intercept, 50, 1e-9));
        QCOMPARE(theilSen({}, {}).intercept, 0.0);
    }

    void busBandwidth()  // V13e
    {
        const double algorithm = algorithmBandwidth(1LL << 30, 5'000'000);
        QVERIFY(near(algorithm, 214.7483648, 1e-9));
        QVERIFY(near(algorithm * busFactor("allreduce", 8), 375.8096384, 1e-9));
        QVERIFY(near(algorithmBandwidth(16LL << 30, 61'974'000), 277.2109, 1e-3));
        QVERIFY(near(algorithmBandwidth(16LL << 30, 61'974'000) * busFactor("ALL_REDUCE", 8), 485.1191, 1e-3));
        QVERIFY(near(busFactor("_allgather_base", 4), 0.75, 1e-12));
        QVERIFY(near(busFactor("broadcast", 4), 1, 1e-12));
    }

    void kinds()
    {
        for (const char* name : {"allreduce", "_allgather_base", "ncclDevKernel_ReduceScatter_Sum_f32", "barrier"})
            QVERIFY(collectiveKind(name) == CollectiveKind::Synchronous);
        for (const char* name : {"all_to_allv", "alltoall_base", "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t"})
            QVERIFY(collectiveKind(name) == CollectiveKind::Uneven);
        for (const char* name : {"broadcast", "ncclDevKernel_Broadcast_RING_LL", "reduce", "gather"})
            QVERIFY(collectiveKind(name) == CollectiveKind::Rooted);
        QVERIFY(collectiveKind("send") == CollectiveKind::PointToPoint);
        QCOMPARE(dtypeBytes("BFloat16"), std::optional<int>(2));
        QCOMPARE(dtypeBytes("Float8_e4m3fn"), std::optional<int>(1));
        QCOMPARE(dtypeBytes("Quantum"), std::optional<int>());
    }

    void overlap()  // V14
    {
        const IntervalSet compute = unionOf({{0, 10}, {12, 20}, {18, 25}, {40, 50}});
        const IntervalSet comm = unionOf({{8, 16}, {24, 38}});
        const IntervalSet all = unite(unite(compute, comm), unionOf({{39, 41}}));
        QCOMPARE(totalLength(compute), Ns(33));
        QCOMPARE(totalLength(comm), Ns(22));
        QCOMPARE(totalLength(intersect(compute, comm)), Ns(7));
        QCOMPARE(totalLength(subtract(comm, compute)), Ns(15));
        QCOMPARE(50 - totalLength(all), Ns(1));
        QCOMPARE(50 - totalLength(compute) - (50 - totalLength(all)), Ns(16));
    }
};

QTEST_APPLESS_MAIN(tst_CollectiveMath)
#include "tst_CollectiveMath.moc"

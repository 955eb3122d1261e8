// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <limits>

#include "core/run/CounterRate.h"

using namespace headwater;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

MetricSeries counter(std::vector<double> values, std::string unit = "B", Ns period = kSecond)
{
    MetricSeries series;
    series.name = "net.rx_bytes";
    series.label = "rx";
    series.unit = std::move(unit);
    series.kind = SeriesKind::Counter;
    series.host = "n1";
    series.device = "eth0";
    series.value = std::move(values);
    for (std::size_t i = 0; i < series.value.size(); ++i)
        series.time.push_back(static_cast<Ns>(i) * period);
    return series;
}

}  // namespace

class tst_CounterRate : public QObject {
    Q_OBJECT

private slots:
    void growthOverTime()
    {
        const MetricSeries rate = toRate(counter({10, 30, 30, 90}, "B", 2 * kSecond));
        QVERIFY(rate.value == (std::vector<double>{10, 0, 30}));
        QVERIFY(rate.time == (std::vector<Ns>{2 * kSecond, 4 * kSecond, 6 * kSecond}));
        QCOMPARE(rate.name, std::string("net.rx_bytes.rate"));
        QVERIFY(rate.kind == SeriesKind::Rate && rate.unit == "B/s" && rate.host == "n1" && rate.device == "eth0");
        QCOMPARE(rate.resets, std::uint64_t(0));
    }

    void growthBeyondAnyNumberIsNone()
    {
        const MetricSeries rate = toRate(counter({0, 1e308, 1e308}, "B", 1));
        QVERIFY(std::isnan(rate.value[0]) && rate.value[1] == 0);
        QCOMPARE(rate.missing, std::uint64_t(1));
    }

    void units()
    {
        QCOMPARE(toRate(counter({1, 2}, "J")).unit, std::string("W"));
        QCOMPARE(toRate(counter({1, 2}, "s")).unit, std::string("1"));
        QCOMPARE(toRate(counter({1, 2}, "count")).unit, std::string("count/s"));
    }

    void aFallIsAGapNotANegativeRate()
    {
        const MetricSeries rate = toRate(counter({100, 200, 50, 150}));
        QVERIFY(rate.value[0] == 100 && std::isnan(rate.value[1]) && rate.value[2] == 100);
        QCOMPARE(rate.resets, std::uint64_t(1));
        QCOMPARE(rate.missing, std::uint64_t(1));
    }

    void narrowRegistersWrap()
    {
        const double size = std::exp2(32);
        const MetricSeries rate = toRate(counter({size - 3000, size - 2000, size - 1000, 0, 1000}));
        QVERIFY(rate.value == (std::vector<double>{1000, 1000, 1000, 1000}));
        QCOMPARE(rate.resets, std::uint64_t(0));
        // Words of four bytes wrap four times as late.
        const MetricSeries words = toRate(counter({4 * size - 8000, 4 * size - 4000, 0, 4000}), 4);
        QVERIFY(words.value == (std::vector<double>{4000, 4000, 4000}));
    }

    void anImplausibleWrapIsAReset()
    {
        const double size = std::exp2(32);
        const MetricSeries rate = toRate(counter({size - 2e9 + 1e9, size - 2e9 + 1e9 + 100, 5, 105}));
        QVERIFY(std::isnan(rate.value[1]));
        QCOMPARE(rate.resets, std::uint64_t(1));
        const MetricSeries wide = toRate(counter({1e15, 2e15, 10, 20}));
        QVERIFY(std::isnan(wide.value[1]));
    }

    void sixtyFourBitsWrap()
    {
        const double size = std::exp2(64);
        const MetricSeries rate = toRate(counter({size - 4e18, size - 2e18, 0, 2e18}));
        QVERIFY(rate.value == (std::vector<double>{2e18, 2e18, 2e18}));
    }

    void gapsAndStandingRegisters()
    {
        const MetricSeries gap = toRate(counter({0, kNothing, 20}));
        QVERIFY(std::isnan(gap.value[0]) && gap.value[1] == 10);
        const double end = std::exp2(32) - 1;
        const MetricSeries standing = toRate(counter({end, end, end}));
        QCOMPARE(standing.missing, std::uint64_t(2));
        QCOMPARE(standing.resets, std::uint64_t(0));
    }

    void oddInputs()
    {
        QVERIFY(toRate(counter({})).value.empty());
        QVERIFY(toRate(counter({5})).value.empty());
        MetricSeries together = counter({1, 2, 3});
        together.time = {0, 0, kSecond};
        const MetricSeries rate = toRate(together);
        QVERIFY(std::isnan(rate.value[0]) && rate.value[1] == 1);
        MetricSeries gauge = counter({1, 2});
        gauge.kind = SeriesKind::Gauge;
        QVERIFY(toRate(gauge).value.empty() && toRate(gauge).name.empty());
    }
};

QTEST_GUILESS_MAIN(tst_CounterRate)
#include "tst_CounterRate.moc"

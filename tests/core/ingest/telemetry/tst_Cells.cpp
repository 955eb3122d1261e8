// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <set>

#include "core/ingest/telemetry/Cell.h"
#include "core/ingest/telemetry/Stamps.h"
#include "core/ingest/telemetry/Sweeps.h"
#include "tests/core/ingest/telemetry/Samples.h"

using namespace headwater;
using namespace headwater::telemetry;
using headwater::test::close;

namespace {

Metric metric(std::string_view unit, double scale = 1, SeriesKind kind = SeriesKind::Gauge)
{
    return {"m", unit, scale, kind};
}

constexpr Ns kSecond = 1'000'000'000;

}  // namespace

class tst_Cells : public QObject {
    Q_OBJECT

private slots:
    void unitsAreNormalised()
    {
        QVERIFY(readCell("2771 MiB", metric("B", 1)).value == 2771.0 * 1048576);
        QVERIFY(close(readCell("38 %", metric("1", 0.01)).value, 0.38));
        QVERIFY(readCell("180.51 W", metric("W")).value == 180.51);
        QVERIFY(readCell("1980 MHz", metric("Hz", 1e6)).value == 1.98e9);
        QVERIFY(readCell("1980", metric("Hz", 1e6)).value == 1.98e9);
        QVERIFY(close(readCell("250 us", metric("s", 1e-6)).value, 250e-6));
        QVERIFY(readCell("16x", metric("count")).value == 16);
        QVERIFY(close(readCell("100.00%", metric("1", 0.01)).value, 1.0));
        QVERIFY(readCell("352 KB/s", metric("B/s", 1e3)).value == 352000);
        // The cell's unit wins over the header's, which wins over the tool's.
        QVERIFY(readCell("1 GiB", metric("B", 1048576), findUnit("MiB")).value == 1073741824.0);
        QVERIFY(readCell("1", metric("B", 1048576), findUnit("KiB")).value == 1024);
    }

    void statesAreNumbers()
    {
        const Metric state = metric("1", 1, SeriesKind::State);
        QVERIFY(readCell("Active", state).value == 1);
        QVERIFY(readCell("Not Active", state).value == 0);
        QVERIFY(readCell("Yes", state).value == 1);
        QVERIFY(readCell("P8", state).value == 8);
        QVERIFY(readCell("0x0000000000000048", state).value == 72);
    }

    void missingIsNeverZero()
    {
        for (const char* text : {"[N/A]", "N/A", "[Not Supported]", "[Unknown Error]", "[Insufficient Permissions]",
                                 "[Requested functionality has been deprecated]", "[GPU requires reset]",
                                 "[GPU is lost]", "ERR!", "-", "", "  ", "Requested functionality has been deprecated"})
            QVERIFY2(readCell(text, metric("W")).state == CellState::Missing, text);
    }

    void nonsenseIsNoValue()
    {
        QVERIFY(readCell("fast", metric("W")).state == CellState::Malformed);
        QVERIFY(readCell("12 W", metric("degC")).state == CellState::WrongUnit);
        QVERIFY(readCell("12 furlongs", metric("W")).state == CellState::WrongUnit);
        QVERIFY(readCell("1e999", metric("W")).state == CellState::Malformed);
        QVERIFY(readCell("0x", metric("W")).state == CellState::Malformed);
        QVERIFY(readCell("12", metric("W", 0)).state == CellState::WrongUnit);
    }

    void tableIsConsistent()
    {
        const std::set<std::string_view> units = {"1", "W", "J", "Hz", "B", "B/s", "s", "degC", "count", "bitmask"};
        std::set<std::pair<int, std::string_view>> seen;
        for (const auto table : {gpuMetrics(), hostMetrics()})
            for (const MetricRow& row : table) {
                QVERIFY2(units.contains(row.unit), row.label.data());
                QVERIFY2(seen.insert({static_cast<int>(row.vocabulary), row.label}).second, row.label.data());
            }
        for (const DcgmRow& row : dcgmMetrics())
            QVERIFY2(units.contains(row.unit), row.tag.data());
        QCOMPARE(findMetric(Vocabulary::Ethernet, "rx_prio3_pause_duration")->name,
                 std::string("net.pause_time.rx.prio3"));
        QVERIFY(!findMetric(Vocabulary::Ethernet, "rx_prio_pause"));
        QCOMPARE(findPrometheusMetric("DCGM_FI_PROF_SM_ACTIVE")->name, std::string("gpu.active.sm"));
        QCOMPARE(findPrometheusMetric("DCGM_FI_DEV_PCIE_LINK_WIDTH")->name, std::string("gpu.pcie.width"));
        QCOMPARE(findPrometheusMetric("DCGM_FI_DEV_PCIE_MAX_LINK_GEN")->name, std::string("gpu.pcie.generation.max"));
        QCOMPARE(findPrometheusMetric("DCGM_FI_DEV_ROW_REMAP_PENDING")->name, std::string("gpu.remapped_rows.pending"));
        QCOMPARE(findPrometheusMetric("DCGM_FI_DEV_BOARD_POWER_WATTS")->name, std::string("gpu.power.draw"));
    }

    void readsStamps()
    {
        const auto local = readDateTime("2025/02/18 18:56:35.571, x");
        QVERIFY(local && local->clock == ClockKind::LocalTime && local->length == 23);
        QCOMPARE(local->time, 1739904995LL * kSecond + 571'000'000);
        const auto zoned = readDateTime("2025-02-18T18:56:35,571+01:00");
        QVERIFY(zoned && zoned->clock == ClockKind::Epoch);
        QCOMPARE(zoned->time, 1739901395LL * kSecond + 571'000'000);
        QCOMPARE(readDateTime("20250218 18:56:35")->time, 1739904995LL * kSecond);
        QCOMPARE(readCalendar("Tue Jul 14 08:12:38 2026")->time, 1784016758LL * kSecond);
        QCOMPARE(readCalendar("Wed May  1 10:11:12 2024")->time, 1714558272LL * kSecond);
        QVERIFY(readCalendar("Wed May  1 10:11:12 UTC 2024")->clock == ClockKind::Epoch);
        QCOMPARE(readEpoch("1714558272.5")->time, 1714558272LL * kSecond + kSecond / 2);
        QCOMPARE(readEpoch("1714558272123")->time, 1714558272LL * kSecond + 123'000'000);
        for (const char* text : {"2025/13/18 18:56:35", "2025/02/30 18:56:35", "2025/02/18", "1969-01-01 00:00:00",
                                 "2025/02/18 25:00:00", "18/02/2025 18:56:35", "12345"})
            QVERIFY2(!readDateTime(text) && !readEpoch(text), text);
    }

    void findsSweeps()
    {
        const Ns ms = 1'000'000;
        QCOMPARE(devicesPerSweep(std::vector<Ns>{0, 5 * ms, 60'000 * ms, 60'005 * ms, 120'000 * ms}), std::size_t(2));
        QCOMPARE(devicesPerSweep(std::vector<Ns>{0, 3 * ms, 1000 * ms, 1003 * ms, 1006 * ms, 2000 * ms}),
                 std::size_t(0));
        QCOMPARE(devicesPerSweep(std::vector<Ns>{0, 1000 * ms, 2000 * ms, 900'000 * ms}), std::size_t(0));
        QCOMPARE(devicesPerSweep(std::vector<Ns>{}), std::size_t(0));
        QCOMPARE(devicesPerSweep(std::vector<Ns>{0, 0}), std::size_t(0));
    }
};

QTEST_GUILESS_MAIN(tst_Cells)
#include "tst_Cells.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/core/analysis/GiveBubbles.h"
#include "tests/core/analysis/ResourceCases.h"

using namespace headwater;
using namespace headwater::test;

class TestResourceChecks : public QObject {
    Q_OBJECT

private slots:
    void checks_data()
    {
        QTest::addColumn<int>("index");
        const std::vector<Case> cases = allCases();
        for (int i = 0; i < static_cast<int>(cases.size()); ++i)
            QTest::newRow(
                (std::string(cases[static_cast<std::size_t>(i)].check) + ": " + cases[static_cast<std::size_t>(i)].name)
                    .c_str())
                << i;
    }
    void checks()
    {
        QFETCH(int, index);
        const Case one = allCases()[static_cast<std::size_t>(index)];
        QCOMPARE(statusOf(made(one.baseline), made(one.current), one.check), std::string(one.expected));
    }

    /// Every check fires somewhere above and is unknown where nothing was recorded.
    void everyCheckIsTested()
    {
        const ResourceReport empty = compared(MadeRun(), MadeRun());
        QVERIFY(empty.events.empty());
        for (const ResourceCheck& check : empty.checks) {
            QCOMPARE(wordOf(check.status), std::string("unknown"));
            QVERIFY2(!check.missing.empty(), check.id.c_str());
            int fires = 0;
            int quiet = 0;
            for (const Case& one : allCases())
                if (check.id == one.check) {
                    const std::string expected = one.expected;
                    fires += expected != "pass" && expected != "unknown" ? 1 : 0;
                    quiet += expected == "pass" ? 1 : 0;
                }
            const bool quietElsewhere =
                check.id == "kernel-errors" || check.id == "net-congestion" || check.id == "net-retransmits";
            QVERIFY2(fires > 0 && (quiet > 0 || quietElsewhere), check.id.c_str());
        }
        for (const char* id : {"kernel-errors", "net-congestion", "net-retransmits"}) {
            MadeRun quiet;
            quiet.kernelLog().counter("net.ecn_marked_packets", "eth0", 0).counter("net.out_of_sequence", "eth0", 0);
            QCOMPARE(statusOf({}, quiet, id), std::string("pass"));
        }
    }

    void thresholdsAreUsed()
    {
        ResourcePolicy policy;
        policy.clockRatio = 0.9;
        QCOMPARE(statusOf(made(clock(1400)), made(clock(1300)), "clocks-baseline"), std::string("warn"));
        QCOMPARE(statusOf(made(clock(1400)), made(clock(1300)), "clocks-baseline", policy), std::string("pass"));
        policy.networkErrorsPerMinute = 1000;
        const MadeRun errors = made(counting("net.symbol_errors", "eth0", 3));
        QCOMPARE(statusOf({}, errors, "net-errors"), std::string("warn"));
        QCOMPARE(statusOf({}, errors, "net-errors", policy), std::string("pass"));
    }

    void aResetIsAGapNotAGrowth()
    {
        MadeRun run;
        std::vector<double> values{5000, 5000, 5000, 0, 0, 0, 1, 1};
        run.add(SeriesKind::Counter, "gpu.nvlink.replay_errors", "count", "gpu 0", values);
        const ResourceReport report = compared(MadeRun(), run);
        const ResourceCheck& check = checkOf(report, "nvlink");
        QCOMPARE(wordOf(check.status), std::string("fail"));
        QVERIFY2(check.hits.front().text.english().find("1 in 18 s") != std::string::npos,
                 check.hits.front().text.english().c_str());
        QCOMPARE(*check.hits.front().step, std::int64_t(7));
        values = {5000, 5000, 5000, 0};
        MadeRun quiet;
        quiet.add(SeriesKind::Counter, "gpu.nvlink.replay_errors", "count", "gpu 0", values);
        QCOMPARE(statusOf({}, quiet, "nvlink"), std::string("pass"));
    }

    void whatWasNotMeasuredIsUnknown()
    {
        MadeRun run;
        run.gauge("gpu.active.dram", "gpu 0", {kNone}).state("gpu.throttle.reasons", "gpu 0", {kNone});
        QCOMPARE(statusOf({}, run, "saturation"), std::string("unknown"));
        QCOMPARE(statusOf({}, run, "throttle-reasons"), std::string("unknown"));
    }

    void theFaultyDeviceIsNamed()
    {
        MadeRun run;
        for (int i = 0; i < 8; ++i)
            run.state("gpu.throttle.reasons", "gpu " + std::to_string(i), {0, 4, i == 5 ? 0x40 : 0.0});
        const ResourceReport report = compared(MadeRun(), run);
        const ResourceCheck& check = checkOf(report, "throttle-reasons");
        QCOMPARE(check.devices, 8);
        QCOMPARE(check.hits.size(), std::size_t(1));
        QCOMPARE(check.hits.front().device, std::string("node1 gpu 5"));
        QCOMPARE(*check.hits.front().current, 90.0);
        QCOMPARE(*check.hits.front().step, std::int64_t(3));
        QCOMPARE(check.hits.front().what, std::string("share of samples with hardware thermal slowdown"));
    }

    /// Clocks that somebody set lower are no fault of cooling or power.
    void aClockSettingIsLookedUp()
    {
        const auto next = [](double bits) {
            MadeRun run;
            run.state("gpu.throttle.reasons", "gpu 0", {0, bits, 0});
            return checkOf(compared(MadeRun(), run), "throttle-reasons").nextStep.english();
        };
        for (const double setting : {double(0x2), double(0x100)})
            QVERIFY2(next(setting).starts_with("Look at the clock settings"), next(setting).c_str());
        // Heat comes first where both are there.
        for (const double fault : {double(0x40), double(0x42)})
            QVERIFY2(next(fault).starts_with("Look at cooling"), next(fault).c_str());
    }

    void theSameDeviceIsCompared()
    {
        MadeRun before;
        MadeRun now;
        for (int i = 0; i < 2; ++i) {
            const std::string gpu = "gpu " + std::to_string(i);
            before.gauge("gpu.clock.sm", gpu, {i == 0 ? 1000e6 : 1400e6});
            now.gauge("gpu.clock.sm", gpu, {i == 0 ? 1000e6 : 1300e6});
        }
        const ResourceReport report = compared(before, now);
        const ResourceCheck& check = checkOf(report, "clocks-baseline");
        QCOMPARE(check.hits.size(), std::size_t(1));
        QCOMPARE(check.hits.front().device, std::string("node1 gpu 1"));
        QCOMPARE(*check.hits.front().baseline, 1400.0);
    }

    void anotherHostIsComparedWithTheTypicalDevice()
    {
        MadeRun before;
        MadeRun now;
        for (int i = 0; i < 3; ++i) {
            const std::string gpu = "gpu " + std::to_string(i);
            before.gauge("gpu.clock.sm", gpu, {1400e6}, "node1").gauge("gpu.clock.sm", gpu, {1410e6}, "node2");
            now.gauge("gpu.clock.sm", gpu, {i == 2 ? 900e6 : 1400e6}, "node7");
        }
        const ResourceReport report = compared(before, now);
        const ResourceCheck& check = checkOf(report, "clocks-baseline");
        QCOMPARE(check.devices, 3);
        QCOMPARE(check.hits.size(), std::size_t(1));
        QCOMPARE(*check.hits.front().baseline, 1405.0);
    }

    void onlyTheStepsCount()
    {
        // An hour of capture with a slow clock before the run, the steps at full clock.
        MadeRun now;
        MetricSeries series;
        series.name = "gpu.clock.sm";
        series.host = "node1";
        series.device = "gpu 0";
        series.source = "long.csv";
        for (int i = -3600; i < kSteps; ++i) {
            series.time.push_back(kEpoch + i * kSecond + kSecond / 2);
            series.value.push_back(i < 0 ? 300e6 : 1400e6);
        }
        now.run().telemetry.series.push_back(series);
        MadeRun before;
        before.gauge("gpu.clock.sm", "gpu 0", {1400e6});
        QCOMPARE(statusOf(before, now, "clocks-baseline"), std::string("pass"));
    }

    void aBusyCoreWithALateHostIsAWarning()
    {
        RunAnalysis before = made(core(0.5)).analysis();
        RunAnalysis now = made(core(0.02)).analysis();
        const auto traced = [](Ns delay) {
            StepAnalysis step;
            step.window = {0, 100};
            Bubbles bubbles;
            bubbles.byCause[static_cast<std::size_t>(BubbleCause::LaunchDelay)] = delay;
            RankAnalysis rank;
            rank.steps.push_back(step);
            giveBubbles(rank, {bubbles});
            return rank;
        };
        before.ranks.push_back(traced(2));
        now.ranks.push_back(traced(30));
        const ResourceReport late = compareResources(before, now, {});
        QCOMPARE(wordOf(checkOf(late, "pinned-core").status), std::string("warn"));
        now.ranks.front() = traced(2);
        const ResourceReport onTime = compareResources(before, now, {});
        QCOMPARE(wordOf(checkOf(onTime, "pinned-core").status), std::string("info"));
    }

    /// A run against itself has no new fault, whatever is wrong with it.
    void nothingIsNewInTheRunItself()
    {
        for (const Case& one : allCases()) {
            const MadeRun run = made(one.current);
            const ResourceReport report = compared(run, run);
            for (const ResourceCheck& check : report.checks)
                for (const ResourceHit& hit : check.hits)
                    QVERIFY2(hit.inBaseline || hit.severity == ResourceSeverity::Info,
                             (std::string(one.name) + ": " + check.id + ": " + hit.text.english()).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestResourceChecks)
#include "tst_ResourceChecks.moc"

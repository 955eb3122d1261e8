// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cmath>
#include <limits>

#include "core/run/Alignment.h"

using namespace headwater;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kHour = 3600 * kSecond;
constexpr Ns kStart = 1'700'000'000 * kSecond;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// `count` steps of `length` from `start`, numbered from 1.
StepAxis stepsFrom(Ns start, int count, Ns length, ClockKind clock = ClockKind::Epoch)
{
    StepAxis axis;
    axis.clock = clock;
    for (int i = 0; i < count; ++i)
        axis.steps.push_back({i + 1, {start + i * length, start + (i + 1) * length}});
    return axis;
}

MetricSeries samples(std::vector<double> values, Ns start, Ns period, ClockKind clock = ClockKind::Epoch)
{
    MetricSeries series;
    series.name = "gpu.utilization";
    series.unit = "1";
    series.clock = clock;
    series.source = "smi.csv";
    series.value = std::move(values);
    for (std::size_t i = 0; i < series.value.size(); ++i)
        series.time.push_back(start + static_cast<Ns>(i) * period);
    return series;
}

Interval spanOf(const StepAxis& axis, Ns shift)
{
    return {axis.steps.front().window.start + shift, axis.steps.back().window.end + shift};
}

}  // namespace

class tst_Alignment : public QObject {
    Q_OBJECT

private slots:
    void logStepsBecomeWindows()
    {
        TrainingLog log;
        log.clock = ClockKind::LocalTime;
        log.source = "log.txt";
        const auto add = [&](std::int64_t number, std::optional<Ns> time, Ns stepTime = kMissing) {
            LogStep step;
            step.step = number;
            step.time = time;
            step.stepTime = stepTime;
            log.steps.push_back(step);
        };
        add(1, 100 * kSecond);
        add(2, 110 * kSecond);
        add(3, std::nullopt);
        add(4, 130 * kSecond, 5 * kSecond);
        const StepAxis axis = stepAxis(log);
        QCOMPARE(axis.steps.size(), std::size_t(2));
        QVERIFY(axis.steps[0].step == 2 && axis.steps[0].window == (Interval{100 * kSecond, 110 * kSecond}));
        QVERIFY(axis.steps[1].step == 4 && axis.steps[1].window == (Interval{125 * kSecond, 130 * kSecond}));
        QVERIFY(axis.clock == ClockKind::LocalTime && axis.source == "log.txt");
    }

    void epochFitsEpoch()
    {
        const ClockMatch match =
            matchClocks(ClockKind::Epoch, {kStart, kStart + kHour}, stepsFrom(kStart, 10, kSecond));
        QVERIFY(match.basis == ClockBasis::Same && match.shift == 0);
    }

    void relativeAndOrderAreNeverMatched()
    {
        const StepAxis axis = stepsFrom(kStart, 10, kSecond);
        for (const ClockKind clock : {ClockKind::Relative, ClockKind::Order}) {
            const ClockMatch match = matchClocks(clock, spanOf(axis, 0), axis);
            QVERIFY(!match.aligned() && !match.statement.empty());
        }
        const StepAxis uptime = stepsFrom(0, 10, kSecond, ClockKind::Relative);
        QVERIFY(!matchClocks(ClockKind::Relative, spanOf(uptime, 0), uptime).aligned());
        QVERIFY(!matchClocks(ClockKind::Epoch, spanOf(uptime, 0), uptime).aligned());
        QVERIFY(!matchClocks(ClockKind::Epoch, {kStart, kStart}, StepAxis{}).aligned());
    }

    void localTimeIsSearched()
    {
        const StepAxis axis = stepsFrom(kStart, 60, kSecond);
        const Ns nepal = 5 * kHour + 45 * 60 * kSecond;
        const ClockMatch match = matchClocks(ClockKind::LocalTime, spanOf(axis, nepal), axis);
        QVERIFY(match.basis == ClockBasis::InferredZone);
        QCOMPARE(match.shift, -nepal);
        QVERIFY(match.statement.english().find("UTC+05:45") != std::string::npos);
        // Steps by local time, source by UTC: the other way round.
        const StepAxis local = stepsFrom(kStart - 8 * kHour, 60, kSecond, ClockKind::LocalTime);
        const ClockMatch west = matchClocks(ClockKind::Epoch, {kStart, kStart + 60 * kSecond}, local);
        QCOMPARE(west.shift, -8 * kHour);
        QVERIFY(west.statement.english().find("UTC-08:00") != std::string::npos);
    }

    void ambiguityIsRefused()
    {
        // Four hours of telemetry around one minute of steps: sixteen quarter hours fit.
        const StepAxis axis = stepsFrom(kStart, 60, kSecond);
        const Interval wide{kStart - 2 * kHour, kStart + 2 * kHour};
        const ClockMatch match = matchClocks(ClockKind::LocalTime, wide, axis);
        QVERIFY(!match.aligned());
        QVERIFY(match.statement.english().find("both fit") != std::string::npos);
        const ClockMatch given = matchClocks(ClockKind::LocalTime, wide, axis, kHour);
        QVERIFY(given.basis == ClockBasis::GivenZone && given.shift == -kHour);
        QVERIFY(!matchClocks(ClockKind::LocalTime, wide, axis, 9 * kHour).aligned());
        // Nothing within the zones of the world.
        QVERIFY(!matchClocks(ClockKind::LocalTime, {kStart + 20 * kHour, kStart + 21 * kHour}, axis).aligned());
    }

    void twoLocalTimes()
    {
        const StepAxis axis = stepsFrom(kStart, 60, kSecond, ClockKind::LocalTime);
        const ClockMatch unique = matchClocks(ClockKind::LocalTime, spanOf(axis, 0), axis);
        QVERIFY(unique.basis == ClockBasis::InferredZone && unique.shift == 0);
        const ClockMatch wide = matchClocks(ClockKind::LocalTime, {kStart - 2 * kHour, kStart + 2 * kHour}, axis);
        QVERIFY(wide.basis == ClockBasis::SameZone && wide.shift == 0);
        QVERIFY(wide.statement.english().find("assumed") != std::string::npos);
        const ClockMatch container = matchClocks(ClockKind::LocalTime, spanOf(axis, -9 * kHour), axis);
        QVERIFY(container.basis == ClockBasis::InferredZone && container.shift == 9 * kHour);
    }

    void longStepsTakeTheMean()
    {
        const StepAxis axis = stepsFrom(kStart, 3, 4 * kSecond);
        const MetricSeries series = samples({1, 2, 3, kNothing, 5, 6, 7, 8}, kStart, kSecond);
        const AlignedSeries aligned = alignSeries(series, axis, 0);
        QCOMPARE(aligned.period, kSecond);
        QVERIFY(aligned.value[0] == 2 && aligned.value[1] == 6.5 && std::isnan(aligned.value[2]));
        QVERIFY(aligned.how ==
                (std::vector<StepValueKind>{StepValueKind::Window, StepValueKind::Window, StepValueKind::None}));
        const AlignedSeries shifted = alignSeries(samples({1, 2, 3, 4}, kStart + kHour, kSecond), axis, -kHour);
        QVERIFY(shifted.value[0] == 2.5);
    }

    void shortStepsTakeTheNearest()
    {
        const StepAxis axis = stepsFrom(kStart, 30, kSecond);
        const MetricSeries series = samples({1, 2}, kStart, 10 * kSecond);
        const AlignedSeries aligned = alignSeries(series, axis, 0);
        QVERIFY(aligned.value[0] == 1 && aligned.value[4] == 1 && aligned.value[5] == 2 && aligned.value[19] == 2);
        QVERIFY(std::isnan(aligned.value[20]) && aligned.how[20] == StepValueKind::None);
        QVERIFY(aligned.how[0] == StepValueKind::Nearest);
        // A rate is about the time before its sample.
        MetricSeries rate = series;
        rate.kind = SeriesKind::Rate;
        QVERIFY(alignSeries(rate, axis, 0).value[1] == 2);
        QVERIFY(std::isnan(alignSeries(rate, axis, 0).value[15]));
    }

    void statesAreNotAveraged()
    {
        const StepAxis axis = stepsFrom(kStart, 1, 4 * kSecond);
        MetricSeries mask = samples({1, 4, 64, 4}, kStart, kSecond);
        mask.kind = SeriesKind::State;
        mask.unit = "bitmask";
        QVERIFY(alignSeries(mask, axis, 0).value[0] == 69);
        mask.unit = "count";
        QVERIFY(alignSeries(mask, axis, 0).value[0] == 64);
        mask.kind = SeriesKind::Counter;
        QVERIFY(std::isnan(alignSeries(mask, axis, 0).value[0]));
    }

    void eventsFallIntoSteps()
    {
        Telemetry telemetry;
        telemetry.series.push_back(samples({1, 1, 1, 1}, kStart + kHour, 10 * kSecond, ClockKind::LocalTime));
        TelemetryEvent event;
        event.kind = "xid";
        event.source = "dmesg.txt";
        event.clock = ClockKind::LocalTime;
        for (const Ns at : {kStart + kHour + 5 * kSecond / 2, kStart + 2 * kHour}) {
            event.time = at;
            telemetry.events.push_back(event);
        }
        const StepAxis axis = stepsFrom(kStart, 30, kSecond);
        const auto groups = alignTelemetry(telemetry, axis);
        QCOMPARE(groups.size(), std::size_t(2));
        QVERIFY(groups[0].match.basis == ClockBasis::InferredZone);
        QVERIFY(groups[1].match.aligned() && groups[1].match.shift == -kHour);
        QVERIFY(groups[1].events[0].step == 3);
        QVERIFY(!groups[1].events[1].step);
    }

    void timesOfATrace()
    {
        QVERIFY(clockOfTimes(kStart) == ClockKind::Epoch);
        QVERIFY(clockOfTimes(1234 * kSecond) == ClockKind::Relative);
        QVERIFY(clockOfTimes(-5) == ClockKind::Relative);
    }
};

QTEST_GUILESS_MAIN(tst_Alignment)
#include "tst_Alignment.moc"

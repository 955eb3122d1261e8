// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/run/Alignment.h"
#include "core/run/TimeZone.h"

using namespace headwater;

namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kHour = 3600 * kSecond;
constexpr Ns kNoon = 1'740'000'000 * kSecond;

MetricSeries series(const std::string& source, ClockKind clock, Ns start)
{
    MetricSeries out;
    out.name = "gpu.power";
    out.source = source;
    out.clock = clock;
    for (int i = 0; i < 100; ++i) {
        out.time.push_back(start + i * kSecond);
        out.value.push_back(i);
    }
    return out;
}

TrainingLog log(ClockKind clock, Ns start)
{
    TrainingLog out;
    out.source = "log";
    out.clock = clock;
    for (int i = 0; i < 10; ++i) {
        LogStep step;
        step.step = i;
        step.stepTime = 5 * kSecond;
        step.time = start + (i + 1) * 5 * kSecond;
        out.steps.push_back(step);
    }
    return out;
}

}  // namespace

class tst_TimeZone : public QObject {
    Q_OBJECT

private slots:
    void offsets_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("minutes");
        QTest::addColumn<bool>("known");
        const auto row = [](const char* text, int minutes, bool known) {
            QTest::newRow(text) << QByteArray(text) << minutes << known;
        };
        row("UTC", 0, true);
        row("Z", 0, true);
        row("+02:00", 120, true);
        row("-05:30", -330, true);
        row("-0530", -330, true);
        row("+9", 540, true);
        row("+14", 840, true);
        for (const char* text : {"", "+", "2", "02:00", "+15", "+14:01", "+02:", "+:30", "+2:75", "+-2", "+2h",
                                 "+020000", "Europe/Berlin", "CET", "+0x2", "++2"})
            row(text, 0, false);
    }

    void offsets()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, minutes);
        QFETCH(bool, known);
        const auto zone = zoneFromText(text.constData());
        QCOMPARE(zone.has_value(), known);
        if (known)
            QCOMPARE(*zone, Ns(minutes) * 60 * kSecond);
    }

    void onlyLocalTimesMove()
    {
        Run run;
        run.logs = {log(ClockKind::LocalTime, kNoon), log(ClockKind::Epoch, kNoon)};
        run.telemetry.series = {series("a", ClockKind::LocalTime, kNoon), series("c", ClockKind::Relative, 0)};
        TelemetryEvent event;
        event.source = "a";
        event.clock = ClockKind::LocalTime;
        event.time = kNoon;
        run.telemetry.events = {event};
        placeLocalTimes(run, [](const std::string&) { return 2 * kHour; });
        QCOMPARE(*run.logs[0].steps[0].time, kNoon + 5 * kSecond - 2 * kHour);
        QVERIFY(run.logs[0].clock == ClockKind::Epoch && run.logs[0].zoneAssumed);
        QCOMPARE(*run.logs[1].steps[0].time, kNoon + 5 * kSecond);
        QVERIFY(!run.logs[1].zoneAssumed);
        QCOMPARE(run.telemetry.series[0].time[0], kNoon - 2 * kHour);
        QVERIFY(run.telemetry.series[1].clock == ClockKind::Relative && run.telemetry.series[1].time[0] == 0);
        QCOMPARE(run.telemetry.events[0].time, kNoon - 2 * kHour);
    }

    void theAlignmentSaysThatTheZoneIsTheUsersWord()
    {
        Run run;
        run.logs = {log(ClockKind::Epoch, kNoon)};
        run.telemetry.series = {series("smi.csv", ClockKind::LocalTime, kNoon + 2 * kHour)};
        placeLocalTimes(run, [](const std::string&) { return 2 * kHour; });
        const auto groups = alignTelemetry(run.telemetry, stepAxis(run.logs[0]));
        QCOMPARE(groups.size(), std::size_t(1));
        QCOMPARE(groups[0].match.basis, ClockBasis::GivenZone);
        QVERIFY(groups[0].match.statement.english().find("the user") != std::string::npos);
        QCOMPARE(groups[0].match.shift, Ns(0));
        QCOMPARE(groups[0].series[0].value[0], 2.0);  // samples 0 to 4
    }

    void aZoneOfTheLogIsTheUsersWordToo()
    {
        Run run;
        run.logs = {log(ClockKind::LocalTime, kNoon + kHour)};
        run.telemetry.series = {series("prometheus", ClockKind::Epoch, kNoon)};
        placeLocalTimes(run, [](const std::string&) { return kHour; });
        const auto groups = alignTelemetry(run.telemetry, stepAxis(run.logs[0]));
        QCOMPARE(groups[0].match.basis, ClockBasis::GivenZone);
        QCOMPARE(groups[0].series[0].value[1], 7.0);
    }
};

QTEST_APPLESS_MAIN(tst_TimeZone)
#include "tst_TimeZone.moc"

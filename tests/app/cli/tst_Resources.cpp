// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

namespace {

const QDateTime kStart(QDate(2025, 2, 18), QTime(10, 0), Qt::UTC);

/// A trainer's log of 40 steps of so many seconds each, in local times.
QByteArray trainingLog(double secondsAStep)
{
    QByteArray text;
    for (int step = 1; step <= 40; ++step) {
        const auto time = kStart.addMSecs(qRound(1000 * secondsAStep * step) + step % 3);
        text += "{\"data\": {\"epoch\": 0.0, \"step\": " + QByteArray::number(step) + ", \"timestamp\": \"" +
                time.toString("yyyy-MM-ddTHH:mm:ss.zzz000").toUtf8() +
                "\", \"value\": 1.5}, \"name\": \"training_loss\"}\n";
    }
    return text;
}

/// nvidia-smi once a second for four GPUs; `hot` is throttled from second 20 on.
QByteArray smi(int hot)
{
    QByteArray text = "timestamp, index, utilization.gpu [%], clocks.current.sm [MHz], clocks_event_reasons.active\n";
    for (int second = 0; second < 60; ++second)
        for (int gpu = 0; gpu < 4; ++gpu) {
            const bool slow = gpu == hot && second >= 20;
            text += kStart.addMSecs(1000 * second + 250).toString("yyyy/MM/dd HH:mm:ss.zzz").toUtf8() + ", " +
                    QByteArray::number(gpu) + ", 98 %, " + (slow ? "900" : "1400") + " MHz, " +
                    (slow ? "0x0000000000000040" : "0x0000000000000000") + "\n";
        }
    return text;
}

}  // namespace

/// Telemetry, kernel log and training log of one job, from files to the verdict.
class TestResources : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_place.write("a/train.jsonl", trainingLog(1.0));
        m_place.write("a/smi.csv", smi(-1));
        m_place.write("a/dmesg.txt", "2025-02-18T10:00:01,000000+00:00 systemd[1]: Started\n");
        m_place.write("b/train.jsonl", trainingLog(1.4));
        m_place.write("b/smi.csv", smi(2));
        m_place.write("b/dmesg.txt", "2025-02-18T10:00:30,500000+00:00 NVRM: Xid (PCI:0000:3b:00): 79, pid=1, off\n");
    }

    void faultsAndTheirSteps()
    {
        const Outcome outcome = analyze({"--timezone", "UTC", "--json", "-"});
        QCOMPARE(outcome.code, 1);
        const auto verdict = parsed(outcome);
        QCOMPARE(verdict["flowchart"]["outcome_node"].get<std::string>(), std::string("resource-fault"));
        QCOMPARE(statusOf(verdict, "throttle-reasons"), std::string("fail"));
        QCOMPARE(statusOf(verdict, "clocks-peers"), std::string("warn"));
        QCOMPARE(statusOf(verdict, "xid"), std::string("fail"));
        QCOMPARE(statusOf(verdict, "pcie-link"), std::string("unknown"));
        // 30.5 s lie in the step from 29.4 s to 30.8 s, 20.25 s in the one from 19.6 s to 21 s.
        for (const auto& event : verdict["resources"]["events"])
            QCOMPARE(event["steps"].at(0).get<int>(), event["kind"] == "xid" ? 22 : 15);
        QCOMPARE(verdict["resources"]["events"].size(), std::size_t(2));
    }

    void againstItself()
    {
        const auto verdict =
            parsed(runCli({"analyze", "--baseline", "b", "--current", "b", "--json", "-"}, m_place.path()));
        for (const auto& finding : verdict["findings"])
            if (finding["layer"] == "resources")
                QVERIFY2(finding["severity"] != "failure", finding["statement"].get<std::string>().c_str());
        QCOMPARE(verdict["flowchart"]["outcome_node"].get<std::string>(), std::string("no-regression"));
    }

    void thresholds()
    {
        m_place.write("t.json", "{\"clock_ratio\": 0.5}");
        const auto verdict = parsed(analyze({"--thresholds", "t.json", "--json", "-", "--save", "kept.headwater"}));
        QCOMPARE(statusOf(verdict, "clocks-peers"), std::string("pass"));
        QCOMPARE(verdict["policy"]["resources"]["clock_ratio"].get<double>(), 0.5);
        const auto again = parsed(runCli({"report", "kept.headwater", "--json", "-"}, m_place.path()));
        QCOMPARE(again["policy"]["resources"]["clock_ratio"].get<double>(), 0.5);
        QCOMPARE(statusOf(again, "clocks-peers"), std::string("pass"));
        // Every report says by what it was judged.
        const Outcome text = analyze({"--thresholds", "t.json", "--markdown", "t.md", "--html", "t.html"});
        QVERIFY2(text.out.contains("changed thresholds of the resource checks"), text.out.constData());
        for (const char* name : {"t.md", "t.html"}) {
            QFile file(m_place.path() + "/" + name);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray report = file.readAll().replace("\\", "");
            QVERIFY2(report.contains("clock_ratio 0.5 (changed, 0.97 by default)"), name);
        }
        QVERIFY(!analyze({}).out.contains("changed thresholds"));
    }

    void badThresholds_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("unknown key") << QByteArray("{\"clok_ratio\": 0.5}") << QByteArray("key clok_ratio");
        QTest::newRow("out of range") << QByteArray("{\"clock_ratio\": 5}") << QByteArray("no number from 0 to 1");
        QTest::newRow("no number") << QByteArray("{\"clock_ratio\": \"0.5\"}") << QByteArray("key clock_ratio");
        QTest::newRow("no JSON") << QByteArray("clock_ratio=0.5") << QByteArray("a JSON object");
    }
    void badThresholds()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, says);
        m_place.write("bad.json", content);
        const Outcome outcome = analyze({"--thresholds", "bad.json"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.startsWith("headwater-cli: bad.json: "), outcome.err.constData());
        QVERIFY2(outcome.err.contains(says), outcome.err.constData());
        QCOMPARE(analyze({"--thresholds", "nowhere.json"}).code, 2);
    }

private:
    [[nodiscard]] Outcome analyze(const QStringList& more) const
    {
        return runCli(QStringList{"analyze", "--baseline", "a", "--current", "b"} + more, m_place.path());
    }

    static std::string statusOf(const nlohmann::json& verdict, std::string_view id)
    {
        for (const auto& check : verdict["resources"]["checks"])
            if (check["id"] == id)
                return check["status"].get<std::string>();
        return "absent";
    }

    Workplace m_place;
};

QTEST_GUILESS_MAIN(TestResources)
#include "tst_Resources.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

class TestStop : public QObject {
    Q_OBJECT

private slots:
    void analyzeStops_data();
    void analyzeStops();
    void simulateStops();

private:
    /// Starts the program, sends the signal after `wait` ms, gives exit code, and what it said, once it ended.
    static Outcome interrupted(const QStringList& arguments, const QString& folder, int signal, int wait)
    {
        QProcess process;
        process.setWorkingDirectory(folder);
        process.start(QStringLiteral(HEADWATER_CLI), arguments);
        Outcome outcome;
        if (!process.waitForStarted() || process.waitForFinished(wait))
            return outcome;
        ::kill(static_cast<pid_t>(process.processId()), signal);
        if (!process.waitForFinished(20'000))
            return outcome;
        outcome.out = process.readAllStandardOutput();
        outcome.err = process.readAllStandardError();
        outcome.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        return outcome;
    }
};

void TestStop::analyzeStops_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void TestStop::analyzeStops()
{
    QFETCH(int, signal);
    const Workplace place;
    // Large enough to take seconds; the signal comes long before.
    place.write("big.csv", metricsCsv(128, 800, {"a", "b", "c", "d", "e", "f", "g", "h"},
                                      [](int rank, int step, int stage) { return 900 + (rank * step + stage) % 200; }));
    const Outcome outcome = interrupted(
        {"analyze", "--baseline", "big.csv", "--current", "big.csv", "--json", "v.json", "--html", "v.html"},
        place.path(), signal, 150);
    QCOMPARE(outcome.code, 4);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(outcome.err.startsWith("headwater-cli: stopped"));
    QCOMPARE(place.entries(), QStringList{"big.csv"});
}

void TestStop::simulateStops()
{
    const Workplace place;
    const Outcome outcome = interrupted(
        {"simulate", "slow-forward", "--ranks", "500", "--steps", "1000", "--out", "sim"}, place.path(), SIGINT, 200);
    QCOMPARE(outcome.code, 4);
    QVERIFY(place.entries().isEmpty());
}

QTEST_GUILESS_MAIN(TestStop)
#include "tst_Stop.moc"

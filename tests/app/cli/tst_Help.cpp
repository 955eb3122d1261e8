// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "Cli.h"

using namespace headwater::cli_test;

class TestHelp : public QObject {
    Q_OBJECT

private slots:
    void version();
    void program();
    void everyCommand_data();
    void everyCommand();
};

namespace {

const QStringList kCommands{"analyze", "inspect",       "probe",     "report",  "simulate",
                            "whatif",  "fetch-metrics", "summarize", "workshop"};

}  // namespace

void TestHelp::version()
{
    const Outcome outcome = runCli({"--version"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("headwater-cli "));
    QCOMPARE(outcome.out.count('\n'), qsizetype(1));
    QVERIFY(outcome.err.isEmpty());
}

void TestHelp::program()
{
    const Outcome outcome = runCli({"--help"});
    QCOMPARE(outcome.code, 0);
    for (const QString& command : kCommands)
        QVERIFY2(outcome.out.contains("\n  " + command.toUtf8()), qPrintable(command));
    QVERIFY(outcome.out.contains("Exit codes:"));
    QVERIFY(outcome.err.isEmpty());
    for (const QByteArray& line : outcome.out.split('\n'))
        QVERIFY2(line.size() <= 120, line.constData());
}

void TestHelp::everyCommand_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("probe") << "probe" << QStringList{"--json", "--stages"};
    QTest::newRow("inspect") << "inspect" << QStringList{"--json", "--stages", "--linked-only", "--ranks", "--steps"};
    QTest::newRow("analyze") << "analyze"
                             << QStringList{"--baseline",     "--current", "--json",   "--html",        "--markdown",
                                            "--junit",        "--save",    "--stages", "--epsilon",     "--statistic",
                                            "--across-ranks", "--measure", "--warmup", "--linked-only", "--acknowledge",
                                            "--strict",       "--threads", "--history"};
    QTest::newRow("report") << "report" << QStringList{"--html", "--markdown", "--json"};
    QTest::newRow("simulate") << "simulate"
                              << QStringList{"--out", "--ranks", "--steps", "--seed", "--events-per-step", "--list"};
}

void TestHelp::everyCommand()
{
    QFETCH(QString, command);
    QFETCH(QStringList, options);
    const Outcome outcome = runCli({command, "--help"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("Usage: headwater-cli " + command.toUtf8()));
    for (const QString& option : options)
        QVERIFY2(outcome.out.contains("\n  " + option.toUtf8()), qPrintable(option));
    QVERIFY(outcome.out.contains("\nExamples:\n  headwater-cli " + command.toUtf8()));
    QVERIFY(outcome.err.isEmpty());
    QCOMPARE(runCli({command, "-h"}).out, outcome.out);
    for (const QByteArray& line : outcome.out.split('\n'))
        QVERIFY2(line.size() <= 120, line.constData());
}

QTEST_GUILESS_MAIN(TestHelp)
#include "tst_Help.moc"

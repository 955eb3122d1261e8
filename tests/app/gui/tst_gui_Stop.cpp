// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/gui/StageMetrics.h"

namespace headwater {

using namespace Qt::StringLiterals;

/// Runs the program as a shell would and sends it signals.
class TestGuiStop : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void signalEndsInOrder_data();
    void signalEndsInOrder();
    void signalEndsAWindowAtRest();

private:
    QTemporaryDir m_folder;
    QString m_big;
};

void TestGuiStop::initTestCase()
{
    m_big = fixtures::writeMetrics(QDir(m_folder.path()), u"big.csv"_s, 4'000, 20, 96);
}

void TestGuiStop::signalEndsInOrder_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<bool>("unattended");
    QTest::newRow("SIGINT, a person") << SIGINT << false;
    QTest::newRow("SIGTERM, a person") << SIGTERM << false;
    QTest::newRow("SIGINT, a script") << SIGINT << true;
    QTest::newRow("SIGTERM, a script") << SIGTERM << true;
}

void TestGuiStop::signalEndsInOrder()
{
    QFETCH(int, signal);
    QFETCH(bool, unattended);
    const QString settings = m_folder.filePath(u"settings%1%2.ini"_s.arg(signal).arg(unattended));
    const QString picture = m_folder.filePath(u"never.png"_s);
    QStringList arguments = {u"--settings"_s, settings, u"--baseline"_s, m_big, u"--current"_s, m_big};
    if (unattended)
        arguments << u"--screenshot"_s << picture;
    QProcess process;
    process.start(QStringLiteral(HEADWATER_WINDOW), arguments);
    QVERIFY(process.waitForStarted());
    // The files take seconds to read; the signal comes when the event loop surely runs, long before they are.
    QVERIFY(!process.waitForFinished(500));
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 4);
    QVERIFY(process.readAllStandardError().contains("headwater: stopped on request"));
    QVERIFY(!QFile::exists(picture));
    QVERIFY(QFile::exists(settings));
}

void TestGuiStop::signalEndsAWindowAtRest()
{
    QProcess process;
    process.start(QStringLiteral(HEADWATER_WINDOW), {u"--settings"_s, m_folder.filePath(u"rest.ini"_s)});
    QVERIFY(process.waitForStarted());
    QVERIFY(!process.waitForFinished(700));
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 4);
}

}  // namespace headwater

QTEST_GUILESS_MAIN(headwater::TestGuiStop)
#include "tst_gui_Stop.moc"

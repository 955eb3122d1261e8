// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "ClusterJob.h"

using namespace headwater::cluster_test;

/// The form without an array: every process of a job step takes its share.
class TestClusterMpi : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void everyProcessTakesItsShare();
    void whatIsDoneIsSkipped();
    void failuresAreRetriedAndThenNamed();
    void aMissingRankIsNamed();
    void whatIsNotShared();

private:
    [[nodiscard]] static Ended mpirun(const QString& run, const QString& out, const QProcessEnvironment& environment);

    ClusterJob m_job;
};

Ended TestClusterMpi::mpirun(const QString& run, const QString& out, const QProcessEnvironment& environment)
{
    return runProgram(findProgram("mpirun"),
                      {QStringLiteral("--oversubscribe"), QStringLiteral("--tag-output"), QStringLiteral("-np"),
                       QStringLiteral("3"), script("summarize-mpi"), run, out},
                      environment);
}

void TestClusterMpi::initTestCase()
{
    if (findProgram("mpirun").isEmpty())
        QSKIP("mpirun is not installed (packaging/install-deps servers)");
    QVERIFY(m_job.valid());
}

void TestClusterMpi::everyProcessTakesItsShare()
{
    const QString out = m_job.path(QStringLiteral("all"));
    const Ended ended = mpirun(m_job.path(QStringLiteral("run")), out, m_job.environment);
    QVERIFY2(ended.code == 0, qPrintable(ended.said));
    QCOMPARE(ClusterJob::summaries(out).size(), 4);
    // Traces are listed in the order of their names: the first and the fourth of them are the first process'.
    const QRegularExpression made(QStringLiteral("\\[1,(\\d)\\]<stdout>:.*rank-(\\d)\\.summary"));
    QMap<QString, QString> processOf;
    for (auto at = made.globalMatch(ended.said); at.hasNext();) {
        const auto match = at.next();
        processOf[match.captured(2)] = match.captured(1);
    }
    QCOMPARE(processOf, (QMap<QString, QString>{{QStringLiteral("0"), QStringLiteral("0")},
                                                {QStringLiteral("1"), QStringLiteral("1")},
                                                {QStringLiteral("2"), QStringLiteral("2")},
                                                {QStringLiteral("3"), QStringLiteral("0")}}));
    const Ended collected = runProgram(script("collect"), {m_job.path(QStringLiteral("run")), out}, m_job.environment);
    QCOMPARE(collected.code, 0);
    QVERIFY2(collected.said.contains(QStringLiteral("4 summaries in ")), qPrintable(collected.said));
}

void TestClusterMpi::whatIsDoneIsSkipped()
{
    const QString out = m_job.path(QStringLiteral("all"));
    const Ended again = mpirun(m_job.path(QStringLiteral("run")), out, m_job.environment);
    QVERIFY2(again.code == 0 && !again.said.contains(QStringLiteral("summar")), qPrintable(again.said));
    const QString one = ClusterJob::summaries(out).first();
    QVERIFY(QFile::remove(out + u'/' + one));
    const Ended third = mpirun(m_job.path(QStringLiteral("run")), out, m_job.environment);
    QVERIFY2(third.code == 0 && third.said.count(QStringLiteral(".summary.gz")) == 1 && third.said.contains(one),
             qPrintable(third.said));
}

void TestClusterMpi::failuresAreRetriedAndThenNamed()
{
    QProcessEnvironment environment = m_job.environment;
    environment.insert(QStringLiteral("HEADWATER_CLI"), m_job.failingProgram(1, 5));
    const QString run = m_job.path(QStringLiteral("run"));
    const QString out = m_job.path(QStringLiteral("failing"));
    const Ended first = mpirun(run, out, environment);
    QCOMPARE(first.code, 1);
    QVERIFY2(first.said.contains(QStringLiteral("attempt 3 of ")), qPrintable(first.said));
    const Ended collected = runProgram(script("collect"), {run, out}, environment);
    QCOMPARE(collected.code, 1);
    QVERIFY2(collected.said.contains(QStringLiteral("no summary: ") + m_job.traces().at(1)),
             qPrintable(collected.said));
    // Two failures are left: the third attempt succeeds.
    const Ended second = mpirun(run, out, environment);
    QVERIFY2(second.code == 0 && second.said.contains(QStringLiteral("attempt 2 of ")), qPrintable(second.said));
    QCOMPARE(ClusterJob::summaries(out).size(), 4);
}

void TestClusterMpi::aMissingRankIsNamed()
{
    const QString run = m_job.runWithout(0);
    const QString out = m_job.path(QStringLiteral("missing"));
    QCOMPARE(mpirun(run, out, m_job.environment).code, 0);
    const Ended collected = runProgram(script("collect"), {run, out}, m_job.environment);
    QCOMPARE(collected.code, 1);
    QVERIFY2(collected.said.contains(QStringLiteral("1 of 4 ranks have no file: 0")), qPrintable(collected.said));
}

/// A process that does not see what the first one made does nothing of its own, and says why.
void TestClusterMpi::whatIsNotShared()
{
    QProcessEnvironment second = m_job.environment;
    second.insert(QStringLiteral("OMPI_COMM_WORLD_RANK"), QStringLiteral("1"));
    second.insert(QStringLiteral("OMPI_COMM_WORLD_SIZE"), QStringLiteral("2"));
    second.insert(QStringLiteral("HEADWATER_WAIT"), QStringLiteral("1"));
    const QString out = m_job.path(QStringLiteral("unseen"));
    const Ended ended = runProgram(script("summarize-mpi"), {m_job.path(QStringLiteral("run")), out}, second);
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.said.contains(QStringLiteral("all nodes see")), qPrintable(ended.said));
    QVERIFY(!QFile::exists(out));
    const Ended noRun = mpirun(m_job.path(QStringLiteral("no run")), out, m_job.environment);
    QVERIFY2(noRun.code != 0 && noRun.said.contains(QStringLiteral("is no folder")), qPrintable(noRun.said));
}

QTEST_GUILESS_MAIN(TestClusterMpi)
#include "tst_cluster_Mpi.moc"

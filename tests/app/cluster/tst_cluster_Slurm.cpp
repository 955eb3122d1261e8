// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include <QDir>
#include <QFile>
#include <QtTest>

#include "ClusterJob.h"
#include "SlurmCluster.h"

using namespace headwater::cluster_test;

/// The job array, as a person submits it.
class TestClusterSlurm : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void anArraySummarisesAndCollects();
    void aTaskThatFailsIsRetried();
    void whatKeepsFailingIsNamedAndComesAgain();
    void aMissingRankIsNamed();
    void ranksOfOneFileName();
    void nothingToSubmit();
    void oddPaths();
    void moreTracesThanTasks();
    void notTwiceAtOnce();
    void aTraceThatVanished();
    void noSharedFolder();
    void aJobStep();

private:
    struct Submitted {
        Ended submit;
        QString array, collect;  ///< ids; empty where nothing was submitted
        QString log;             ///< of the collecting job
    };
    /// Submits and waits for the end.
    [[nodiscard]] Submitted submit(const QString& run, const QString& out, const QProcessEnvironment& environment);

    ClusterJob m_job;
    std::optional<SlurmCluster> m_slurm;
};

TestClusterSlurm::Submitted TestClusterSlurm::submit(const QString& run, const QString& out,
                                                     const QProcessEnvironment& environment)
{
    Submitted done{runProgram(script("submit"), {run, out}, environment), {}, {}, {}};
    const QStringList ids = done.submit.said.trimmed().split(u' ');
    if (done.submit.code != 0 || ids.size() != 2 || !m_slurm->waitUntilEmpty())
        return done;
    done.array = ids[0];
    done.collect = ids[1];
    QFile log(QStringLiteral("%1/jobs/%2-collect.log").arg(out, done.collect));
    if (log.open(QIODevice::ReadOnly))
        done.log = QString::fromUtf8(log.readAll());
    return done;
}

void TestClusterSlurm::initTestCase()
{
    if (const QString missing = missingPrograms(SlurmCluster::programs()); !missing.isEmpty())
        QSKIP(qPrintable(QStringLiteral("not installed: %1 (packaging/install-deps servers)").arg(missing)));
    QVERIFY(m_job.valid());
    m_slurm.emplace();
    QVERIFY2(m_slurm->start(), m_slurm->logs().constData());
    m_slurm->addTo(m_job.environment);
}

void TestClusterSlurm::anArraySummarisesAndCollects()
{
    const QString out = m_job.path(QStringLiteral("all"));
    const Submitted done = submit(m_job.path(QStringLiteral("run")), out, m_job.environment);
    QVERIFY2(!done.array.isEmpty(), qPrintable(done.submit.said));
    QVERIFY2(done.log.contains(QStringLiteral("4 summaries in ")), qPrintable(done.log));
    QCOMPARE(m_slurm->field(done.collect, QStringLiteral("ExitCode")), QStringLiteral("0:0"));
    const QStringList summaries = ClusterJob::summaries(out);
    QCOMPARE(summaries.size(), 4);
    for (int rank = 0; rank < 4; ++rank)
        QVERIFY(summaries[rank].contains(QStringLiteral("rank-%1.").arg(rank)));
    // What lies there is a run like any other.
    const Ended seen = runProgram(QStringLiteral(HEADWATER_CLI), {QStringLiteral("inspect"), out}, m_job.environment);
    QCOMPARE(seen.code, 0);
    QVERIFY2(seen.said.contains(QStringLiteral("world size  4")), qPrintable(seen.said));
    // A second submit has nothing to do, and says so.
    const Submitted again = submit(m_job.path(QStringLiteral("run")), out, m_job.environment);
    QCOMPARE(again.submit.code, 0);
    QVERIFY(again.array.isEmpty());
    QVERIFY2(again.submit.said.contains(QStringLiteral("has its summary")), qPrintable(again.submit.said));
}

void TestClusterSlurm::aTaskThatFailsIsRetried()
{
    QProcessEnvironment environment = m_job.environment;
    environment.insert(QStringLiteral("HEADWATER_CLI"), m_job.failingProgram(1, 2));
    const QString out = m_job.path(QStringLiteral("retried"));
    const Submitted done = submit(m_job.path(QStringLiteral("run")), out, environment);
    QVERIFY2(!done.array.isEmpty(), qPrintable(done.submit.said));
    QCOMPARE(m_job.failuresLeft(), 0);
    QCOMPARE(ClusterJob::summaries(out).size(), 4);
    QVERIFY2(done.log.contains(QStringLiteral("4 summaries in ")), qPrintable(done.log));
    QFile log(QStringLiteral("%1/jobs/%2_1.log").arg(out, done.array));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray said = log.readAll();
    QVERIFY2(said.contains("attempt 2 of ") && said.contains("stale file handle"), said.constData());
    QCOMPARE(m_slurm->field(done.array + QStringLiteral("_1"), QStringLiteral("ExitCode")), QStringLiteral("0:0"));
}

void TestClusterSlurm::whatKeepsFailingIsNamedAndComesAgain()
{
    QProcessEnvironment environment = m_job.environment;
    environment.insert(QStringLiteral("HEADWATER_CLI"), m_job.failingProgram(2, 3));
    const QString out = m_job.path(QStringLiteral("failed"));
    const Submitted done = submit(m_job.path(QStringLiteral("run")), out, environment);
    QVERIFY2(!done.array.isEmpty(), qPrintable(done.submit.said));
    QCOMPARE(ClusterJob::summaries(out).size(), 3);
    QCOMPARE(m_slurm->field(done.array + QStringLiteral("_2"), QStringLiteral("ExitCode")), QStringLiteral("1:0"));
    QVERIFY2(done.log.contains(QStringLiteral("no summary: ") + m_job.traces().at(2)), qPrintable(done.log));
    QVERIFY2(done.log.contains(QStringLiteral("have no file: 2")), qPrintable(done.log));
    QCOMPARE(m_slurm->field(done.collect, QStringLiteral("ExitCode")), QStringLiteral("1:0"));
    // Submitted again, that one alone is done.
    const Submitted again = submit(m_job.path(QStringLiteral("run")), out, environment);
    QVERIFY2(!again.array.isEmpty(), qPrintable(again.submit.said));
    const QStringList logs = QDir(out + QStringLiteral("/jobs")).entryList({again.array + QStringLiteral("_*.log")});
    QCOMPARE(logs, QStringList{again.array + QStringLiteral("_0.log")});
    QVERIFY2(again.log.contains(QStringLiteral("4 summaries in ")), qPrintable(again.log));
    QVERIFY(!again.log.contains(QStringLiteral("no summary")));
    QCOMPARE(m_slurm->field(again.collect, QStringLiteral("ExitCode")), QStringLiteral("0:0"));
}

void TestClusterSlurm::aMissingRankIsNamed()
{
    const Submitted done = submit(m_job.runWithout(3), m_job.path(QStringLiteral("missing")), m_job.environment);
    QVERIFY2(!done.array.isEmpty(), qPrintable(done.submit.said));
    QVERIFY2(done.log.contains(QStringLiteral("1 of 4 ranks have no file: 3")), qPrintable(done.log));
    QVERIFY2(done.log.contains(QStringLiteral("3 summaries in ")), qPrintable(done.log));
    QCOMPARE(m_slurm->field(done.collect, QStringLiteral("ExitCode")), QStringLiteral("1:0"));
}

void TestClusterSlurm::ranksOfOneFileName()
{
    const QStringList traces = m_job.traces();
    const QString run = m_job.path(QStringLiteral("folders"));
    for (int rank = 0; rank < 4; ++rank) {
        const QString folder = QStringLiteral("%1/host %2").arg(run).arg(rank);
        QDir().mkpath(folder);
        QVERIFY(QFile::copy(traces[rank], folder + QStringLiteral("/trace.json.gz")));
    }
    const Submitted done = submit(run, m_job.path(QStringLiteral("folders-out")), m_job.environment);
    QVERIFY2(done.log.contains(QStringLiteral("4 summaries in ")), qPrintable(done.log + done.submit.said));
    QVERIFY(!done.log.contains(QStringLiteral("have no file")));
}

void TestClusterSlurm::nothingToSubmit()
{
    const QString empty = m_job.path(QStringLiteral("empty"));
    QDir().mkpath(empty);
    const Submitted done = submit(empty, m_job.path(QStringLiteral("empty-out")), m_job.environment);
    QCOMPARE(done.submit.code, 2);
    QVERIFY2(done.submit.said.contains(QStringLiteral("no trace in ")), qPrintable(done.submit.said));
}

/// Blanks, what Slurm takes for patterns, what a shell takes for its own; and no room for temporary files on the node.
void TestClusterSlurm::oddPaths()
{
    QProcessEnvironment environment = m_job.environment;
    environment.insert(QStringLiteral("TMPDIR"), QStringLiteral("/dev/full/none"));
    const QString run = m_job.path(QStringLiteral("a run of %j, $HOME & \u00fc's"));
    QVERIFY(QDir().rename(m_job.runWithout(1), run));
    const QString out = m_job.path(QStringLiteral("out of %A [it's \u00fc]"));
    const Submitted done = submit(run, out, environment);
    QVERIFY2(!done.array.isEmpty(), qPrintable(done.submit.said));
    QVERIFY2(done.log.contains(QStringLiteral("3 summaries in ")), qPrintable(done.log + done.submit.said));
    QVERIFY(QFile::exists(QStringLiteral("%1/jobs/%2_0.log").arg(out, done.array)));
}

/// A cluster bounds the tasks of an array.
void TestClusterSlurm::moreTracesThanTasks()
{
    QProcessEnvironment environment = m_job.environment;
    environment.insert(QStringLiteral("HEADWATER_TASKS"), QStringLiteral("3"));
    const QString out = m_job.path(QStringLiteral("few"));
    const Submitted done = submit(m_job.path(QStringLiteral("run")), out, environment);
    QVERIFY2(done.log.contains(QStringLiteral("4 summaries in ")), qPrintable(done.log + done.submit.said));
    QCOMPARE(QDir(out + QStringLiteral("/jobs")).entryList({done.array + QStringLiteral("_*.log")}).size(), 3);
}

void TestClusterSlurm::notTwiceAtOnce()
{
    const QString run = m_job.path(QStringLiteral("run"));
    const QString out = m_job.path(QStringLiteral("held"));
    const Ended first = runProgram(script("submit"), {run, out, QStringLiteral("--hold")}, m_job.environment);
    QVERIFY2(first.code == 0, qPrintable(first.said));
    const Ended second = runProgram(script("submit"), {run, out}, m_job.environment);
    QCOMPARE(second.code, 2);
    const QStringList ids = first.said.trimmed().split(u' ');
    QVERIFY2(second.said.contains(QStringLiteral("still at work")) && second.said.contains(ids[0]),
             qPrintable(second.said));
    QCOMPARE(runProgram(findProgram("scancel"), ids, m_job.environment).code, 0);
    QVERIFY(m_slurm->waitUntilEmpty());
    const Submitted third = submit(run, out, m_job.environment);
    QVERIFY2(third.log.contains(QStringLiteral("4 summaries in ")), qPrintable(third.log + third.submit.said));
}

/// Gone between two submits: it is in no folder any more, and named all the same.
void TestClusterSlurm::aTraceThatVanished()
{
    const QString run = m_job.runWithout(2);
    const QString lost = run + u'/' + QFileInfo(m_job.traces().at(1)).fileName();
    const QString out = m_job.path(QStringLiteral("vanished"));
    const Ended held = runProgram(script("submit"), {run, out, QStringLiteral("--hold")}, m_job.environment);
    QVERIFY(QFile::remove(lost));
    const QStringList ids = held.said.trimmed().split(u' ');
    for (const QString& id : ids)
        static_cast<void>(runProgram(findProgram("scontrol"), {QStringLiteral("release"), id}, m_job.environment));
    QVERIFY(m_slurm->waitUntilEmpty());
    QFile log(QStringLiteral("%1/jobs/%2-collect.log").arg(out, ids.last()));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QString said = QString::fromUtf8(log.readAll());
    QVERIFY2(said.contains(QStringLiteral("the trace is gone: ") + lost), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("2 summaries in ")), qPrintable(said));
    QCOMPARE(m_slurm->field(ids.last(), QStringLiteral("ExitCode")), QStringLiteral("1:0"));
}

/// A node that does not see OUT makes no folder of its own.
void TestClusterSlurm::noSharedFolder()
{
    const QString run = m_job.path(QStringLiteral("run"));
    const QString out = m_job.path(QStringLiteral("elsewhere"));
    const Ended task = runProgram(script("attempt"), {run, m_job.traces().first(), out}, m_job.environment);
    QCOMPARE(task.code, 1);
    QVERIFY2(task.said.contains(QStringLiteral("all nodes see")), qPrintable(task.said));
    const Ended collected = runProgram(script("collect"), {run, out}, m_job.environment);
    QVERIFY2(collected.code == 1 && collected.said.contains(QStringLiteral("all nodes see")),
             qPrintable(collected.said));
    QVERIFY(!QFile::exists(out));
    const Ended noRun = runProgram(script("submit"), {out, out}, m_job.environment);
    QVERIFY2(noRun.code == 2 && noRun.said.contains(QStringLiteral("is no folder")), qPrintable(noRun.said));
    QVERIFY(!QFile::exists(out));
}

void TestClusterSlurm::aJobStep()
{
    const QString out = m_job.path(QStringLiteral("step"));
    const Ended step = runProgram(findProgram("srun"),
                                  {QStringLiteral("--ntasks=2"), QStringLiteral("--label"), script("summarize-mpi"),
                                   m_job.path(QStringLiteral("run")), out},
                                  m_job.environment);
    QVERIFY2(step.code == 0, qPrintable(step.said));
    QCOMPARE(ClusterJob::summaries(out).size(), 4);
    QVERIFY2(step.said.contains(QStringLiteral("0: ")) && step.said.contains(QStringLiteral("1: ")),
             qPrintable(step.said));
}

QTEST_GUILESS_MAIN(TestClusterSlurm)
#include "tst_cluster_Slurm.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "ClusterJob.h"

using namespace headwater::cluster_test;

/// What is handed to Slurm and to the program where a job is larger than any that a test could run: they are stand-ins
/// that write down how they were called.
class TestClusterSubmit : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void anArrayIsNoLargerThanTheClusterTakes();
    void aTaskDoesItsShare();
    void collectNamesNoFileItself();
    void aSummaryIsOfOneTrace();
    void aLaunchWithoutAName();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    void standIn(const QString& name, const QByteArray& does) const;
    [[nodiscard]] QByteArray read(const QString& name) const;

    static constexpr int kTraces = 1200;
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
};

void TestClusterSubmit::standIn(const QString& name, const QByteArray& does) const
{
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/usr/bin/env bash\n" + does + '\n');
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

QByteArray TestClusterSubmit::read(const QString& name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestClusterSubmit::initTestCase()
{
    QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("bin")) && QDir(m_folder.path()).mkpath(QStringLiteral("run")));
    const QByteArray calls = path(QStringLiteral("calls")).toUtf8();
    standIn(QStringLiteral("bin/sbatch"), "printf '%s\\n' \"$*\" >>'" + calls + "'; echo 7");
    standIn(QStringLiteral("bin/squeue"), "true");
    standIn(QStringLiteral("bin/scontrol"), "echo 'MaxArraySize            = 1001'");
    standIn(QStringLiteral("bin/headwater-cli"), "printf '%s\\n' \"$*\" >>'" + calls + "'");
    m_environment.insert(QStringLiteral("PATH"),
                         path(QStringLiteral("bin")) + u':' + m_environment.value(QStringLiteral("PATH")));
    m_environment.remove(QStringLiteral("HEADWATER_CLI"));
    for (int rank = 0; rank < kTraces; ++rank)
        QVERIFY(QFile(path(QStringLiteral("run/rank%1.json").arg(rank, 4, 10, QLatin1Char('0'))))
                    .open(QIODevice::WriteOnly));
}

void TestClusterSubmit::anArrayIsNoLargerThanTheClusterTakes()
{
    const Ended done =
        runProgram(script("submit"), {path(QStringLiteral("run")), path(QStringLiteral("out"))}, m_environment);
    QVERIFY2(done.code == 0, qPrintable(done.said));
    const QByteArray calls = read(QStringLiteral("calls"));
    QVERIFY2(calls.contains("--array=0-1000%32 "), calls.constData());
    const QStringList lists =
        QDir(path(QStringLiteral("out/jobs"))).entryList({QStringLiteral("traces.*")}, QDir::Files);
    QCOMPARE(lists.size(), 1);
    QCOMPARE(read(QStringLiteral("out/jobs/") + lists.first()).count('\n'), kTraces);
}

/// The tasks' numbers wrap round: the first has the first trace and the one behind as many as there are tasks.
void TestClusterSubmit::aTaskDoesItsShare()
{
    const QString jobs = QStringLiteral("out/jobs/");
    const QString list = QDir(path(jobs)).entryList({QStringLiteral("traces.*")}, QDir::Files).value(0);
    QProcessEnvironment environment = m_environment;
    for (const auto& [task, traces] :
         {std::pair("0", QStringList{"rank0000", "rank1001"}), std::pair("198", QStringList{"rank0198", "rank1199"}),
          std::pair("1000", QStringList{"rank1000"})}) {
        QVERIFY(QFile::remove(path(QStringLiteral("calls"))));
        environment.insert(QStringLiteral("SLURM_ARRAY_TASK_ID"), QLatin1String(task));
        const Ended done = runProgram(script("summarize.sbatch"),
                                      {path(QStringLiteral("run")), path(jobs + list), path(QStringLiteral("out")),
                                       QStringLiteral("1001"), QFileInfo(script("attempt")).path()},
                                      environment);
        QVERIFY2(done.code == 0, qPrintable(done.said));
        const QByteArray calls = read(QStringLiteral("calls"));
        QCOMPARE(calls.count('\n'), traces.size());
        for (const QString& trace : traces)
            QVERIFY2(calls.contains("summarize " + path(QStringLiteral("run/%1.json").arg(trace)).toUtf8() + ' '),
                     calls.constData());
    }
}

/// Names of a hundred thousand summaries fit into no command line: a list has them.
void TestClusterSubmit::collectNamesNoFileItself()
{
    QVERIFY(QFile::remove(path(QStringLiteral("calls"))));
    for (int rank = 0; rank < kTraces; ++rank)
        QVERIFY(
            QFile(path(QStringLiteral("out/rank%1.rank-%2.summary.gz").arg(rank, 4, 10, QLatin1Char('0')).arg(rank)))
                .open(QIODevice::WriteOnly));
    // Of an export of two ranks one is not both.
    QVERIFY(QFile(path(QStringLiteral("run/export.sqlite"))).open(QIODevice::WriteOnly));
    QVERIFY(QFile(path(QStringLiteral("out/export.sqlite.rank-0.1of2.summary.gz"))).open(QIODevice::WriteOnly));
    const QStringList asked{path(QStringLiteral("run")), path(QStringLiteral("out"))};
    const Ended half = runProgram(script("collect"), asked, m_environment);
    QCOMPARE(half.code, 1);
    QVERIFY2(half.said.contains(QStringLiteral("export.sqlite")), qPrintable(half.said));
    QVERIFY(QFile(path(QStringLiteral("out/export.sqlite.rank-1.2of2.summary.gz"))).open(QIODevice::WriteOnly));
    const Ended whole = runProgram(script("collect"), asked, m_environment);
    QVERIFY2(whole.code == 0 && whole.said.contains(QStringLiteral("1202 summaries in ")), qPrintable(whole.said));
    QCOMPARE(read(QStringLiteral("calls")), QByteArray("inspect @jobs/summaries\ninspect @jobs/summaries\n"));
    QCOMPARE(read(QStringLiteral("out/jobs/summaries")).count('\n'), kTraces + 2);
}

/// Names alone would take one trace's summary for that of another: rank-1 of a job for one made by hand, the packed
/// copy for what it was packed from.
void TestClusterSubmit::aSummaryIsOfOneTrace()
{
    const QString run = path(QStringLiteral("names"));
    const QString out = path(QStringLiteral("names-out"));
    QVERIFY(QDir().mkpath(run) && QDir().mkpath(out + QStringLiteral("/jobs")));
    for (const char* name : {"trace.json", "trace.rank-1.json", "a.json", "a.json.gz", "b.json"})
        QVERIFY(QFile(run + u'/' + QLatin1String(name)).open(QIODevice::WriteOnly));
    QVERIFY(QDir().mkpath(path(QStringLiteral("elsewhere"))));
    QVERIFY(QFile(path(QStringLiteral("elsewhere/c.json"))).open(QIODevice::WriteOnly));
    QVERIFY(QFile::link(path(QStringLiteral("elsewhere/c.json")), run + QStringLiteral("/linked.json")));
    for (const char* name : {"trace.rank-1.rank-1", "b.rank-unknown"})
        QVERIFY(QFile(out + u'/' + QLatin1String(name) + QStringLiteral(".summary.gz")).open(QIODevice::WriteOnly));
    const QString said =
        QStringLiteral("printf '{\"source\":{\"path\":\"%1/a.json.gz\"}}\\n' | gzip >%2/a.rank-0.summary.gz");
    QCOMPARE(runProgram(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), said.arg(run, out)}, m_environment).code, 0);
    const Ended open = runProgram(script("traces"), {run, out}, m_environment);
    QStringList names;
    for (const QString& line : open.said.split(u'\n', Qt::SkipEmptyParts))
        names << line.mid(run.size() + 1);
    QCOMPARE(names,
             (QStringList{QStringLiteral("a.json"), QStringLiteral("linked.json"), QStringLiteral("trace.json")}));
}

/// MPICH's launchers tell a process its number and nothing that a launch before did not have too. What lies there of
/// that one is nobody's list, and a process may start before the first one.
void TestClusterSubmit::aLaunchWithoutAName()
{
    const QString run = path(QStringLiteral("mpich"));
    const QString out = path(QStringLiteral("mpich-out"));
    QVERIFY(QDir().mkpath(run) && QDir().mkpath(out + QStringLiteral("/jobs")));
    for (const char* name : {"r0.json", "r1.json", "r2.json", "r3.json"})
        QVERIFY(QFile(run + u'/' + QLatin1String(name)).open(QIODevice::WriteOnly));
    for (const char* old : {"traces.mpi-0-0", "traces.mpi-listed"}) {
        QFile list(out + QStringLiteral("/jobs/") + QLatin1String(old));
        QVERIFY(list.open(QIODevice::WriteOnly) && list.write("/gone/a.json\n/gone/b.json\n") > 0);
    }
    QVERIFY(QFile(out + QStringLiteral("/r1.rank-1.summary.gz")).open(QIODevice::WriteOnly));
    for (const auto& [rank, trace] : {std::pair("1", "r3.json"), std::pair("0", "r2.json")}) {
        QFile::remove(path(QStringLiteral("calls")));
        QProcessEnvironment environment = m_environment;
        for (const char* name : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_MCA_ess_base_jobid",
                                 "PMIX_NAMESPACE", "SLURM_PROCID", "SLURM_NTASKS", "SLURM_JOB_ID", "SLURM_STEP_ID"})
            environment.remove(QLatin1String(name));
        environment.insert(QStringLiteral("PMI_RANK"), QLatin1String(rank));
        environment.insert(QStringLiteral("PMI_SIZE"), QStringLiteral("2"));
        const Ended done = runProgram(script("summarize-mpi"), {run, out}, environment);
        QVERIFY2(done.code == 0, qPrintable(done.said));
        const QByteArray calls = read(QStringLiteral("calls"));
        QVERIFY2(calls.contains(QByteArray("/") + trace + ' ') && !calls.contains("gone"), calls.constData());
        QVERIFY2(!calls.contains("/r1.json ") && calls.contains("/r0.json ") == (*rank == '0'), calls.constData());
    }
}

QTEST_GUILESS_MAIN(TestClusterSubmit)
#include "tst_cluster_Submit.moc"

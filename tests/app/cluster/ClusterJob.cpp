// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClusterJob.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>

#include "tests/Paths.h"

namespace headwater::cluster_test {

namespace {

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

}  // namespace

QString findProgram(const char* name)
{
    const QString program = QString::fromLatin1(name);
    const QString found = QStandardPaths::findExecutable(program);
    return found.isEmpty() ? QStandardPaths::findExecutable(
                                 program, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")})
                           : found;
}

QString missingPrograms(const QStringList& names)
{
    QStringList missing;
    for (const QString& name : names)
        if (findProgram(name.toLatin1().constData()).isEmpty())
            missing << name;
    return missing.join(QStringLiteral(", "));
}

Ended runProgram(const QString& program, const QStringList& arguments, const QProcessEnvironment& environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    constexpr int kMost = 60'000;
    Ended ended;
    if (!process.waitForFinished(kMost)) {
        process.kill();
        process.waitForFinished();
    } else if (process.exitStatus() == QProcess::NormalExit) {
        ended.code = process.exitCode();
    }
    ended.said = QString::fromUtf8(process.readAll());
    return ended;
}

QString script(const char* name)
{
    return QStringLiteral(HEADWATER_SOURCE_DIR "/packaging/slurm/") + QLatin1String(name);
}

ClusterJob::ClusterJob() : environment(QProcessEnvironment::systemEnvironment())
{
    environment.insert(QStringLiteral("HEADWATER_CLI"), QStringLiteral(HEADWATER_CLI));
    environment.insert(QStringLiteral("HEADWATER_PAUSE"), QStringLiteral("0"));
    for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
        environment.insert(QLatin1String(name), QStringLiteral("1"));
    m_valid = m_folder.isValid() &&
              runProgram(QStringLiteral(HEADWATER_CLI),
                         {QStringLiteral("simulate"), QStringLiteral("slow-forward"), QStringLiteral("--ranks"),
                          QStringLiteral("4"), QStringLiteral("--steps"), QStringLiteral("4"),
                          QStringLiteral("--events-per-step"), QStringLiteral("60"), QStringLiteral("--out"),
                          path(QStringLiteral("pair"))},
                         environment)
                      .code == 0 &&
              QDir().rename(path(QStringLiteral("pair/baseline")), path(QStringLiteral("run"))) && traces().size() == 4;
}

QStringList ClusterJob::traces() const
{
    const QDir run(path(QStringLiteral("run")));
    QStringList paths;
    for (const QString& name : run.entryList({QStringLiteral("*.pt.trace.json.gz")}, QDir::Files, QDir::Name))
        paths << run.filePath(name);
    return paths;
}

QString ClusterJob::runWithout(int rank) const
{
    const QString folder = path(QStringLiteral("without%1").arg(rank));
    QDir().mkpath(folder);
    const QStringList all = traces();
    for (int i = 0; i < all.size(); ++i)
        if (i != rank)
            QFile::copy(all[i], QDir(folder).filePath(QFileInfo(all[i]).fileName()));
    return folder;
}

QStringList ClusterJob::summaries(const QString& folder)
{
    QStringList names;
    for (QDirIterator at(folder, {QStringLiteral("*.summary.gz")}, QDir::Files, QDirIterator::Subdirectories);
         at.hasNext();)
        names << QFileInfo(at.next()).fileName();
    names.sort();
    return names;
}

QString ClusterJob::failingProgram(int rank, int times) const
{
    write(path(QStringLiteral("fails")), QByteArray("x\n").repeated(times));
    const QString program = path(QStringLiteral("failing-cli"));
    write(program, QStringLiteral("#!/usr/bin/env bash\n"
                                  "if [[ $1 == summarize && $2 == '%1' && -s '%2' ]]; then\n"
                                  "    sed -i 1d '%2'\n"
                                  "    echo 'stale file handle' >&2\n"
                                  "    exit 2\n"
                                  "fi\n"
                                  "exec '%3' \"$@\"\n")
                       .arg(traces().at(rank), path(QStringLiteral("fails")), QStringLiteral(HEADWATER_CLI))
                       .toUtf8());
    QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return program;
}

int ClusterJob::failuresLeft() const
{
    QFile file(path(QStringLiteral("fails")));
    return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : -1;
}

}  // namespace headwater::cluster_test

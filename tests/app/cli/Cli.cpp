// SPDX-License-Identifier: GPL-3.0-or-later
#include "Cli.h"

#include <QDir>
#include <QFile>
#include <QProcess>

namespace headwater::cli_test {

Outcome runCli(const QStringList& arguments, const QString& folder, const QString& cache)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), cache.isEmpty() ? QStringLiteral("/dev/null/none") : cache);
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QStringLiteral(HEADWATER_CLI), arguments);
    Outcome outcome;
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return outcome;
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    if (process.exitStatus() == QProcess::NormalExit)
        outcome.code = process.exitCode();
    return outcome;
}

QString Workplace::path(const QString& name) const
{
    return name.isEmpty() ? m_folder.path() : m_folder.filePath(name);
}

QString Workplace::write(const QString& name, const QByteArray& content) const
{
    QDir(m_folder.path()).mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    return path(name);
}

QString Workplace::vectorFile(const QString& name, const QStringList& seconds) const
{
    QByteArray csv = "stage,duration_s\n";
    for (int i = 0; i < seconds.size(); ++i)
        csv += "s" + QByteArray::number(i) + "," + seconds[i].toUtf8() + "\n";
    return write(name, csv);
}

QByteArray Workplace::read(const QString& name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList Workplace::entries() const
{
    return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

nlohmann::json parsed(const Outcome& outcome)
{
    return nlohmann::json::parse(outcome.out.toStdString(), nullptr, false);
}

}  // namespace headwater::cli_test

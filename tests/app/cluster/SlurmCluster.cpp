// SPDX-License-Identifier: GPL-3.0-or-later
#include "SlurmCluster.h"

#include <csignal>

#include <pwd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QSysInfo>
#include <QTcpServer>
#include <QTest>

#include "ClusterJob.h"

namespace headwater::cluster_test {

namespace {

constexpr int kPoll = 100;  // ms

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

/// Ports that were free a moment ago, all different.
std::vector<quint16> freePorts(int count)
{
    std::vector<std::unique_ptr<QTcpServer>> servers;
    std::vector<quint16> ports;
    for (int i = 0; i < count; ++i) {
        servers.push_back(std::make_unique<QTcpServer>());
        servers.back()->listen(QHostAddress::LocalHost, 0);
        ports.push_back(servers.back()->serverPort());
    }
    return ports;
}

QString userName()
{
    const passwd* entry = getpwuid(geteuid());
    return entry != nullptr ? QString::fromLocal8Bit(entry->pw_name) : QString::number(geteuid());
}

}  // namespace

QStringList SlurmCluster::programs()
{
    return {QStringLiteral("munged"), QStringLiteral("slurmctld"), QStringLiteral("slurmd"),
            QStringLiteral("sbatch"), QStringLiteral("srun"),      QStringLiteral("squeue"),
            QStringLiteral("sinfo"),  QStringLiteral("scontrol")};
}

SlurmCluster::~SlurmCluster()
{
    if (m_environment.contains(QStringLiteral("SLURM_CONF")))
        runProgram(findProgram("scancel"), {QStringLiteral("--user=") + userName()}, m_environment).code;
    for (auto daemon = m_daemons.rbegin(); daemon != m_daemons.rend(); ++daemon) {
        (*daemon)->terminate();
        constexpr int kGrace = 5000;
        if (!(*daemon)->waitForFinished(kGrace)) {
            (*daemon)->kill();
            (*daemon)->waitForFinished(kGrace);
        }
    }
}

void SlurmCluster::writeConfiguration()
{
    const QString host = QSysInfo::machineHostName().section(u'.', 0, 0);
    const std::vector<quint16> ports = freePorts(2);
    QString text = QStringLiteral("ClusterName=headwater\n"
                                  "SlurmctldHost=@host(127.0.0.1)\n"
                                  "SlurmctldPort=@port1\n"
                                  "SlurmdPort=@port2\n"
                                  "SlurmUser=@user\n"
                                  "SlurmdUser=@user\n"
                                  "AuthType=auth/munge\n"
                                  "AuthInfo=socket=@folder/munge/socket\n"
                                  "CredType=cred/munge\n"
                                  "StateSaveLocation=@folder/state\n"
                                  "SlurmdSpoolDir=@folder/spool\n"
                                  "SlurmctldPidFile=@folder/slurmctld.pid\n"
                                  "SlurmdPidFile=@folder/slurmd.pid\n"
                                  "SlurmctldLogFile=@folder/slurmctld.log\n"
                                  "SlurmdLogFile=@folder/slurmd.log\n"
                                  "ProctrackType=proctrack/linuxproc\n"
                                  "TaskPlugin=task/none\n"
                                  "JobAcctGatherType=jobacct_gather/none\n"
                                  "SelectType=select/cons_tres\n"
                                  "SelectTypeParameters=CR_Core\n"
                                  "SlurmdParameters=config_overrides\n"  // two processors, whatever the machine has
                                  "MpiDefault=none\n"
                                  "ReturnToService=2\n"
                                  "SchedulerParameters=batch_sched_delay=0,sched_min_interval=0\n"
                                  "NodeName=@host NodeAddr=127.0.0.1 CPUs=2\n"
                                  "PartitionName=all Nodes=@host Default=YES MaxTime=INFINITE State=UP\n");
    text.replace(QStringLiteral("@host"), host);
    text.replace(QStringLiteral("@port1"), QString::number(ports[0]));
    text.replace(QStringLiteral("@port2"), QString::number(ports[1]));
    text.replace(QStringLiteral("@user"), userName());
    text.replace(QStringLiteral("@folder"), m_folder.path());
    write(m_folder.filePath(QStringLiteral("slurm.conf")), text.toUtf8());
    m_environment.insert(QStringLiteral("SLURM_CONF"), m_folder.filePath(QStringLiteral("slurm.conf")));
}

bool SlurmCluster::launch(const char* program, const QStringList& arguments)
{
    auto process = std::make_unique<QProcess>();
    process->setProcessEnvironment(m_environment);
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setStandardOutputFile(m_folder.filePath(QLatin1String(program) + QStringLiteral(".out")));
    process->setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    process->start(findProgram(program), arguments);
    const bool started = process->waitForStarted();
    m_daemons.push_back(std::move(process));
    return started;
}

bool SlurmCluster::start()
{
    // munged wants its socket reachable by all, and its key by nobody else.
    const auto owner = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    for (const char* name : {".", "munge", "state", "spool"}) {
        QDir().mkpath(m_folder.filePath(QLatin1String(name)));
        QFile::setPermissions(m_folder.filePath(QLatin1String(name)), owner | QFile::ExeGroup | QFile::ExeOther);
    }
    const QString munge = m_folder.filePath(QStringLiteral("munge/"));
    QByteArray key(128, '\0');
    for (char& byte : key)
        byte = static_cast<char>(QRandomGenerator::system()->bounded(256));
    write(munge + QStringLiteral("key"), key);
    QFile::setPermissions(munge + QStringLiteral("key"), QFile::ReadOwner);
    writeConfiguration();
    const QString socket = munge + QStringLiteral("socket");
    if (!launch("munged", {QStringLiteral("--foreground"), QStringLiteral("--key-file=%1key").arg(munge),
                           QStringLiteral("--socket=") + socket, QStringLiteral("--pid-file=%1pid").arg(munge),
                           QStringLiteral("--seed-file=%1seed").arg(munge)}))
        return false;
    constexpr int kPolls = 300;
    for (int i = 0; i < kPolls && !QFile::exists(socket); ++i)
        QTest::qWait(kPoll);
    if (!launch("slurmctld", {QStringLiteral("-D")}) || !launch("slurmd", {QStringLiteral("-D")}))
        return false;
    for (int i = 0; i < kPolls; ++i) {
        const Ended nodes =
            runProgram(findProgram("sinfo"), {QStringLiteral("-h"), QStringLiteral("-o%T")}, m_environment);
        if (nodes.code == 0 && nodes.said.trimmed() == QLatin1String("idle"))
            return true;
        QTest::qWait(kPoll);
    }
    return false;
}

void SlurmCluster::addTo(QProcessEnvironment& environment) const
{
    environment.insert(QStringLiteral("SLURM_CONF"), m_environment.value(QStringLiteral("SLURM_CONF")));
}

bool SlurmCluster::waitUntilEmpty() const
{
    constexpr int kPolls = 600;
    for (int i = 0; i < kPolls; ++i) {
        const Ended jobs = runProgram(findProgram("squeue"), {QStringLiteral("-h")}, m_environment);
        if (jobs.code == 0 && jobs.said.trimmed().isEmpty())
            return true;
        QTest::qWait(kPoll);
    }
    return false;
}

QString SlurmCluster::field(const QString& job, const QString& name) const
{
    const Ended shown =
        runProgram(findProgram("scontrol"),
                   {QStringLiteral("--oneliner"), QStringLiteral("show"), QStringLiteral("job"), job}, m_environment);
    for (const QString& word : shown.said.section(u'\n', 0, 0).split(u' '))
        if (word.startsWith(name + u'='))
            return word.section(u'=', 1);
    return {};
}

QByteArray SlurmCluster::logs() const
{
    QByteArray text;
    for (const char* name : {"munged.out", "slurmctld.out", "slurmd.out", "slurmctld.log", "slurmd.log"}) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        constexpr qsizetype kShown = 1500;
        if (file.open(QIODevice::ReadOnly))
            text += QByteArray("\n== ") + name + "\n" + file.readAll().right(kShown);
    }
    return text;
}

}  // namespace headwater::cluster_test

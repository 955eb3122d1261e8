// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace headwater::cluster_test {

/// A Slurm of one node on loopback, of whoever runs the test: munged, slurmctld and slurmd with keys, sockets, state
/// and logs in a temporary folder and ports of their own. They end with the object, and with the test where that is
/// killed.
class SlurmCluster {
public:
    /// Programs it needs.
    [[nodiscard]] static QStringList programs();

    SlurmCluster() = default;
    SlurmCluster(const SlurmCluster&) = delete;
    SlurmCluster& operator=(const SlurmCluster&) = delete;
    ~SlurmCluster();

    /// Whether the node is idle within half a minute; logs() says why not.
    [[nodiscard]] bool start();
    /// Tells commands where the cluster is.
    void addTo(QProcessEnvironment& environment) const;
    /// Waits until no job is left; false after a minute.
    [[nodiscard]] bool waitUntilEmpty() const;
    /// One field of a job or of a task ("12_3"): "JobState", "ExitCode" …; empty where there is none.
    [[nodiscard]] QString field(const QString& job, const QString& name) const;
    /// The last lines of the daemons' logs.
    [[nodiscard]] QByteArray logs() const;

private:
    void writeConfiguration();
    [[nodiscard]] bool launch(const char* program, const QStringList& arguments);

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    std::vector<std::unique_ptr<QProcess>> m_daemons;
};

}  // namespace headwater::cluster_test

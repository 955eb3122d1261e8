// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace headwater::cluster_test {

/// A program of the path or of the folders where servers lie; empty: not installed.
[[nodiscard]] QString findProgram(const char* name);

/// Those of the programs that are not installed, joined for a skip's reason; empty where all are there.
[[nodiscard]] QString missingPrograms(const QStringList& names);

struct Ended {
    int code = -1;  ///< −1: did not start or end
    QString said;   ///< stdout and stderr
};

/// Runs a program to its end.
[[nodiscard]] Ended runProgram(const QString& program, const QStringList& arguments,
                               const QProcessEnvironment& environment);

/// A script of packaging/slurm.
[[nodiscard]] QString script(const char* name);

/// A folder with a simulated run of four ranks, and the environment that the scripts want.
class ClusterJob {
public:
    ClusterJob();

    [[nodiscard]] bool valid() const { return m_valid; }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    /// The run's traces by rank: node01's two ranks first, then node02's.
    [[nodiscard]] QStringList traces() const;
    /// A copy of the run without the trace of one rank.
    [[nodiscard]] QString runWithout(int rank) const;
    /// Names of the summaries below a folder.
    [[nodiscard]] static QStringList summaries(const QString& folder);
    /// A program in place of headwater-cli that fails on the trace of one rank as often as the file `fails` has lines,
    /// taking one away each time.
    [[nodiscard]] QString failingProgram(int rank, int times) const;
    /// How often that program is yet to fail.
    [[nodiscard]] int failuresLeft() const;

    QProcessEnvironment environment;

private:
    QTemporaryDir m_folder;
    bool m_valid = false;
};

}  // namespace headwater::cluster_test

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

namespace headwater::cli_test {

struct Outcome {
    int code = -1;  ///< −1: did not end by itself
    QByteArray out;
    QByteArray err;
};

/// Runs headwater-cli to its end. `folder` is its working folder, `cache` where it keeps what it read; empty: nowhere.
[[nodiscard]] Outcome runCli(const QStringList& arguments, const QString& folder = {}, const QString& cache = {});

/// A folder with small inputs, gone with the object.
class Workplace {
public:
    [[nodiscard]] QString path(const QString& name = {}) const;
    /// Writes a file and gives its path.
    QString write(const QString& name, const QByteArray& content) const;
    /// The two-column form: one value in seconds a stage.
    QString vectorFile(const QString& name, const QStringList& seconds) const;
    [[nodiscard]] QByteArray read(const QString& name) const;
    [[nodiscard]] QStringList entries() const;

private:
    QTemporaryDir m_folder;
};

/// The JSON that `--json -` printed.
[[nodiscard]] nlohmann::json parsed(const Outcome& outcome);

/// Stage metrics of a job with `steps` steps: one value a stage and step, from `value` (µs).
template <class Value>
QByteArray metricsCsv(int ranks, int steps, const QStringList& stages, Value value)
{
    QByteArray csv = "rank,step,stage,duration_us\n";
    for (int step = 0; step < steps; ++step)
        for (int rank = 0; rank < ranks; ++rank)
            for (int stage = 0; stage < stages.size(); ++stage)
                csv += QByteArray::number(rank) + ',' + QByteArray::number(step) + ',' + stages[stage].toUtf8() + ',' +
                       QByteArray::number(value(rank, step, stage)) + '\n';
    return csv;
}

}  // namespace headwater::cli_test

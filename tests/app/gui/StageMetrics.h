// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QTextStream>

namespace headwater::fixtures {

/// Writes stage metrics of `steps` steps: load 5 ms, forward `forward` ms, backward 40 ms, with a little wobble.
inline QString writeMetrics(const QDir& folder, const QString& name, int steps, double forward, int ranks = 1)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Text))
        return {};
    QTextStream out(&file);
    out << "rank,step,stage,duration_ms\n";
    for (int rank = 0; rank < ranks; ++rank)
        for (int step = 0; step < steps; ++step) {
            const double wobble = 1 + 0.004 * ((step * 7 + rank * 3) % 5 - 2);
            out << rank << ',' << step << ",load," << 5 * wobble << '\n';
            out << rank << ',' << step << ",forward," << forward * wobble << '\n';
            out << rank << ',' << step << ",backward," << 40 * wobble << '\n';
        }
    return path;
}

}  // namespace headwater::fixtures

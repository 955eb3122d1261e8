// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace headwater {

/// "control → test": what tells the runs apart. Where their own names say nothing ("baseline", "current", twice the
/// same) with the folders they lie in: "sample: baseline → current", "monday/run → tuesday/run". Empty without paths.
[[nodiscard]] QString pairName(const QStringList& baseline, const QStringList& current);

/// A name for a file about this pair, without folder and ending: "control vs test", "sample".
[[nodiscard]] QString pairFileName(const QStringList& baseline, const QStringList& current);

}  // namespace headwater

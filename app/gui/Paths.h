// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include <QStringList>

namespace headwater {

/// Paths as core/ and as Qt have them.
[[nodiscard]] std::filesystem::path toPath(const QString& text);
[[nodiscard]] std::vector<std::filesystem::path> toPaths(const QStringList& texts);
[[nodiscard]] QStringList toTexts(const std::vector<std::filesystem::path>& paths);

/// The paths of a run with a file added; as they are where the file lies in one of its folders already.
[[nodiscard]] QStringList withFile(QStringList paths, const QString& file);

/// $XDG_STATE_HOME/headwater, else ~/.local/state/headwater: what survives a crash and is nobody's document.
[[nodiscard]] QString stateFolder();

/// Where runs that this build simulates are kept. What another build kept has other faults and figures.
[[nodiscard]] QString samplesFolder();

}  // namespace headwater

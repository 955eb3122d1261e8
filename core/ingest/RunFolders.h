// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/ingest/Format.h"
#include "core/run/Run.h"

namespace headwater {

/// What one given folder holds.
struct RunFolder {
    std::vector<std::filesystem::path> paths;  ///< the folder, with the first also the files given beside folders
    std::vector<std::size_t> files;            ///< indices into what was read
};

/// The files by the given folder they lie in, each in the first that fits; those in none belong to the first folder.
/// Empty where fewer than two folders are given.
[[nodiscard]] std::vector<RunFolder> runFolders(std::span<const std::filesystem::path> paths,
                                                const std::vector<FileContent>& contents);

/// Whether two folders hold the same job twice rather than two parts of one run: they have a rank in common and the
/// same kind of steps (of traces, of stage metrics, of logs).
[[nodiscard]] bool repeats(const Run& a, const Run& b);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "core/base/Problem.h"
#include "core/base/Result.h"

namespace headwater {

struct FoundFiles {
    std::vector<std::filesystem::path> files;  ///< sorted, each once; regular unless given as a path itself
    Problems problems;  ///< links and other entries that are no files, unreadable folders, the file limit
};

/// The regular files at and below `paths`, folders recursively (links to folders are not followed, so that a loop or a
/// link out of the folder cannot be walked). Error NotFound when a given path itself does not exist.
[[nodiscard]] Result<FoundFiles> findFiles(std::span<const std::filesystem::path> paths);

}  // namespace headwater

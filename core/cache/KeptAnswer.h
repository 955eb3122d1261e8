// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/Problem.h"
#include "core/cache/Folder.h"
#include "core/run/Run.h"

namespace headwater {

/// What a command said about runs, where that takes the traces themselves.
struct KeptAnswer {
    std::string text;  ///< for people
    std::string json;
    int code = 0;                                            ///< its exit code
    std::vector<std::pair<Problems, std::string>> problems;  ///< and the run that they are of
};

/// The key of an answer about these runs, one line: `how` it was asked, and every file with its size, time of change
/// and, of large ones, first and last MiB. Nothing where none is large enough to be worth it.
[[nodiscard]] std::optional<std::string> answerKey(const CacheFolder& folder, std::span<const std::string> how,
                                                   std::span<const RunPtr> runs);

/// The answer that was kept under `key`, or nothing.
[[nodiscard]] std::optional<KeptAnswer> keptAnswer(const CacheFolder& folder, const std::string& key);
/// Keeps it, as keep() does.
[[nodiscard]] Status keepAnswer(const CacheFolder& folder, const std::string& key, const KeptAnswer& answer);

}  // namespace headwater

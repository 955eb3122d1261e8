// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/Run.h"

namespace headwater {

/// Says of every file below `paths` what it is, how much is in it and what is wrong with it (CONTRACT `probe`). Files
/// that are not understood are listed as "unknown" with the reason. Files beyond 64 MiB are judged by their beginning
/// and their end alone (SourceFile::sampled), which takes milliseconds whatever their size. A path at which
/// nothing is gets a row with the problem no-such-file. Fails only where there is nothing at any path, or for a stop.
/// `ruleFile`: how generic Chrome traces are read, see Format.h.
[[nodiscard]] Result<std::vector<SourceFile>> probe(std::span<const std::filesystem::path> paths, const Job& job,
                                                    const std::string& ruleFile = {});

}  // namespace headwater

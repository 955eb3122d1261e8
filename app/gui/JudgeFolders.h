// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Job.h"
#include "core/triage/Verdict.h"

namespace headwater {

/// The verdict of two runs by the usual settings, read whole and kept nowhere. Fails as loadRun() and analyzePair().
[[nodiscard]] Result<Verdict> judgeFolders(const std::filesystem::path& baseline, const std::filesystem::path& current,
                                           const Job& job);

}  // namespace headwater

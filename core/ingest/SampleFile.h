// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/Job.h"
#include "core/run/Run.h"

namespace headwater {

/// Judges a large file by its beginning and its end alone, in milliseconds whatever its size: format and variant, the
/// rank and the steps that those pieces name, whether it seems to stop in the middle. SourceFile::sampled is set, and a
/// problem says so, with an estimate of the number of events or lines. Never fails: what goes wrong is a problem,
/// which is also where a stopped job ends.
[[nodiscard]] SourceFile sampleFile(const std::filesystem::path& path, const Job& job = {});

}  // namespace headwater

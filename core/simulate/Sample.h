// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater {

/// Sixteen hexadecimal digits that change whenever the simulator does: a hash of its sources, taken when it was built.
/// Whoever keeps a sample for later names its folder by this.
[[nodiscard]] std::string sampleIdentity();

/// Writes the sample investigation: `out`/baseline and `out`/current, 4 ranks of 32 steps each, 1.5 MB, and
/// `out`/truth.json. In it a stage in the middle of the step gets slower and a later stage grows by more milliseconds,
/// so that "first regressed", "largest increase" and "slowest" are not the same. Does nothing where the same sample is
/// there already. Takes well under a second.
[[nodiscard]] Status writeSample(const std::filesystem::path& out, const Job& job);

}  // namespace headwater

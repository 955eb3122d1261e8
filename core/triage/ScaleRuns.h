// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/Run.h"
#include "core/run/ScaleCase.h"

namespace headwater {

/// How one run is read from its file or folder.
using RunReader = std::function<Result<RunPtr>(const std::filesystem::path&, const Job&)>;

/// Reads the runs that results name (ScaleSide::runs), of experiments and isolation tests alike, and makes values of
/// them: the step time of each (runStepTimeMs), and as invariants (METHODS 5.2) what its manifest tells of batch,
/// sequence length, parallel sizes, bucket size, precision and software. A side that has as many values as runs was
/// read before and stays as it is; a run that several sides name is read once. Fails with the first run that cannot be
/// read, BadUsage where it has no step with a time, did not run on the group's nodes with a rank for each GPU (the
/// baseline may be of other nodes) or its settings differ from the side's others, or Cancelled; what was given is then
/// as it was.
[[nodiscard]] Status readScaleRuns(ScaleCase& given, const RunReader& read, const Job& job);

/// The runs that are still to be read.
[[nodiscard]] std::size_t unreadRuns(const ScaleCase& given);

}  // namespace headwater

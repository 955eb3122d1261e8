// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/analysis/RunAnalysis.h"

namespace headwater {

/// The step time of one run as a verdict takes it, ms: median over steps of the median across ranks, warm-up left out
/// where there are enough steps to see one (METHODS 1.3, 1.6). Nothing where no step has a time.
[[nodiscard]] std::optional<double> runStepTimeMs(const RunAnalysis& analysis);

}  // namespace headwater

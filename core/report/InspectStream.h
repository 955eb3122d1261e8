// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/RunAnalysis.h"
#include "core/report/AtomicFile.h"

namespace headwater {

/// headwater.inspect/1, the bytes of inspectJson(), rank by rank: of thousands of ranks no more than one is in memory
/// as text. False where the sink refused.
[[nodiscard]] bool inspectJson(const RunAnalysis& analysis, const TextSink& sink);

}  // namespace headwater

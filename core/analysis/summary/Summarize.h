// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/RankSummary.h"
#include "core/trace/Trace.h"

namespace headwater {

/// Reduces a trace to its summary, with stages by annotations and by the canonical rules. Everything but waiting is the
/// result of the functions that analyse a trace; `source`, `sourceBytes` and `fingerprint` are left to the caller. A
/// summary has all device activities: one that leaves the unlinked ones out (`--linked-only`) needs the trace.
[[nodiscard]] SummarizedRank summarizeRank(const Trace& trace);

}  // namespace headwater

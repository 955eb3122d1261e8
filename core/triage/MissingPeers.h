// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/Draft.h"

namespace headwater {

/// Ranks of the world that have no file in a run of traces, so that what others wait for them counts as transfer
/// (METHODS 3.2 needs all members of a collective). Empty where all are there or the size of the world is not known.
[[nodiscard]] std::vector<int> untracedRanks(const RunAnalysis& run);

/// Why waiting cannot be told from transfer on a side: "rank 2 of 8 has no trace in the current run", or that
/// one rank is all there is; nothing where both sides have every rank, or no communication.
[[nodiscard]] std::optional<Text> whyWaitingIsUnknown(const Draft& draft);

/// What would tell it: the traces to add, by rank and side.
[[nodiscard]] Text addMissingTraces(const Draft& draft);

}  // namespace headwater

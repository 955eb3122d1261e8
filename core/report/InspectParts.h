// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/analysis/RunAnalysis.h"
#include "core/report/Json.h"

namespace headwater {

/// `bubbles` of a rank (CONTRACT, inspect); null where nothing is known of its device.
[[nodiscard]] Json bubblesJson(const RankAnalysis& rank);

/// Time without compute by cause, a column a rank while they fit, else the mean and the rank that has most. Empty where
/// no rank has a device.
[[nodiscard]] std::string bubblesTable(const RunAnalysis& analysis);

/// `peer_views` of a rank (CONTRACT, inspect); null where it has no device activity.
[[nodiscard]] Json peerViewsJson(const PeerViews& views);

/// The same as a table, of the first ranks. Empty where no rank has a device.
[[nodiscard]] std::string peerViewsTable(const RunAnalysis& analysis);

/// Matched and unmatched collectives, waiting by rank, agreement of the two methods. Empty where there are none.
[[nodiscard]] std::string collectivesText(const CollectiveSummary& summary);

/// `stragglers` (CONTRACT, inspect), over all steps of the run.
[[nodiscard]] Json stragglersJson(const RunAnalysis& analysis);

/// The same as a table; of many ranks only the slow ones. Empty for fewer than two ranks.
[[nodiscard]] std::string stragglersText(const RunAnalysis& analysis);

}  // namespace headwater

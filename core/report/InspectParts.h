// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

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

/// "epoch", "local_time", "relative", "order".
[[nodiscard]] std::string_view clockName(ClockKind clock);

/// `logs[]`: what each training log says, step by step up to a limit; how many were left out is told.
[[nodiscard]] Json logsJson(const Run& run);

/// The same, a row a log. Empty where there are none.
[[nodiscard]] std::string logsText(const Run& run);

/// `telemetry`: how each file's clock fits the steps and why, its series (also at the steps, where it fits), events.
[[nodiscard]] Json telemetryJson(const RunAnalysis& analysis);

/// The same in short. Empty where there is none.
[[nodiscard]] std::string telemetryText(const RunAnalysis& analysis);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/Text.h"
#include "core/triage/RunHistory.h"

namespace headwater::report {

/// What the parts of a report over a history share.

[[nodiscard]] std::string duration(double ns);
/// The newest runs differ beyond the thresholds and are too few to be judged.
[[nodiscard]] bool newestDiffer(const HistorySeries& series);
[[nodiscard]] bool canJudge(const RunHistory& history);
/// Null: none.
[[nodiscard]] const HistoryChange* lastCounted(const HistorySeries& series);
/// The slowest rank of a stage of `history`, where a change of it counts that is none of the median; null where not.
[[nodiscard]] const HistorySeries* slowestThatSaysMore(const HistorySeries& stage, const RunHistory& history);
/// "forward, slowest rank".
[[nodiscard]] Text slowestLabel(const HistorySeries& stage);
/// The run with the newest counted change: of a stage, of a slowest rank or of the step.
[[nodiscard]] std::optional<std::size_t> newestChange(const RunHistory& history);
/// The series to look at for the change of run `at`: the first stage that got slower, by its median or by its slowest
/// rank; else the first that changed, else the step.
[[nodiscard]] const HistorySeries& seriesOf(std::size_t at, const RunHistory& history);
/// How the step time went, for somebody who reads nothing else.
[[nodiscard]] Text stepSentence(const RunHistory& history);

}  // namespace headwater::report

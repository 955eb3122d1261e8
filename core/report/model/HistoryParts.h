// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/Text.h"
#include "core/report/model/Sections.h"
#include "core/triage/RunHistory.h"

namespace headwater::report {

/// What the parts of a report over a history share.

[[nodiscard]] std::string duration(double ns);
/// The newest runs differ beyond the thresholds and are too few to be judged.
[[nodiscard]] bool newestDiffer(const HistorySeries& series);
[[nodiscard]] bool canJudge(const RunHistory& history);
/// The last counted change that is not part of a slowdown that is over. Null: none.
[[nodiscard]] const HistoryChange* lastLasting(const HistorySeries& series);
/// The slowest rank of a stage of `history`, where a change of it counts that is none of the median; null where not.
[[nodiscard]] const HistorySeries* slowestThatSaysMore(const HistorySeries& stage, const RunHistory& history);
/// "forward, slowest rank".
[[nodiscard]] Text slowestLabel(const HistorySeries& stage);
/// The rank that is the slowest of the stage from the change at run `at` until the next; where the change made it
/// faster, the one that was before it. Nothing where it is not one rank.
[[nodiscard]] std::optional<int> slowestRankSince(const HistorySeries& slowest, std::size_t at,
                                                  const RunHistory& history);
/// "forward on rank 2" for the change at run `at`: the rank of its slower side, or "forward, slowest rank" where it is
/// not one rank.
[[nodiscard]] Text slowestSince(const HistorySeries& slowest, std::size_t at, const RunHistory& history);
/// The run with the newest lasting change: of a stage, of a slowest rank or of the step; where there is none, the run
/// with which the newest slowdown began that is over.
[[nodiscard]] std::optional<std::size_t> newestChange(const RunHistory& history);
/// Whether a change of run `at` made a stage, a slowest rank or the step slower, and it stayed so.
[[nodiscard]] bool isSlowerSince(const RunHistory& history, std::size_t at);
/// The series to look at for the change of run `at`: the first stage that got slower, by its median or by its slowest
/// rank; else the first that changed, else the step.
[[nodiscard]] const HistorySeries& seriesOf(std::size_t at, const RunHistory& history);
/// "; from run a to b forward took 25.0 ms instead of 20.0 ms (+25 %)": the newest slowdown that is over. Empty: none.
[[nodiscard]] Text passingClause(const RunHistory& history);
/// "counted", or why it is not.
[[nodiscard]] Text stateOf(const HistoryChange& change);
/// "[+18, +20] %" of a change, a dash where too few runs give none.
[[nodiscard]] std::string intervalOf(const HistoryChange& change);
/// One check a stage, failed where it ends slower; one of the step where no stage accounts for it.
[[nodiscard]] Checks historyChecks(const RunHistory& history, const Writer& w);
/// How the step time went, for somebody who reads nothing else.
[[nodiscard]] Text stepSentence(const RunHistory& history);

}  // namespace headwater::report

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/report/model/ReportModel.h"
#include "core/report/model/VerdictReport.h"
#include "core/triage/RunHistory.h"

namespace headwater::report {

/// One sentence: what the newest lasting change is and where it began, or that nothing changed; and a slowdown that is
/// over.
[[nodiscard]] Text historyHeadline(const RunHistory& history);

/// Sections of historyReport() in their order, as sectionIds().
[[nodiscard]] const std::vector<std::string_view>& historySectionIds();

/// As filePrints(verdict), of every input of every run.
[[nodiscard]] FilePrints filePrints(const RunHistory& history, const Job& job);

/// The private names of all runs.
[[nodiscard]] Redaction historyRedaction(const RunHistory& history, const RedactionChoice& choice);

/// The report over a series of runs: the change points of every stage, what began with which run, the noise between
/// runs, every run, what was read. Pure. A change refers to the window on the pair of runs around it. Its checks are
/// the stages; one that ends slower failed.
[[nodiscard]] Report historyReport(const RunHistory& history, const ReportOptions& options = {},
                                   const FilePrints& prints = {});

/// The command that opens the window on the last run before change `at` and the first one after it, there at `view`;
/// empty where their folders are unknown or the change is the first run. It names the runs itself, not as part of
/// `view`.
[[nodiscard]] std::string openCommand(const RunHistory& history, std::size_t at, ViewRef view,
                                      const Redaction& redaction);

/// The warning that a run is not in the series, for RunHistory::warnings.
[[nodiscard]] Text leftOutText(const LeftOutRun& run);

/// The overview of the runs on both sides of run `at` (> 0), at the stage of a series of `history`; of a slowest rank
/// with the rank.
[[nodiscard]] ViewRef historyView(const HistorySeries& series, std::size_t at, const RunHistory& history);

/// Whether the newest runs are slower than the fastest plateau before (HistorySeries::slower).
[[nodiscard]] bool endsSlower(const HistorySeries& series);

}  // namespace headwater::report

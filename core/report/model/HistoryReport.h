// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/Language.h"
#include "core/report/model/ReportModel.h"
#include "core/triage/RunHistory.h"

namespace headwater::report {

/// One sentence: what the newest change is and where it began, or that nothing changed.
[[nodiscard]] Text historyHeadline(const RunHistory& history);

/// The report over a series of runs: the change points of every stage, what began with which run, the noise between
/// runs, every run. Pure. Its checks are the stages; one whose last counted change made it slower failed.
[[nodiscard]] Report historyReport(const RunHistory& history, const Language& language = {});

/// The warning that a run is not in the series, for RunHistory::warnings.
[[nodiscard]] Text leftOutText(const std::string& run, const std::string& why);

/// Whether the last counted change of the series made it slower.
[[nodiscard]] bool endsSlower(const HistorySeries& series);

}  // namespace headwater::report

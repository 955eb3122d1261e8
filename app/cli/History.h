// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "app/cli/Options.h"
#include "app/cli/Pipeline.h"
#include "app/cli/Session.h"
#include "core/report/SavedInvestigation.h"
#include "core/report/model/VerdictReport.h"
#include "core/triage/RunHistory.h"

namespace headwater::cli {

/// The entries of a folder, each of which is one run, in the natural order of their names ("night-2" before
/// "night-10"); hidden ones are none. Fails with NotFound or BadUsage.
[[nodiscard]] Result<std::vector<std::filesystem::path>> runsOf(const std::filesystem::path& folder);

/// Reads and reduces every run of the folder with the settings of the investigation, one in memory at a time. What
/// holds no run is told and left out. Fails as runHistory, or Cancelled.
[[nodiscard]] Result<RunHistory> readHistory(const std::filesystem::path& folder,
                                             const SavedInvestigation& investigation, const Reading& reading,
                                             Session& session);

/// Widens ε of the policy by the noise between the runs of the history; told where it stays unknown.
void applyNoise(const RunHistory& history, Policy& policy, Session& session);

/// `analyze --history` alone: prints the history. Exit code 1 where the step or a stage ends slower, 3 where the runs
/// are too few to tell.
[[nodiscard]] int printHistory(const RunHistory& history, const report::ReportOptions& options,
                               const Arguments& arguments, Session& session);

}  // namespace headwater::cli

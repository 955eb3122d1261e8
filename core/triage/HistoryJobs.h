// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/Text.h"
#include "core/triage/RunHistory.h"

namespace headwater {

/// Takes out the runs of another job than the newest run's (the newest of which there are several): another model,
/// world size, GPU … (compareManifests), or other ranks in their files. A step of another job says nothing of this one.
/// Returns what it took out, in order.
[[nodiscard]] std::vector<LeftOutRun> takeOutOtherJobs(std::vector<HistoryEntry>& runs);

/// What each run was started with otherwise than the run before it: settings that both tell, numbers that are meant to
/// differ (seeds, paths, dates) left out.
[[nodiscard]] std::vector<SettingChange> settingChanges(const std::vector<HistoryEntry>& runs);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/RunHistory.h"

namespace headwater {

/// Fills what each series of `history` says beside its values: the newest runs that differ, changes (tested over all
/// series at once), noise, odd runs, slowdowns that are over, and whether it ends slower.
void findChanges(RunHistory& history);

}  // namespace headwater

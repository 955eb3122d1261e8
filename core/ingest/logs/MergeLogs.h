// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/run/TrainingLog.h"

namespace headwater::logs {

/// Joins the logs of TensorBoard event files that one writer left in one folder, a new file at each restart. Where
/// their steps overlap, the later event counts. Logs of other formats and other ranks stay as they are.
void mergeEventLogs(std::vector<TrainingLog>& logs);

}  // namespace headwater::logs

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/ingest/logs/LogBuilder.h"

namespace headwater::logs {

/// Moves the steps and timers of a stream into `log` and completes them: how many steps a line stands for, step times
/// that are only given indirectly (see TrainingLog::stepTimeBasis), placeholders that are no measurements.
void finishStream(LogStream& from, TrainingLog& log, LogBuilder& builder);

/// What only shows when all processes of the file are seen: pipeline stages without a loss print −1 for it.
void settleRanks(std::vector<TrainingLog>& logs, LogBuilder& builder);

}  // namespace headwater::logs

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/Problem.h"
#include "core/run/TrainingLog.h"

namespace headwater {

/// What one rank's lines say.
struct RankLines {
    std::map<std::int64_t, const LogStep*> steps;  ///< those with a step time
    std::vector<const TrainingLog*> logs;          ///< the first gave most of them
};

/// Which logs of a run tell its step times. Points into the logs.
struct LogChoice {
    std::map<int, RankLines> ranks;
    Problems problems;
};

/// Of several logs of one rank the one with most step times counts (of two alike the first by name), with those of the
/// same framework that continue it. The others are named: "log-beside" (info) where they tell about the same times,
/// "log-conflict" (warning) where their median is longer or shorter by more than a fifth (of one or two lines: by more
/// than half), which logs of one run do not show. Empty where no log tells a step time.
[[nodiscard]] LogChoice chooseLogs(std::span<const TrainingLog> logs);

/// The name of the log's file, without its folder.
[[nodiscard]] std::string nameOfLog(const TrainingLog& log);

}  // namespace headwater

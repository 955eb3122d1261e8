// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <vector>

namespace headwater {

/// A stage made of a log's timer.
struct TimerStage {
    std::string name;                  ///< the timer's
    std::vector<std::string> without;  ///< timers that run inside it and are stages of their own: taken out of it
};

/// How finely the timers of a step are taken.
enum class TimerDetail { Fine, Coarse };

/// Those of a log's timers that follow each other within a step, in the order in which they do (FORMATS C). Timers that
/// contain the whole step, that run inside a stage without being one, or that nobody here knows, are left out. Fine
/// takes the parts of "forward-backward", Coarse that timer itself. Empty where no stage is known.
[[nodiscard]] std::vector<TimerStage> stagesOfTimers(const std::set<std::string>& timers, TimerDetail detail);

}  // namespace headwater

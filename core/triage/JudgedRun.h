// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/Duration.h"
#include "core/base/Text.h"

namespace headwater {

/// One of several runs of a side (METHODS 1.3.2: the unit is the run).
struct JudgedRun {
    std::string name;
    int steps = 0;           ///< that give samples, warm-up left out
    std::optional<Ns> step;  ///< step time by the chosen statistic; nothing: not measured
    bool judged = false;     ///< its steps are in the samples
    Text leftOut;            ///< why they are not; empty where it is only one of too few runs
};

}  // namespace headwater

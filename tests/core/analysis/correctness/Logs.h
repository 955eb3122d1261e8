// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/run/TrainingLog.h"

/// Hand-made training logs.
namespace headwater::test {

/// A log with one loss a step from `first` on; `decimals` as LoggedNumber has it.
inline TrainingLog lossLog(const std::vector<double>& losses, int decimals = -1, const std::string& source = "a.log",
                           std::int64_t first = 1)
{
    TrainingLog log;
    log.source = source;
    log.framework = "megatron";
    for (std::size_t i = 0; i < losses.size(); ++i) {
        LogStep step;
        step.step = first + static_cast<std::int64_t>(i);
        step.loss = LoggedNumber{losses[i], decimals};
        step.line = i + 1;
        log.steps.push_back(std::move(step));
    }
    return log;
}

inline TrainingLog withGradNorms(TrainingLog log, const std::vector<double>& norms)
{
    for (std::size_t i = 0; i < norms.size() && i < log.steps.size(); ++i)
        log.steps[i].gradNorm = LoggedNumber{norms[i], 6};
    return log;
}

}  // namespace headwater::test

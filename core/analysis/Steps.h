// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/Trace.h"

namespace headwater {

struct StepWindow {
    std::int64_t step = 0;
    Interval window;
};

/// The steps of one rank's trace.
struct StepSet {
    std::vector<StepWindow> steps;  ///< by time; windows do not overlap
    TrackId thread{};               ///< the thread the steps are marked on
    bool hasThread = false;         ///< false: the trace has no host ranges
    std::vector<NameId> marks;      ///< names of the ranges that mark the steps, ascending: they are no stages
    std::string source;  ///< "ProfilerStep annotations", "rule file", "inferred from …", "the whole window"
    Problems problems;
};

/// Steps of a trace (DESIGN section 4): ProfilerStep#N on the thread that has most of them; else numbered annotations
/// whose name says step or iteration ("iter 12", "train_step_12"), of the stem and thread that has most (inferred);
/// else the time between the ends of the optimizer's steps, else between data loader calls (inferred); else the whole
/// trace as one step, with a warning. A window runs to the start of the next step; the last, one whose successor is
/// missing, and every one of a trace with exact steps, to its own end.
[[nodiscard]] StepSet findSteps(const Trace& trace);

}  // namespace headwater

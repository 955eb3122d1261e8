// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/trace/TraceBuilder.h"

namespace headwater {

/// One operation of a timeline that knows operations only, no host calls.
struct ScheduleOperation {
    Interval time;
    NameId name{};
    TrackId stream{};  ///< the device track it runs on
    ActivityClass activity = ActivityClass::Compute;
    bool device = true;  ///< false: something the host does
    ScheduleSlot slot;
    Row collective = kNoRow;
};

/// Adds one rank's operations to a trace: each as an activity and as the annotation that launches it, on one host
/// thread, below a range ProfilerStep#N for each entry of `steps` (N → its whole window; see Trace::exactSteps).
/// `waitsBefore`: the time between two operations counts to the later one, which waits for its inputs; its annotation
/// begins where everything before it in the step has ended.
void addSchedule(TraceBuilder& builder, std::vector<ScheduleOperation> operations,
                 const std::map<std::int64_t, Interval>& steps, bool waitsBefore);

}  // namespace headwater

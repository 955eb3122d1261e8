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
    bool device = true;  ///< false: something the host does, of this kind
    HostKind kind = HostKind::Annotation;
    ScheduleSlot slot;
    Row collective = kNoRow;
};

/// Adds one rank's operations to a trace. Each becomes an activity. On one host thread stand a range ProfilerStep#N for
/// each entry of `steps` (N → its whole window; see Trace::exactSteps) and annotations that say which operation the
/// worker is at: of those that run at once compute before communication before copies, then the one that started first;
/// they do not overlap. An operation is launched by its first annotation, one that is never in front by a range of kind
/// Other. `waitsBefore`: the time between two operations counts to the later one, which waits for its inputs.
void addSchedule(TraceBuilder& builder, std::vector<ScheduleOperation> operations,
                 const std::map<std::int64_t, Interval>& steps, bool waitsBefore);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ScheduleTrace.h"

#include <algorithm>

#include <fmt/format.h>

namespace headwater {

void addSchedule(TraceBuilder& builder, std::vector<ScheduleOperation> operations,
                 const std::map<std::int64_t, Interval>& steps, bool waitsBefore)
{
    std::ranges::stable_sort(operations, {}, [](const ScheduleOperation& op) { return op.time.start; });
    const TrackId host = builder.track("timeline", "operations", false);
    builder.trace().exactSteps = true;
    for (const auto& [step, window] : steps)
        builder.add(TraceBuilder::HostEvent{window, builder.intern(fmt::format("ProfilerStep#{}", step)), host,
                                            HostKind::Annotation, TraceBuilder::kNoCorrelation});
    std::map<std::int64_t, Ns> busyUntil;  // by step
    for (const auto& [step, window] : steps)
        busyUntil[step] = window.start;
    std::int64_t correlation = 0;
    for (const ScheduleOperation& op : operations) {
        Interval announced = op.time;
        if (const auto busy = busyUntil.find(op.slot.step); busy != busyUntil.end()) {
            if (waitsBefore && op.time.length() > 0)  // one that takes no time waits for nothing either
                announced.start = std::min(announced.start, busy->second);
            busy->second = std::max(busy->second, op.time.end);
        }
        builder.add(TraceBuilder::HostEvent{announced, op.name, host, HostKind::Annotation, ++correlation});
        if (op.device)
            builder.add(TraceBuilder::DeviceEvent{op.time, op.name, op.stream, op.activity, false, correlation,
                                                  op.collective, op.slot});
    }
}

}  // namespace headwater

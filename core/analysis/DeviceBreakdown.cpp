// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/DeviceBreakdown.h"

#include <algorithm>
#include <limits>

namespace headwater {

bool isCounted(const Trace& trace, Row activity, bool linkedOnly)
{
    return !linkedOnly || trace.device.launch[activity] != kNoRow;
}

IntervalSet activityUnion(const Trace& trace, ActivityClass activity, bool linkedOnly)
{
    std::vector<Interval> intervals;
    for (Row row = 0; row < trace.device.size(); ++row)
        if (trace.device.activity[row] == activity && isCounted(trace, row, linkedOnly))
            intervals.push_back({trace.device.start[row], trace.device.end[row]});
    return unionOf(std::move(intervals));
}

DeviceWindow deviceBreakdown(const Trace& trace, bool linkedOnly)
{
    DeviceWindow w;
    Ns first = std::numeric_limits<Ns>::max();
    Ns last = std::numeric_limits<Ns>::min();
    for (Row row = 0; row < trace.device.size(); ++row) {
        const bool linked = trace.device.launch[row] != kNoRow;
        ++(linked ? w.linked : w.unlinked);
        if (!isCounted(trace, row, linkedOnly))
            continue;
        ++w.activities;
        first = std::min(first, trace.device.start[row]);
        last = std::max(last, trace.device.end[row]);
        if (!trace.device.classified[row])
            w.unclassified += trace.device.end[row] - trace.device.start[row];
    }
    if (w.activities == 0)
        return w;
    const IntervalSet compute = activityUnion(trace, ActivityClass::Compute, linkedOnly);
    const IntervalSet comm = activityUnion(trace, ActivityClass::Comm, linkedOnly);
    const IntervalSet memcpy = activityUnion(trace, ActivityClass::Memcpy, linkedOnly);
    const IntervalSet memset = activityUnion(trace, ActivityClass::Memset, linkedOnly);
    const IntervalSet computeComm = unite(compute, comm);
    const IntervalSet withMemcpy = unite(computeComm, memcpy);
    w.window = last - first;
    w.compute = totalLength(compute);
    w.comm = totalLength(comm);
    w.memcpy = totalLength(memcpy);
    w.exposedComm = totalLength(subtract(comm, compute));
    w.exposedMemcpy = totalLength(subtract(memcpy, computeComm));
    w.exposedMemset = totalLength(subtract(memset, withMemcpy));
    w.busy = w.compute + w.exposedComm + w.exposedMemcpy + w.exposedMemset;
    w.idle = w.window - w.busy;
    return w;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/ScheduleTrace.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace headwater {

namespace {

using Operations = std::vector<ScheduleOperation>;

/// A piece of time and the operation the worker is at.
struct Turn {
    Interval time;
    std::size_t operation = 0;
};

/// Which operation owns each instant: compute before communication before copies, of one class the one that started
/// first. `operations` are sorted by start. O(n log n).
std::vector<Turn> turnsOf(const Operations& operations)
{
    struct Edge {
        Ns time;
        bool opens;
        std::size_t operation;
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (operations[i].device && operations[i].time.length() > 0) {
            edges.push_back({operations[i].time.start, true, i});
            edges.push_back({operations[i].time.end, false, i});
        }
    std::ranges::stable_sort(edges, {}, &Edge::time);
    std::vector<Turn> turns;
    std::set<std::pair<ActivityClass, std::size_t>> open;
    for (std::size_t e = 0; e < edges.size(); ++e) {
        const auto key = std::pair(operations[edges[e].operation].activity, edges[e].operation);
        if (edges[e].opens)
            open.insert(key);
        else
            open.erase(key);
        const Ns next = e + 1 < edges.size() ? edges[e + 1].time : edges[e].time;
        if (open.empty() || next == edges[e].time)
            continue;
        const std::size_t owner = open.begin()->second;
        if (!turns.empty() && turns.back().operation == owner && turns.back().time.end == edges[e].time)
            turns.back().time.end = next;
        else
            turns.push_back({{edges[e].time, next}, owner});
    }
    return turns;
}

/// Gives the time between two turns to the later one, as far as it lies in that one's step.
void fillGaps(std::vector<Turn>& turns, const Operations& operations, const std::map<std::int64_t, Interval>& steps)
{
    Ns busyUntil = turns.empty() ? 0 : turns.front().time.start;
    for (Turn& turn : turns) {
        const auto step = steps.find(operations[turn.operation].slot.step);
        const Ns end = turn.time.end;
        if (step != steps.end())
            turn.time.start = std::min(turn.time.start, std::max(busyUntil, step->second.start));
        busyUntil = end;
    }
    // What comes before the first operation of a step is a gap too.
    if (!turns.empty())
        if (const auto step = steps.find(operations[turns.front().operation].slot.step); step != steps.end())
            turns.front().time.start = std::min(turns.front().time.start, step->second.start);
}

}  // namespace

void addSchedule(TraceBuilder& builder, std::vector<ScheduleOperation> operations,
                 const std::map<std::int64_t, Interval>& steps, bool waitsBefore)
{
    std::ranges::stable_sort(operations, {}, [](const ScheduleOperation& op) { return op.time.start; });
    const TrackId host = builder.track("timeline", "operations", false);
    const auto announce = [&](Interval time, NameId name, HostKind kind, std::int64_t correlation) {
        builder.add(TraceBuilder::HostEvent{time, name, host, kind, correlation});
    };
    builder.trace().exactSteps = true;
    for (const auto& [step, window] : steps)
        announce(window, builder.intern(fmt::format("ProfilerStep#{}", step)), HostKind::Annotation,
                 TraceBuilder::kNoCorrelation);
    std::vector<Turn> turns = turnsOf(operations);
    if (waitsBefore)
        fillGaps(turns, operations, steps);
    // An operation's correlation id is its place in the list; it stands on its first turn.
    std::vector<bool> announced(operations.size(), false);
    for (const Turn& turn : turns) {
        const bool first = !announced[turn.operation];
        announced[turn.operation] = true;
        announce(turn.time, operations[turn.operation].name, HostKind::Annotation,
                 first ? static_cast<std::int64_t>(turn.operation) : TraceBuilder::kNoCorrelation);
    }
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const ScheduleOperation& op = operations[i];
        const auto correlation = static_cast<std::int64_t>(i);
        if (!op.device) {
            announce(op.time, op.name, op.kind, TraceBuilder::kNoCorrelation);
            continue;
        }
        if (!announced[i])  // hidden behind others, or without a length
            announce(op.time, op.name, HostKind::Other, correlation);
        builder.add(TraceBuilder::DeviceEvent{op.time, op.name, op.stream, op.activity, false, correlation,
                                              op.collective, op.slot});
    }
}

}  // namespace headwater

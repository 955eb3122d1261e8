// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/InnerRanges.h"

#include <algorithm>

#include "core/analysis/Neighbours.h"

namespace headwater {

namespace {

constexpr std::string_view kModule = "nn.Module: ";

bool isOfKind(const Trace& trace, const StepSet& steps, Row row, InnerKind kind)
{
    const HostKind host = trace.host.kind[row];
    switch (kind) {
    case InnerKind::Annotations:
        return host == HostKind::Annotation && !std::ranges::binary_search(steps.marks, trace.host.name[row]);
    case InnerKind::Modules: return host == HostKind::Python && trace.hostName(row).starts_with(kModule);
    case InnerKind::Operators: return host == HostKind::Op;
    }
    return false;
}

std::string_view shownName(std::string_view name)
{
    return name.starts_with(kModule) ? name.substr(kModule.size()) : withoutDecoration(name);
}

/// One thread's ranges of the stage, and where it is the innermost stage.
struct Parent {
    std::vector<Interval> ranges;  ///< by start; may nest
    StageSegments segments;        ///< of all stages of the thread

    /// The range that holds `time`, the one that started last; nothing outside.
    [[nodiscard]] std::optional<Interval> around(Ns time) const
    {
        auto it = std::ranges::upper_bound(ranges, time, {}, &Interval::start);
        while (it != ranges.begin())
            if (--it; it->end > time)
                return *it;
        return std::nullopt;
    }
};

std::map<TrackId, Parent> parentsOf(const StageRanges& ranges, StageIndex stage)
{
    std::map<TrackId, Parent> parents;
    for (const auto& [track, list] : ranges) {
        Parent parent;
        for (const StageRange& range : list)
            if (range.stage == stage)
                parent.ranges.push_back(range.time);
        if (parent.ranges.empty())
            continue;
        parent.segments = innermost(list);
        parents.emplace(track, std::move(parent));
    }
    return parents;
}

}  // namespace

InnerRanges innerRanges(const Trace& trace, const StepSet& steps, const StageRanges& ranges, StageIndex parent,
                        InnerKind kind, StageNames& names)
{
    InnerRanges out;
    std::map<TrackId, Parent> parents = parentsOf(ranges, parent);
    for (const auto& [track, on] : parents)
        out.total += totalLength(unionOf(on.ranges));
    const HostTable& host = trace.host;
    for (Row row = 0; row < host.size(); ++row) {
        const auto on = parents.find(host.track[row]);
        if (on == parents.end() || host.end[row] <= host.start[row] ||
            stageAt(on->second.segments, host.start[row]) != parent || !isOfKind(trace, steps, row, kind))
            continue;
        const std::optional<Interval> outer = on->second.around(host.start[row]);
        // What makes the stage is not inside it; it may end later, where it was cut at its neighbour.
        if (!outer || (outer->start == host.start[row] && outer->end <= host.end[row]))
            continue;
        const Interval time{host.start[row], std::min(host.end[row], outer->end)};
        std::vector<StageRange>& list = out.ranges[on->first];
        if (!list.empty() && time.start < list.back().time.end) {
            if (!isNeighbour(list.back().time, time))
                continue;
            out.covered -= list.back().time.end - time.start;
            list.back().time.end = time.start;
        }
        out.covered += time.length();
        list.push_back({time, names.indexOf(shownName(trace.hostName(row)))});
    }
    return out;
}

StageRanges refined(const StageRanges& ranges, const StageRanges& inner, StageIndex firstInner)
{
    StageRanges out = ranges;
    for (const auto& [track, list] : inner) {
        std::vector<StageRange>& thread = out[track];
        for (const StageRange& range : list)
            thread.push_back({range.time, firstInner + range.stage});
        std::ranges::stable_sort(thread, [](const StageRange& a, const StageRange& b) {
            return a.time.start != b.time.start ? a.time.start < b.time.start : a.time.end > b.time.end;
        });
    }
    return out;
}

}  // namespace headwater

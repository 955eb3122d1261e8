// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/StageRanges.h"

#include <algorithm>
#include <limits>
#include <set>

#include "core/analysis/Neighbours.h"
#include "core/analysis/RuleTable.h"

namespace headwater {

namespace {

/// An annotation, clipped to its step and to where the next one starts.
struct TopAnnotation {
    Row row = kNoRow;
    Interval time;
};

/// The outermost annotations of the step's thread inside its window, by time and disjoint.
std::vector<TopAnnotation> topAnnotations(const Trace& trace, const StepSet& steps, Interval window)
{
    const HostTable& host = trace.host;
    std::vector<TopAnnotation> top;
    const auto first = std::ranges::lower_bound(host.start, window.start) - host.start.begin();
    for (auto row = static_cast<Row>(first); row < host.size() && host.start[row] < window.end; ++row) {
        const Interval time{host.start[row], std::min(host.end[row], window.end)};
        if (host.track[row] != steps.thread || host.kind[row] != HostKind::Annotation || time.length() <= 0 ||
            std::ranges::binary_search(steps.marks, host.name[row]))
            continue;
        if (!top.empty() && time.start < top.back().time.end) {
            if (!isNeighbour(top.back().time, time))
                continue;
            top.back().time.end = time.start;
        }
        top.push_back({row, time});
    }
    return top;
}

/// Calls visit(row, clipped interval) for them, step by step.
template <class Visit>
void forEachTopAnnotation(const Trace& trace, const StepSet& steps, Visit visit)
{
    if (!steps.hasThread)
        return;
    for (const StepWindow& step : steps.steps)
        for (const TopAnnotation& one : topAnnotations(trace, steps, step.window))
            visit(one.row, one.time);
}

/// Where the step that contains `time` is in steps.steps, or npos.
std::size_t stepAt(const StepSet& steps, Ns time)
{
    const auto after =
        std::ranges::upper_bound(steps.steps, time, {}, [](const StepWindow& s) { return s.window.start; });
    if (after == steps.steps.begin() || time >= (after - 1)->window.end)
        return std::string::npos;
    return static_cast<std::size_t>(after - steps.steps.begin()) - 1;
}

/// Adds ranges in order of their starts and merges runs of one stage.
class RangeMerger {
public:
    RangeMerger(const StepSet& steps, StageRanges& ranges) : m_steps(steps), m_ranges(ranges) {}

    void add(TrackId track, StageRange range)
    {
        const std::size_t step = stepAt(m_steps, range.time.start);
        if (range.stage != m_lastStage)
            ++m_changes;
        m_lastStage = range.stage;
        std::vector<StageRange>& ranges = m_ranges[track];
        Last& last = m_last[track];
        const bool sameRun = !ranges.empty() && ranges.back().stage == range.stage && last.step == step &&
                             step != std::string::npos && last.changes == m_changes;
        if (sameRun)
            ranges.back().time.end = std::max(ranges.back().time.end, range.time.end);
        else if (ranges.empty() || ranges.back().stage != range.stage || range.time.end > ranges.back().time.end)
            ranges.push_back(range);
        last = {step, m_changes};
    }

private:
    struct Last {
        std::size_t step = std::string::npos;
        std::uint64_t changes = 0;
    };
    const StepSet& m_steps;
    StageRanges& m_ranges;
    std::map<TrackId, Last> m_last;
    StageIndex m_lastStage = kNoStage;
    std::uint64_t m_changes = 0;  ///< grows whenever another stage starts, on any thread
};

/// First start and whether there is any, of one stage's ranges inside a window, over all threads.
Ns firstStart(const StageRanges& ranges, StageIndex stage, Interval window)
{
    Ns first = window.end;
    for (const auto& [track, list] : ranges) {
        auto it = std::ranges::lower_bound(list, window.start, {}, [](const StageRange& r) { return r.time.start; });
        for (; it != list.end() && it->time.start < first; ++it)
            if (it->stage == stage)
                first = it->time.start;
    }
    return first;
}

void fillForwardRanges(const StepSet& steps, StageNames& names, StageRanges& ranges)
{
    const StageIndex loader = names.indexOf("DataLoader");
    const StageIndex forward = names.indexOf("Forward");
    const StageIndex backward = names.indexOf("Backward");
    const StageRanges marked = ranges;
    std::vector<StageRange>& thread = ranges[steps.thread];
    for (const StepWindow& step : steps.steps) {
        if (firstStart(marked, forward, step.window) < step.window.end)
            continue;
        const Ns end = firstStart(marked, backward, step.window);
        Ns begin = step.window.start;
        if (const auto own = marked.find(steps.thread); own != marked.end())
            for (const StageRange& range : own->second)
                if (range.stage == loader && range.time.start >= step.window.start && range.time.end <= end)
                    begin = std::max(begin, range.time.end);
        if (end > begin)
            thread.push_back({{begin, end}, forward});
    }
    std::ranges::stable_sort(thread, [](const StageRange& a, const StageRange& b) {
        return a.time.start != b.time.start ? a.time.start < b.time.start : a.time.end > b.time.end;
    });
}

}  // namespace

std::string_view withoutDecoration(std::string_view name)
{
    if (name.starts_with("## ") && name.ends_with(" ##") && name.size() > 6)
        return name.substr(3, name.size() - 6);
    return name;
}

StageIndex StageNames::indexOf(std::string_view name)
{
    if (const auto found = m_ids.find(name); found != m_ids.end())
        return found->second;
    const auto index = static_cast<StageIndex>(m_names.size());
    m_names.emplace_back(name);
    m_ids.emplace(name, index);
    return index;
}

StageRanges annotationStages(const Trace& trace, const StepSet& steps, StageNames& names)
{
    StageRanges ranges;
    RangeMerger merger(steps, ranges);
    forEachTopAnnotation(trace, steps, [&](Row row, Interval time) {
        merger.add(steps.thread, {time, names.indexOf(withoutDecoration(trace.hostName(row)))});
    });
    return ranges;
}

AnnotationCoverage annotationCoverage(const Trace& trace, const StepSet& steps)
{
    Ns covered = 0;
    Ns total = 0;
    std::set<NameId> names;
    for (const StepWindow& step : steps.steps)
        total += step.window.length();
    forEachTopAnnotation(trace, steps, [&](Row row, Interval time) {
        covered += time.length();
        names.insert(trace.host.name[row]);
    });
    return {total > 0 ? static_cast<double>(covered) / static_cast<double>(total) : 0.0, names.size()};
}

StageRanges ruleStages(const Trace& trace, const StepSet& steps, const std::vector<StageRule>& rules, bool fillForward,
                       StageNames& names)
{
    StageRanges ranges;
    RuleTable table(trace, rules);
    std::vector<StageIndex> stages;
    stages.reserve(rules.size());
    for (const StageRule& rule : rules)
        stages.push_back(names.indexOf(rule.stage));
    RangeMerger merger(steps, ranges);
    const HostTable& host = trace.host;
    for (Row row = 0; row < host.size(); ++row) {
        const auto rule = table.ruleOf(host.name[row], host.kind[row]);
        if (rule && host.end[row] > host.start[row])
            merger.add(host.track[row], {{host.start[row], host.end[row]}, stages[*rule]});
    }
    if (fillForward && steps.hasThread)
        fillForwardRanges(steps, names, ranges);
    return ranges;
}

StageSegments innermost(const std::vector<StageRange>& ranges)
{
    StageSegments segments;
    std::vector<StageRange> open;
    Ns now = 0;
    const auto advanceTo = [&](Ns time) {
        while (!open.empty() && now < time) {
            const StageRange& top = open.back();
            const Ns until = std::min(time, top.time.end);
            if (until > now) {
                if (!segments.empty() && segments.back().stage == top.stage && segments.back().time.end == now)
                    segments.back().time.end = until;
                else
                    segments.push_back({{now, until}, top.stage});
                now = until;
            }
            if (top.time.end <= now)
                open.pop_back();
        }
    };
    for (const StageRange& range : ranges) {
        advanceTo(range.time.start);
        now = std::max(now, range.time.start);
        if (open.empty())
            now = range.time.start;
        open.push_back(range);
    }
    advanceTo(std::numeric_limits<Ns>::max());
    return segments;
}

SegmentsByTrack innermost(const StageRanges& ranges)
{
    SegmentsByTrack segments;
    for (const auto& [track, list] : ranges)
        segments[track] = innermost(list);
    return segments;
}

StageIndex stageAt(const StageSegments& segments, Ns time)
{
    const auto after = std::ranges::upper_bound(segments, time, {}, [](const StageRange& s) { return s.time.start; });
    if (after == segments.begin() || time >= (after - 1)->time.end)
        return kNoStage;
    return (after - 1)->stage;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Steps.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace headwater {

namespace {

std::optional<std::int64_t> profilerStep(std::string_view name)
{
    constexpr std::string_view kPrefix = "ProfilerStep#";
    if (!name.starts_with(kPrefix))
        return std::nullopt;
    std::int64_t step = 0;
    const auto [end, error] = std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), step);
    if (error != std::errc())
        return std::nullopt;
    return step;
}

struct Mark {
    std::int64_t step;
    Interval time;
};

TrackId busiest(const std::map<TrackId, std::vector<Mark>>& marks)
{
    return std::ranges::max_element(marks, {}, [](const auto& entry) { return entry.second.size(); })->first;
}

void note(StepSet& set, const Trace& trace, Severity severity, const char* code, std::string message)
{
    set.problems.push_back({severity, code, std::move(message), {}, trace.file});
}

/// Reports numbers that come twice or not at all; keeps the first of a repeated number.
std::vector<Mark> withoutRepeats(std::vector<Mark> marks, const Trace& trace, StepSet& set)
{
    std::set<std::int64_t> seen;
    std::vector<Mark> unique;
    std::uint64_t repeated = 0;
    for (const Mark& mark : marks) {
        if (seen.insert(mark.step).second)
            unique.push_back(mark);
        else
            ++repeated;
    }
    if (repeated > 0)
        note(set, trace, Severity::Warning, "duplicate-step",
             fmt::format("{} step numbers come more than once; the first of each is used", repeated));
    std::uint64_t missing = 0;
    for (std::size_t i = 1; i < unique.size(); ++i)
        missing += unique[i].step > unique[i - 1].step ? static_cast<std::uint64_t>(unique[i].step - unique[i - 1].step - 1)
                                                       : 0;
    if (missing > 0)
        note(set, trace, Severity::Warning, "missing-step",
             fmt::format("{} steps between {} and {} are not in the trace", missing, unique.front().step,
                         unique.back().step));
    return unique;
}

bool fromProfiler(const Trace& trace, StepSet& set)
{
    std::vector<std::optional<std::int64_t>> stepOf(trace.names.size());
    bool any = false;
    for (std::size_t i = 0; i < stepOf.size(); ++i) {
        stepOf[i] = profilerStep(trace.names[static_cast<NameId>(i)]);
        any = any || stepOf[i];
    }
    if (!any)
        return false;
    std::map<TrackId, std::vector<Mark>> marks;
    for (Row row = 0; row < trace.host.size(); ++row)
        if (const auto step = stepOf[static_cast<std::size_t>(trace.host.name[row])];
            step && trace.host.kind[row] == HostKind::Annotation)
            marks[trace.host.track[row]].push_back({*step, {trace.host.start[row], trace.host.end[row]}});
    if (marks.empty())
        return false;
    set.thread = busiest(marks);
    set.hasThread = true;
    set.source = "ProfilerStep annotations";
    const std::vector<Mark> steps = withoutRepeats(std::move(marks[set.thread]), trace, set);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Interval window = steps[i].time;
        if (i + 1 < steps.size()) {
            const Ns next = steps[i + 1].time.start;
            window.end = steps[i + 1].step == steps[i].step + 1 ? next : std::min(window.end, next);
        }
        if (window.end > window.start)
            set.steps.push_back({steps[i].step, window});
    }
    return !set.steps.empty();
}

/// Steps between successive ends (or starts) of the most frequent annotation with this prefix.
bool fromAnnotation(const Trace& trace, std::string_view prefix, bool useEnd, StepSet& set)
{
    std::map<std::pair<TrackId, NameId>, std::vector<Ns>> times;
    for (Row row = 0; row < trace.host.size(); ++row)
        if (trace.host.kind[row] == HostKind::Annotation && trace.hostName(row).starts_with(prefix))
            times[{trace.host.track[row], trace.host.name[row]}].push_back(useEnd ? trace.host.end[row]
                                                                                : trace.host.start[row]);
    if (times.empty())
        return false;
    auto& [key, marks] = *std::ranges::max_element(times, {}, [](const auto& entry) { return entry.second.size(); });
    if (marks.size() < 2)
        return false;
    std::ranges::sort(marks);
    for (std::size_t i = 0; i + 1 < marks.size(); ++i)
        if (marks[i + 1] > marks[i])
            set.steps.push_back({static_cast<std::int64_t>(i), {marks[i], marks[i + 1]}});
    set.thread = key.first;
    set.hasThread = true;
    set.source = fmt::format("inferred from the {} of {}", useEnd ? "ends" : "starts", trace.names[key.second]);
    note(set, trace, Severity::Warning, "inferred-steps",
         fmt::format("no ProfilerStep annotations; {} steps are {}", set.steps.size(), set.source));
    return !set.steps.empty();
}

TrackId busiestThread(const Trace& trace)
{
    std::map<TrackId, std::size_t> rows;
    for (const TrackId track : trace.host.track)
        ++rows[track];
    return std::ranges::max_element(rows, {}, [](const auto& entry) { return entry.second; })->first;
}

}  // namespace

StepSet findSteps(const Trace& trace)
{
    StepSet set;
    if (fromProfiler(trace, set) || fromAnnotation(trace, "Optimizer.step#", true, set) ||
        fromAnnotation(trace, "enumerate(Data", false, set))
        return set;
    set.steps = {{0, trace.extent}};
    set.source = "the whole window";
    if (trace.host.size() > 0) {
        set.thread = busiestThread(trace);
        set.hasThread = true;
    }
    note(set, trace, Severity::Warning, "no-steps",
         "nothing marks the steps; the whole trace counts as one step. Call profiler.step() in the training loop");
    return set;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Steps.h"

#include <algorithm>
#include <array>
#include <cctype>
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

void note(StepSet& set, const Trace& trace, Severity severity, const char* code, std::string message,
          std::string position = {})
{
    set.problems.push_back({severity, code, std::move(message), std::move(position), trace.file});
}

/// Reports numbers that come twice or not at all; keeps the first of a repeated number.
std::vector<Mark> withoutRepeats(const std::vector<Mark>& marks, const Trace& trace, StepSet& set)
{
    std::set<std::int64_t> seen;
    std::vector<Mark> unique;
    std::uint64_t repeated = 0;
    std::int64_t firstRepeated = 0;
    for (const Mark& mark : marks) {
        if (seen.insert(mark.step).second)
            unique.push_back(mark);
        else if (repeated++ == 0)
            firstRepeated = mark.step;
    }
    if (repeated > 0)
        note(set, trace, Severity::Warning, "duplicate-step",
             fmt::format("{} step numbers come more than once; the first of each is used", repeated),
             fmt::format("step {}", firstRepeated));
    std::uint64_t missing = 0;
    std::int64_t firstMissing = 0;
    for (std::size_t i = 1; i < unique.size(); ++i) {
        if (unique[i].step <= unique[i - 1].step + 1)
            continue;
        firstMissing = missing == 0 ? unique[i - 1].step + 1 : firstMissing;
        missing += static_cast<std::uint64_t>(unique[i].step - unique[i - 1].step - 1);
    }
    if (missing > 0)
        note(set, trace, Severity::Warning, "missing-step",
             fmt::format("{} steps between {} and {} are not in the trace", missing, unique.front().step,
                         unique.back().step),
             fmt::format("step {}", firstMissing));
    return unique;
}

/// The marks as steps; windows run on to the next step's start where that step has the next number.
bool useMarks(const std::vector<Mark>& marks, const Trace& trace, StepSet& set)
{
    const std::vector<Mark> steps = withoutRepeats(marks, trace, set);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Interval window = steps[i].time;
        if (i + 1 < steps.size()) {
            const Ns next = steps[i + 1].time.start;
            const bool runsOn = !trace.exactSteps && steps[i + 1].step == steps[i].step + 1;
            window.end = runsOn ? next : std::min(window.end, next);
        }
        if (window.end > window.start)
            set.steps.push_back({steps[i].step, window});
    }
    return !set.steps.empty();
}

bool fromProfiler(const Trace& trace, StepSet& set)
{
    std::vector<std::optional<std::int64_t>> stepOf(trace.names.size());
    for (std::size_t i = 0; i < stepOf.size(); ++i) {
        stepOf[i] = profilerStep(trace.names[static_cast<NameId>(i)]);
        if (stepOf[i])
            set.marks.push_back(static_cast<NameId>(i));
    }
    if (set.marks.empty())
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
    // A reader that goes by rules writes what they call a step as PyTorch would.
    set.source = trace.rankSource == "trace rules" ? "rule file" : "ProfilerStep annotations";
    return useMarks(marks[set.thread], trace, set);
}

/// "iter 12" → ("iter ", 12) where the words before the number say step or iteration; micro-steps are none.
std::optional<std::pair<std::string_view, std::int64_t>> numberedStep(std::string_view name)
{
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == name.size())
        return std::nullopt;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(name.data() + last + 1, name.data() + name.size(), number);
    if (error != std::errc())
        return std::nullopt;
    std::string letters;
    for (const char c : name.substr(0, std::min<std::size_t>(last + 1, 64)))
        if (std::isalpha(static_cast<unsigned char>(c)) != 0)
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    constexpr std::array<std::string_view, 3> kWords = {"step", "iter", "iteration"};
    const bool says = std::ranges::any_of(kWords, [&](std::string_view word) { return letters.ends_with(word); });
    if (!says || letters.find("micro") != std::string::npos)
        return std::nullopt;
    return std::pair(name.substr(0, last + 1), number);
}

/// Numbered annotations by thread and what stands before the number.
using NumberedMarks = std::map<std::pair<TrackId, std::string_view>, std::vector<Mark>>;

NumberedMarks numberedMarks(const Trace& trace)
{
    NumberedMarks marks;
    for (Row row = 0; row < trace.host.size(); ++row) {
        if (trace.host.kind[row] != HostKind::Annotation)
            continue;
        const auto numbered = numberedStep(trace.hostName(row));
        if (!numbered)
            continue;
        std::vector<Mark>& list = marks[{trace.host.track[row], numbered->first}];
        if (list.empty() || list.back().time.end <= trace.host.start[row])  // not inside one of its own kind
            list.push_back({numbered->second, {trace.host.start[row], trace.host.end[row]}});
    }
    return marks;
}

/// Steps from what people push around an iteration, most often as NVTX ranges.
bool fromNumbered(const Trace& trace, StepSet& set)
{
    set.marks.clear();
    const NumberedMarks marks = numberedMarks(trace);
    if (marks.empty())
        return false;
    const auto& [key, list] =
        *std::ranges::max_element(marks, {}, [](const auto& entry) { return entry.second.size(); });
    if (list.size() < 2)
        return false;
    set.thread = key.first;
    set.hasThread = true;
    set.source = fmt::format("inferred from the annotations {}N", key.second);
    if (!useMarks(list, trace, set))
        return false;
    for (std::size_t i = 0; i < trace.names.size(); ++i) {
        const auto numbered = numberedStep(trace.names[static_cast<NameId>(i)]);
        if (numbered && numbered->first == key.second)
            set.marks.push_back(static_cast<NameId>(i));
    }
    note(set, trace, Severity::Info, "inferred-steps",
         fmt::format("no ProfilerStep annotations; {} steps are {}", set.steps.size(), set.source));
    return true;
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
    if (fromProfiler(trace, set) || fromNumbered(trace, set) || fromAnnotation(trace, "Optimizer.step#", true, set) ||
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

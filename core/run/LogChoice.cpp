// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/LogChoice.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

namespace headwater {

namespace {

constexpr Ns kOneIn = 5;

using Times = std::map<std::int64_t, const LogStep*>;

std::size_t timedSteps(const TrainingLog& log)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(log.steps, [](const LogStep& step) { return step.stepTime > 0; }));
}

Times timesOf(const TrainingLog& log)
{
    Times times;
    for (const LogStep& step : log.steps)
        if (step.stepTime > 0)
            times.emplace(step.step, &step);
    return times;
}

bool overlap(const Times& a, const Times& b)
{
    return std::ranges::any_of(b, [&](const auto& entry) { return a.contains(entry.first); });
}

/// Whether a log goes on where the first of its rank stopped.
bool continues(const TrainingLog& first, const Times& known, const TrainingLog& log, const Times& times)
{
    return first.framework == log.framework && first.stepTimeBasis == log.stepTimeBasis && !overlap(known, times);
}

/// Median, ns, of the steps that `others` has too, or of all where they have none in common.
Ns medianOf(const Times& times, const Times& others)
{
    std::vector<Ns> common;
    const bool any = overlap(times, others);
    for (const auto& [number, step] : times)
        if (!any || others.contains(number))
            common.push_back(step->stepTime);
    const auto middle = common.begin() + static_cast<std::ptrdiff_t>(common.size() / 2);
    std::nth_element(common.begin(), middle, common.end());
    return *middle;
}

std::string positionOf(const LogStep& step)
{
    return step.line > 0 ? fmt::format("line {}", step.line) : fmt::format("step {}", step.step);
}

/// Why the log's step times are not used beside those of the first.
Problem notUsed(const TrainingLog& log, const Times& times, const RankLines& chosen)
{
    const TrainingLog& first = *chosen.logs.front();
    const Ns mine = medianOf(times, chosen.steps);
    const Ns theirs = medianOf(chosen.steps, times);
    // One or two lines, such as a mean over the whole run with its start, differ more than many do.
    constexpr std::size_t kFew = 3;
    const Ns tolerance = std::min(mine, theirs) / (times.size() < kFew ? 2 : kOneIn);
    if (std::abs(mine - theirs) > tolerance)
        return {Severity::Warning, "log-conflict",
                fmt::format("its step times are not used: their median is {}, in {} it is {}, so that the two are "
                            "hardly of one run",
                            formatDuration(mine), nameOfLog(first), formatDuration(theirs)),
                positionOf(*times.begin()->second), log.source};
    const std::size_t more = timedSteps(first);
    return {Severity::Info, "log-beside",
            fmt::format("its step times are not used: {} has {}, this log {}", nameOfLog(first), more, times.size()),
            positionOf(*times.begin()->second), log.source};
}

}  // namespace

std::string nameOfLog(const TrainingLog& log)
{
    return std::filesystem::path(log.source).filename().string();
}

LogChoice chooseLogs(std::span<const TrainingLog> logs)
{
    std::vector<const TrainingLog*> candidates;
    for (const TrainingLog& log : logs)
        if (timedSteps(log) > 0)
            candidates.push_back(&log);
    std::ranges::stable_sort(candidates, [](const TrainingLog* a, const TrainingLog* b) {
        return std::pair(timedSteps(*b), a->source) < std::pair(timedSteps(*a), b->source);
    });
    const bool ranked = std::ranges::any_of(candidates, [](const TrainingLog* log) { return log->rank.has_value(); });
    LogChoice choice;
    for (const TrainingLog* log : candidates) {
        if (ranked && !log->rank) {
            choice.problems.push_back({Severity::Info,
                                       "log-beside",
                                       "its step times are not used: other logs say which rank theirs are of",
                                       {},
                                       log->source});
            continue;
        }
        RankLines& lines = choice.ranks[log->rank.value_or(0)];
        Times times = timesOf(*log);
        if (lines.logs.empty() || continues(*lines.logs.front(), lines.steps, *log, times)) {
            lines.steps.merge(times);
            lines.logs.push_back(log);
        } else {
            choice.problems.push_back(notUsed(*log, times, lines));
        }
    }
    return choice;
}

}  // namespace headwater

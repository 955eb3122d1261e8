// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/logs/MergeLogs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace headwater::logs {

namespace {

/// The later word on a step, completed by the earlier one.
LogStep laterOf(LogStep a, LogStep b)
{
    if (a.time.value_or(0) < b.time.value_or(0))
        std::swap(a, b);
    a.stepTime = a.stepTime == kMissing ? b.stepTime : a.stepTime;
    if (!a.loss)
        a.loss = b.loss;
    if (!a.gradNorm)
        a.gradNorm = b.gradNorm;
    a.values.merge(b.values);
    return a;
}

void join(TrainingLog& into, TrainingLog& from)
{
    std::map<std::int64_t, LogStep> steps;
    for (TrainingLog* log : {&into, &from})
        for (LogStep& step : log->steps) {
            const auto [at, added] = steps.try_emplace(step.step, step);
            if (!added)
                at->second = laterOf(std::move(at->second), std::move(step));
        }
    // `from` began later: its timers of a step replace those of `into`.
    std::set<std::int64_t> timed;
    for (const LogTimer& timer : from.timers)
        timed.insert(timer.step);
    std::erase_if(into.timers, [&](const LogTimer& timer) { return timed.contains(timer.step); });
    std::ranges::move(from.timers, std::back_inserter(into.timers));
    std::ranges::stable_sort(into.timers, {}, &LogTimer::step);
    into.steps.clear();
    for (auto& [number, step] : steps)
        into.steps.push_back(std::move(step));
    if (into.stepTimeBasis.empty())
        into.stepTimeBasis = from.stepTimeBasis;
    for (auto& [key, value] : from.manifest)
        into.manifest[key] = std::move(value);
    for (auto& [key, position] : from.manifestPositions)
        into.manifestPositions[key] = std::move(position);
    std::ranges::move(from.endings, std::back_inserter(into.endings));
}

Ns beginOf(const TrainingLog& log)
{
    return log.steps.empty() ? 0 : log.steps.front().time.value_or(0);
}

}  // namespace

void mergeEventLogs(std::vector<TrainingLog>& logs)
{
    using Key = std::tuple<std::string, std::string, int>;
    std::map<Key, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const std::filesystem::path path = logs[i].source;
        if (logs[i].clock == ClockKind::Epoch && path.filename().string().find("tfevents") != std::string::npos)
            groups[{path.parent_path().string(), logs[i].framework, logs[i].rank.value_or(-1)}].push_back(i);
    }
    std::set<std::size_t> gone;
    for (auto& [key, members] : groups) {
        std::ranges::stable_sort(members, {}, [&](std::size_t i) { return beginOf(logs[i]); });
        for (std::size_t k = 1; k < members.size(); ++k) {
            join(logs[members.front()], logs[members[k]]);
            gone.insert(members[k]);
        }
    }
    std::size_t index = 0;
    std::erase_if(logs, [&](const TrainingLog&) { return gone.contains(index++); });
}

}  // namespace headwater::logs

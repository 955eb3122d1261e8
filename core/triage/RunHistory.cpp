// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RunHistory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Messages.h"
#include "core/base/Text.h"
#include "core/stats/JointChanges.h"
#include "core/stats/ThreeState.h"
#include "core/stats/WarmUp.h"
#include "core/triage/HistoryJobs.h"
#include "core/triage/HistorySeries.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> stagesOf(const std::vector<HistoryEntry>& runs)
{
    std::vector<std::string> stages;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        for (const std::string& stage : run->stages)
            if (std::ranges::find(stages, stage) == stages.end())
                stages.push_back(stage);
    return stages;
}

double valueOf(const HistoryEntry& run, const std::string& stage)
{
    const auto at = std::ranges::find(run.stages, stage);
    return at == run.stages.end() ? kNone : run.values[static_cast<std::size_t>(at - run.stages.begin())];
}

double slowestOf(const HistoryEntry& run, const std::string& stage)
{
    const auto at = static_cast<std::size_t>(std::ranges::find(run.stages, stage) - run.stages.begin());
    return at < run.slowest.size() ? run.slowest[at] : kNone;
}

/// Index of the rank whose own statistic is the largest.
std::size_t slowestRankIn(const RankMatrix& matrix, std::size_t statistic)
{
    std::size_t slowest = 0;
    double most = kNone;
    std::vector<double> own;
    for (std::size_t rank = 0; rank < matrix.ranks; ++rank) {
        own.clear();
        for (std::size_t at = rank; at < matrix.values.size(); at += matrix.ranks)
            own.push_back(matrix.values[at]);
        const double value = estimatesOfRank(own)[statistic];
        if (std::isnan(most) || value > most) {
            most = value;
            slowest = rank;
        }
    }
    return slowest;
}

std::size_t warmUpOf(const StageCube& cube, const StepSelection& selection, const Policy& policy)
{
    if (policy.warmup)
        return std::min(selection.steps.size(), static_cast<std::size_t>(std::max(0, *policy.warmup)));
    if (selection.steps.size() < kFewestForWarmup)
        return 0;
    return std::max(kLeastWarmup, stats::shortestWarmUp(stats::clippedForWarmUp(stepTimes(cube, selection))).remove);
}

/// The first stage of `history` that got slower with run `at`.
std::optional<std::size_t> firstSlower(const RunHistory& history, std::size_t at, bool passing)
{
    for (std::size_t s = 0; s < history.stages.size(); ++s)
        for (const HistoryChange& change : history.stages[s].changes)
            if (change.at == at && change.counted && change.passing == passing && change.after > change.before)
                return s;
    return std::nullopt;
}

bool countsAt(const HistorySeries& series, std::size_t at)
{
    return std::ranges::any_of(series.changes,
                               [at](const HistoryChange& change) { return change.at == at && change.counted; });
}

std::vector<HistoryEvent> eventsOf(const RunHistory& history)
{
    std::set<std::size_t> runs;
    for (const auto* list : {&history.stages, &history.slowest})
        for (const HistorySeries& series : *list)
            for (const HistoryChange& change : series.changes)
                if (change.counted)
                    runs.insert(change.at);
    std::vector<HistoryEvent> events;
    for (const std::size_t at : runs) {
        HistoryEvent event{at, {}, firstSlower(history, at, false)};
        if (!event.firstRegressed)
            event.firstRegressed = firstSlower(history, at, true);
        for (std::size_t s = 0; s < history.stages.size(); ++s)
            if (countsAt(history.stages[s], at))
                event.stages.push_back(s);
            else if (s < history.slowest.size() && countsAt(history.slowest[s], at))
                event.slowest.push_back(s);
        events.push_back(std::move(event));
    }
    return events;
}

void warnAboutNewest(const HistorySeries& series, RunHistory& history)
{
    if (!series.apart || !series.apart->counted)
        return;
    const auto [count, before, after, counted] = *series.apart;
    const std::string from = formatDuration(std::llround(before));
    const std::string to = formatDuration(std::llround(after));
    history.warnings.push_back(
        count < history.rule.least
            ? say("{}: the newest runs differ ({} \u2192 {}); {} of them, fewer than {}, not judged.", series.stage,
                  from, to, count, history.rule.least)
            : say("{}: the newest {} runs differ ({} \u2192 {}): too few to tell from chance, not judged.",
                  series.stage, count, from, to));
}

void warnAboutOdd(const HistorySeries& series, RunHistory& history)
{
    for (const OddRun& odd : series.odd)
        history.warnings.push_back(say("{}: run {} is odd, {} where the runs around it take {}: no lasting "
                                       "change, and left out of the noise.",
                                       series.stage, history.runs[odd.run].name,
                                       formatDuration(std::llround(odd.value)),
                                       formatDuration(std::llround(odd.usual))));
}

/// One sentence for neighbours with the same reason.
void warnAboutOtherJobs(const std::vector<LeftOutRun>& runs, std::vector<Text>& warnings)
{
    for (std::size_t from = 0; from < runs.size();) {
        std::size_t to = from + 1;
        while (to < runs.size() && runs[to].why.english() == runs[from].why.english())
            ++to;
        warnings.push_back(to - from == 1 ? say("{} is left out: {}", runs[from].name, runs[from].why)
                                          : say("{} runs, {} to {}, are left out: {}", to - from, runs[from].name,
                                                runs[to - 1].name, runs[from].why));
        from = to;
    }
}

void warnAboutRuns(RunHistory& history)
{
    warnAboutNewest(history.step, history);
    for (const HistorySeries& series : history.stages)
        warnAboutNewest(series, history);
    warnAboutOdd(history.step, history);
    for (const HistorySeries& series : history.stages)
        warnAboutOdd(series, history);
    const std::string& newest = history.runs.back().stageSource;
    for (const HistoryEntry& run : history.runs) {
        if (run.steps == 0)
            history.warnings.push_back(say("{} has no whole step and gives no value.", run.name));
        if (run.stageSource != newest)
            history.warnings.push_back(say("{} has its stages from {}, the newest run from {}: stages of the "
                                           "same name may not be the same.",
                                           run.name, messageText(run.stageSource), messageText(newest)));
    }
    if (history.runs.size() < fewestToJudge(history.rule))
        history.warnings.push_back(say("{} runs are too few to tell a change from noise; {} are needed.",
                                       history.runs.size(), fewestToJudge(history.rule)));
}

}  // namespace

std::size_t fewestToJudge(const stats::ChangePointRule& rule)
{
    return stats::fewestForChange(rule);
}

bool isJudged(const HistorySeries& series, const stats::ChangePointRule& rule)
{
    const auto measured = std::ranges::count_if(series.values, [](double value) { return std::isfinite(value); });
    return static_cast<std::size_t>(measured) >= fewestToJudge(rule);
}

std::optional<int> slowestRankOf(const RunHistory& history, const std::string& stage, std::size_t from, std::size_t to)
{
    std::map<int, std::size_t> times;
    for (std::size_t run = from; run < to; ++run) {
        const HistoryEntry& entry = history.runs[run];
        const auto at = static_cast<std::size_t>(std::ranges::find(entry.stages, stage) - entry.stages.begin());
        if (at < entry.slowestRank.size())
            ++times[entry.slowestRank[at]];
    }
    for (const auto& [rank, count] : times)
        if (2 * count > to - from)
            return rank;
    return std::nullopt;
}

HistoryEntry historyEntry(const RunAnalysis& run, const Policy& policy)
{
    const StageCube& cube = run.cube;
    HistoryEntry entry;
    if (run.run) {
        entry.name = run.run->name;
        entry.inputs = run.run->sources;
        entry.manifest = run.run->manifest;
        for (const RankData& rank : run.run->ranks)
            if (std::ranges::find(entry.hosts, rank.host) == entry.hosts.end())
                entry.hosts.push_back(rank.host);
    }
    entry.stageSource = run.stageSource;
    entry.stages = cube.stages();
    entry.ranks =
        run.run && run.run->worldSize > 0 ? static_cast<std::size_t>(run.run->worldSize) : cube.ranks().size();
    StepSelection selection = selectSteps(cube);
    entry.failedSteps = static_cast<std::size_t>(selection.failed);
    entry.warmupRemoved = warmUpOf(cube, selection, policy);
    selection.steps.erase(selection.steps.begin(),
                          selection.steps.begin() + static_cast<std::ptrdiff_t>(entry.warmupRemoved));
    entry.steps = selection.steps.size();
    const auto statistic = static_cast<std::size_t>(policy.statistic);
    for (std::size_t stage = 0; stage < entry.stages.size(); ++stage) {
        const RankMatrix matrix = rankMatrix(cube, selection, [&](std::size_t rank, std::size_t step) {
            return headwater::valueOf(cube, policy.measure, stage, rank, step);
        });
        entry.values.push_back(makeSeries(reduceRanks(matrix, policy.acrossRanks), 0).estimate[statistic]);
        if (policy.acrossRanks == AcrossRanks::Max || cube.ranks().size() < 2)
            continue;
        entry.slowest.push_back(makeSeries(reduceRanks(matrix, AcrossRanks::Max), 0).estimate[statistic]);
        entry.slowestRank.push_back(cube.ranks()[slowestRankIn(matrix, statistic)]);
    }
    entry.step = makeSeries(stepTimes(cube, selection), 0).estimate[statistic];
    return entry;
}

Result<RunHistory> runHistory(std::vector<HistoryEntry> runs, const Policy& policy, const Job& job)
{
    std::vector<LeftOutRun> leftOut = takeOutOtherJobs(runs);
    if (runs.size() < 2 && !leftOut.empty())
        return fail(ErrorCode::NothingUsable,
                    fmt::format("all runs but the newest are of other jobs: {}, {}", leftOut.back().name,
                                leftOut.back().why.english()),
                    {}, {}, "name a folder whose runs are of one job");
    if (runs.size() < 2)
        return fail(ErrorCode::NothingUsable, "a history needs at least two runs", {}, {},
                    "name a folder that holds one folder for each run");
    RunHistory history;
    history.runs = std::move(runs);
    history.settings = settingChanges(history.runs);
    warnAboutOtherJobs(leftOut, history.warnings);
    history.leftOut = std::move(leftOut);
    history.policy = policy;
    history.rule.alpha = policy.alpha;
    history.rule.seed = policy.seed;
    const auto column = [&history](const auto& value) {
        std::vector<double> values;
        for (const HistoryEntry& run : history.runs)
            values.push_back(value(run));
        return values;
    };
    history.step = {"step", column([](const HistoryEntry& run) { return run.step; }), {}, {}, {}, {}, {}, {}};
    const bool severalRanks =
        std::ranges::any_of(history.runs, [](const HistoryEntry& run) { return !run.slowest.empty(); });
    for (const std::string& stage : stagesOf(history.runs)) {
        history.stages.push_back(
            {stage, column([&](const HistoryEntry& run) { return valueOf(run, stage); }), {}, {}, {}, {}, {}, {}});
        if (severalRanks)
            history.slowest.push_back({stage,
                                       column([&](const HistoryEntry& run) { return slowestOf(run, stage); }),
                                       {},
                                       {},
                                       {},
                                       {},
                                       {},
                                       {}});
    }
    job.report(0, "looking for changes");
    findChanges(history);
    if (job.stopped())
        return cancelled();
    history.events = eventsOf(history);
    if (history.step.runNoise)
        history.effectiveEpsilon = stats::effectiveEpsilon(policy.epsilon(), *history.step.runNoise, policy.alpha);
    warnAboutRuns(history);
    return history;
}

}  // namespace headwater

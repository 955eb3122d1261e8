// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/triage/RunHistory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "core/base/Duration.h"
#include "core/base/Messages.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"
#include "core/stats/ThreeState.h"
#include "core/stats/WarmUp.h"
#include "core/triage/SampleSeries.h"

namespace headwater {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kFewestForNoise = 5;
constexpr double kModifiedZ = 3.5;  // Iglewicz & Hoaglin 1993

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

double medianOf(std::span<const double> values)
{
    std::vector<double> copy(values.begin(), values.end());
    return stats::medianInPlace(copy);
}

/// SD of log(value / median of its segment), with as many degrees of freedom less as there are segments.
/// Nothing where no change could be found: what may be one is no noise.
std::optional<double> noiseBetweenRuns(std::span<const double> values, const std::vector<std::size_t>& borders,
                                       const stats::ChangePointRule& rule)
{
    if (values.size() < kFewestForNoise || values.size() < fewestToJudge(rule) || values.size() <= borders.size() ||
        std::ranges::any_of(values, [](double v) { return v <= 0; }))
        return std::nullopt;
    double sum = 0;
    for (std::size_t s = 0; s + 1 < borders.size(); ++s) {
        const auto segment = values.subspan(borders[s], borders[s + 1] - borders[s]);
        double mean = 0;
        for (const double v : segment)
            mean += std::log(v) / static_cast<double>(segment.size());
        for (const double v : segment)
            sum += (std::log(v) - mean) * (std::log(v) - mean);
    }
    return std::sqrt(sum / static_cast<double>(values.size() - (borders.size() - 1)));
}

/// Change points of `values`, and where their segments begin and end.
std::vector<std::size_t> bordersOf(const std::vector<stats::TestedChange>& changes, std::size_t size)
{
    std::vector<std::size_t> borders{0};
    for (const stats::TestedChange& change : changes)
        borders.push_back(change.at);
    borders.push_back(size);
    return borders;
}

/// The newest one or two values where they lie on one side of the plateau before, beyond its noise: modified z-score of
/// the logarithm above 3.5 (Iglewicz & Hoaglin 1993, median and MAD, which a slow run inside the plateau cannot widen).
std::optional<NewestApart> newestApart(std::span<const double> values, double floor, const RunHistory& history)
{
    const std::size_t least = history.rule.least;
    if (values.size() < 2 * least || std::ranges::any_of(values, [](double v) { return v <= 0; }))
        return std::nullopt;
    const auto rest = values.first(values.size() - least);
    const auto borders = bordersOf(stats::changePoints(rest, history.rule), rest.size());
    const auto plateau = rest.subspan(borders[borders.size() - 2]);
    const double middle = medianOf(plateau);
    std::vector<double> distance;
    for (const double v : plateau)
        distance.push_back(std::abs(std::log(v / middle)));
    const double reach = kModifiedZ / 0.6745 * stats::medianInPlace(distance);
    const bool slower = values.back() > middle;
    NewestApart apart;
    for (auto v = values.rbegin(); apart.count < least && std::abs(std::log(*v / middle)) > reach; ++v, ++apart.count)
        if ((*v > middle) != slower)
            break;
    if (apart.count == 0 || apart.count >= least)
        return std::nullopt;
    apart.before = middle;
    apart.after = medianOf(values.last(apart.count));
    const double delta = std::abs(apart.after - middle);
    apart.counted = delta > floor && delta > middle * history.policy.epsilon();
    return apart;
}

HistorySeries seriesOf(std::string stage, std::vector<double> values, double floor, const RunHistory& history)
{
    HistorySeries series{std::move(stage), std::move(values), {}, {}, {}};
    std::vector<double> present;
    std::vector<std::size_t> index;
    for (std::size_t i = 0; i < series.values.size(); ++i)
        if (std::isfinite(series.values[i])) {
            present.push_back(series.values[i]);
            index.push_back(i);
        }
    // Values of the newest run only: a stage that it lacks has no newest runs.
    if (!index.empty() && index.back() + 1 == series.values.size())
        series.apart = newestApart(present, floor, history);
    if (series.apart)
        present.resize(present.size() - series.apart->count);
    const auto changes = stats::changePoints(present, history.rule);
    const auto borders = bordersOf(changes, present.size());
    const std::span<const double> all(present);
    for (std::size_t c = 0; c < changes.size(); ++c) {
        HistoryChange change;
        change.at = index[changes[c].at];
        change.before = medianOf(all.subspan(borders[c], borders[c + 1] - borders[c]));
        change.after = medianOf(all.subspan(borders[c + 1], borders[c + 2] - borders[c + 1]));
        change.q = changes[c].q;
        change.p = changes[c].p;
        const double delta = std::abs(change.after - change.before);
        change.counted = delta > floor && delta > change.before * history.policy.epsilon();
        series.changes.push_back(change);
    }
    series.runNoise = noiseBetweenRuns(present, borders, history.rule);
    return series;
}

std::size_t warmUpOf(const StageCube& cube, const StepSelection& selection, const Policy& policy)
{
    if (policy.warmup)
        return std::min(selection.steps.size(), static_cast<std::size_t>(std::max(0, *policy.warmup)));
    if (selection.steps.size() < kFewestForWarmup)
        return 0;
    return std::max(kLeastWarmup, stats::shortestWarmUp(stats::clippedForWarmUp(stepTimes(cube, selection))).remove);
}

std::vector<HistoryEvent> eventsOf(const RunHistory& history)
{
    std::set<std::size_t> runs;
    for (const HistorySeries& series : history.stages)
        for (const HistoryChange& change : series.changes)
            if (change.counted)
                runs.insert(change.at);
    std::vector<HistoryEvent> events;
    for (const std::size_t at : runs) {
        HistoryEvent event{at, {}, {}};
        for (std::size_t s = 0; s < history.stages.size(); ++s)
            for (const HistoryChange& change : history.stages[s].changes) {
                if (change.at != at || !change.counted)
                    continue;
                event.stages.push_back(s);
                if (!event.firstRegressed && change.after > change.before)
                    event.firstRegressed = s;
            }
        events.push_back(std::move(event));
    }
    return events;
}

void warnAboutNewest(const HistorySeries& series, RunHistory& history)
{
    if (series.apart && series.apart->counted)
        history.warnings.push_back(
            say("{}: the newest runs differ ({} \u2192 {}); {} of them, fewer than {}, not judged.", series.stage,
                formatDuration(std::llround(series.apart->before)), formatDuration(std::llround(series.apart->after)),
                series.apart->count, history.rule.least));
}

void warnAboutRuns(RunHistory& history)
{
    warnAboutNewest(history.step, history);
    for (const HistorySeries& series : history.stages)
        warnAboutNewest(series, history);
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
    return 2 * rule.least + 1;
}

bool isJudged(const HistorySeries& series, const stats::ChangePointRule& rule)
{
    const auto measured = std::ranges::count_if(series.values, [](double value) { return std::isfinite(value); });
    return static_cast<std::size_t>(measured) >= fewestToJudge(rule);
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
        if (policy.acrossRanks != AcrossRanks::Max && cube.ranks().size() > 1)
            entry.slowest.push_back(makeSeries(reduceRanks(matrix, AcrossRanks::Max), 0).estimate[statistic]);
    }
    entry.step = makeSeries(stepTimes(cube, selection), 0).estimate[statistic];
    return entry;
}

Result<RunHistory> runHistory(std::vector<HistoryEntry> runs, const Policy& policy, const Job& job)
{
    if (runs.size() < 2)
        return fail(ErrorCode::NothingUsable, "a history needs at least two runs", {}, {},
                    "name a folder that holds one folder for each run");
    RunHistory history;
    history.runs = std::move(runs);
    history.policy = policy;
    history.rule.alpha = policy.alpha;
    history.rule.seed = policy.seed;
    const auto column = [&history](const auto& value) {
        std::vector<double> values;
        for (const HistoryEntry& run : history.runs)
            values.push_back(value(run));
        return values;
    };
    const std::vector<double> steps = column([](const HistoryEntry& run) { return run.step; });
    history.step = seriesOf("step", steps, static_cast<double>(policy.floorNs), history);
    const std::vector<std::string> stages = stagesOf(history.runs);
    const bool severalRanks =
        std::ranges::any_of(history.runs, [](const HistoryEntry& run) { return !run.slowest.empty(); });
    for (std::size_t s = 0; s < stages.size(); ++s) {
        if (job.stopped())
            return cancelled();
        job.report(static_cast<double>(s) / static_cast<double>(stages.size()), "looking for changes");
        history.stages.push_back(seriesOf(stages[s],
                                          column([&](const HistoryEntry& run) { return valueOf(run, stages[s]); }),
                                          static_cast<double>(policy.floorNs), history));
        if (severalRanks)
            history.slowest.push_back(
                seriesOf(stages[s], column([&](const HistoryEntry& run) { return slowestOf(run, stages[s]); }),
                         static_cast<double>(policy.floorNs), history));
    }
    history.events = eventsOf(history);
    if (history.step.runNoise)
        history.effectiveEpsilon = stats::effectiveEpsilon(policy.epsilon(), *history.step.runNoise, policy.alpha);
    warnAboutRuns(history);
    return history;
}

}  // namespace headwater

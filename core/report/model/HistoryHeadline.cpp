// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/report/Phrases.h"
#include "core/report/model/HistoryParts.h"
#include "core/report/model/HistoryReport.h"

namespace headwater::report {

std::string duration(double ns)
{
    return std::isfinite(ns) ? formatDuration(std::llround(ns)) : std::string(kNone);
}

bool newestDiffer(const HistorySeries& series)
{
    return series.apart && series.apart->counted;
}

bool canJudge(const RunHistory& history)
{
    return history.runs.size() >= fewestToJudge(history.rule);
}

const HistoryChange* lastLasting(const HistorySeries& series)
{
    const auto found = std::find_if(series.changes.rbegin(), series.changes.rend(),
                                    [](const HistoryChange& change) { return change.counted && !change.passing; });
    return found == series.changes.rend() ? nullptr : &*found;
}

std::string intervalOf(const HistoryChange& change)
{
    return intervalText(change.ci95 ? std::optional(RatioInterval{(*change.ci95)[0], (*change.ci95)[1]})
                                    : std::nullopt);
}

Text stateOf(const HistoryChange& change)
{
    if (!change.counted)
        return say("below \u03b5 or the floor, shown only");
    return change.passing ? say("counted, for a time") : say("counted");
}

namespace {

const HistoryChange* countedAt(const HistorySeries& series, std::size_t at)
{
    for (const HistoryChange& change : series.changes)
        if (change.counted && change.at == at)
            return &change;
    return nullptr;
}

/// Every series, the stages first: what somebody is told of who can be told of one.
std::vector<const HistorySeries*> stagesFirst(const RunHistory& history)
{
    std::vector<const HistorySeries*> all;
    for (const auto* list : {&history.stages, &history.slowest})
        for (const HistorySeries& series : *list)
            all.push_back(&series);
    all.push_back(&history.step);
    return all;
}

/// "; run a alone is odd: forward 25.0 ms instead of 20.0 ms", of the stage that is farthest off.
Text oddClause(const RunHistory& history)
{
    const HistorySeries* of = nullptr;
    const OddRun* most = nullptr;
    for (const HistorySeries* series : stagesFirst(history))
        for (const OddRun& odd : series->odd)
            if (most == nullptr || odd.value / odd.usual > most->value / most->usual) {
                of = series;
                most = &odd;
            }
    return most == nullptr ? Text()
                           : say("; run {} is odd: {} {} instead of {}", history.runs[most->run].name, of->stage,
                                 duration(most->value), duration(most->usual));
}

std::size_t newestApart(const RunHistory& history)
{
    std::size_t count = 0;
    for (const HistorySeries* series : stagesFirst(history))
        if (newestDiffer(*series))
            count = std::max(count, series->apart->count);
    return count;
}

/// The headline where no change was found that counts by itself.
Text unchangedHeadline(const RunHistory& history)
{
    for (const HistorySeries* series : stagesFirst(history))
        if (series->slower)
            return say("From run {}: {} got slower little by little, {} \u2192 {} ({})",
                       history.runs[series->slower->since].name, series->stage, duration(series->slower->best),
                       duration(series->slower->now), formatRatio(series->slower->ratio()));
    if (const std::size_t count = newestApart(history); count >= history.rule.least)
        return say("The newest {} runs differ; too few to tell from chance, not judged", count);
    else if (count > 0)
        return count == 1
                   ? say("The newest run differs; fewer than {} of them, not judged", history.rule.least)
                   : say("The newest {} runs differ; fewer than {} of them, not judged", count, history.rule.least);
    if (!canJudge(history))
        return say("{} runs are too few to judge whether a stage changed", history.runs.size()) +
               (history.leftOut.empty() ? Text() : say("; left out: {}", history.leftOut.size()));
    if (const Text passing = passingClause(history); !passing.empty())
        return say("No lasting change over {} runs", history.runs.size()) + passing;
    return say("No stage changed over {} runs", history.runs.size()) + oddClause(history);
}

/// From the last change on it is faster, which need not be as fast as it was.
Text fasterHeadline(const RunHistory& history, const std::string& run)
{
    for (const HistorySeries* series : stagesFirst(history))
        if (series->slower)
            return say("From run {}: faster, but {} is still slower than before run {}, {} \u2192 {} ({})", run,
                       series->stage, history.runs[series->slower->since].name, duration(series->slower->best),
                       duration(series->slower->now), formatRatio(series->slower->ratio()));
    return say("From run {}: faster", run);
}

/// Where no stage's median changed: one slow rank of many, or the step alone.
Text headlineWithoutMedian(const RunHistory& history, std::size_t at)
{
    const std::string& run = history.runs[at].name;
    for (const HistorySeries& series : history.slowest)
        if (const HistoryChange* change = countedAt(series, at); change != nullptr && change->after > change->before)
            return say("From run {}: {}, {} \u2192 {} ({})", run, slowestSince(series, at, history),
                       duration(change->before), duration(change->after), formatRatio(change->ratio()));
    const HistoryChange* step = countedAt(history.step, at);
    if (step == nullptr || step->after < step->before)
        return fasterHeadline(history, run);
    return say("From run {}: the step takes longer, {} \u2192 {} ({}); no stage accounts for it", run,
               duration(step->before), duration(step->after), formatRatio(step->ratio()));
}

/// "; slower before it already: forward from run 7 (+14 %)": the stages that earlier changes left slower.
Text earlierClause(const RunHistory& history, std::size_t at, const HistorySeries& told)
{
    Text list;
    for (const HistorySeries& series : history.stages) {
        const HistoryChange* change = lastLasting(series);
        if (&series == &told || !series.slower || change == nullptr || change->at >= at)
            continue;
        list += list.empty() ? Text() : say(", ");
        list += say("{} from run {} ({})", series.stage, history.runs[change->at].name, formatRatio(change->ratio()));
    }
    return list.empty() ? Text() : say("; slower before it already: {}", list);
}

/// What is so since run `at`, the newest lasting change.
Text lastingHeadline(const RunHistory& history, std::size_t at)
{
    const auto event = std::ranges::find(history.events, at, &HistoryEvent::at);
    if (event == history.events.end() || event->stages.empty())
        return headlineWithoutMedian(history, at);
    const std::string& run = history.runs[at].name;
    if (!event->firstRegressed)
        return fasterHeadline(history, run);
    const HistorySeries& stage = history.stages[*event->firstRegressed];
    const HistoryChange* change = countedAt(stage, at);
    if (change->passing)  // it began here and is over; what lasts is in the slowest ranks or in the step
        return headlineWithoutMedian(history, at);
    return say("From run {}: first regressed stage {}, {} \u2192 {} ({})", run, stage.stage, duration(change->before),
               duration(change->after), formatRatio(change->ratio())) +
           earlierClause(history, at, stage);
}

std::optional<std::size_t> newestLasting(const RunHistory& history)
{
    std::optional<std::size_t> newest;
    for (const HistorySeries* series : stagesFirst(history))
        if (const HistoryChange* change = lastLasting(*series))
            newest = std::max(newest.value_or(0), change->at);
    return newest;
}

/// The newest slowdown that is over, of the first series that has it.
std::pair<const HistorySeries*, const PassingSlowdown*> newestPassing(const RunHistory& history)
{
    std::pair<const HistorySeries*, const PassingSlowdown*> newest{nullptr, nullptr};
    for (const HistorySeries* series : stagesFirst(history))
        for (const PassingSlowdown& passing : series->passing)
            if (newest.second == nullptr || passing.until > newest.second->until)
                newest = {series, &passing};
    return newest;
}

}  // namespace

const HistorySeries* slowestThatSaysMore(const HistorySeries& stage, const RunHistory& history)
{
    const auto index = static_cast<std::size_t>(&stage - history.stages.data());
    if (index >= history.slowest.size())
        return nullptr;
    const HistorySeries& slowest = history.slowest[index];
    const bool more = std::ranges::any_of(slowest.changes, [&](const HistoryChange& change) {
        return change.counted && countedAt(stage, change.at) == nullptr;
    });
    return more ? &slowest : nullptr;
}

Text slowestLabel(const HistorySeries& stage)
{
    return say("{}, slowest rank", stage.stage);
}

std::optional<int> slowestRankSince(const HistorySeries& slowest, std::size_t at, const RunHistory& history)
{
    std::size_t from = 0;
    std::size_t until = history.runs.size();
    bool faster = false;
    for (const HistoryChange& change : slowest.changes) {
        if (change.at < at)
            from = change.at;
        if (change.at > at)
            until = std::min(until, change.at);
        if (change.at == at)
            faster = change.after < change.before;
    }
    // What got faster was slow on a rank before.
    return faster ? slowestRankOf(history, slowest.stage, from, at) : slowestRankOf(history, slowest.stage, at, until);
}

Text slowestSince(const HistorySeries& slowest, std::size_t at, const RunHistory& history)
{
    if (const auto rank = slowestRankSince(slowest, at, history))
        return say("{} on rank {}", slowest.stage, *rank);
    return slowestLabel(slowest);
}

std::optional<std::size_t> newestChange(const RunHistory& history)
{
    if (const auto lasting = newestLasting(history))
        return lasting;
    const auto [series, passing] = newestPassing(history);
    return passing == nullptr ? std::nullopt : std::optional(passing->from);
}

Text passingClause(const RunHistory& history)
{
    const auto [series, passing] = newestPassing(history);
    if (passing == nullptr)
        return {};
    const bool slowest =
        std::ranges::any_of(history.slowest, [of = series](const HistorySeries& other) { return &other == of; });
    return say("; for a time, from run {} to {}, {} took {} instead of {} ({})", history.runs[passing->from].name,
               history.runs[passing->until - 1].name,
               slowest ? slowestSince(*series, passing->from, history) : Text(series->stage), duration(passing->during),
               duration(passing->usual), formatRatio(passing->ratio()));
}

bool isSlowerSince(const RunHistory& history, std::size_t at)
{
    return std::ranges::any_of(stagesFirst(history), [at](const HistorySeries* series) {
        const HistoryChange* change = countedAt(*series, at);
        return change != nullptr && !change->passing && change->after > change->before;
    });
}

const HistorySeries& seriesOf(std::size_t at, const RunHistory& history)
{
    const HistorySeries* first = nullptr;
    for (const auto* list : {&history.stages, &history.slowest})
        for (const HistorySeries& series : *list)
            if (const HistoryChange* change = countedAt(series, at)) {
                if (change->after > change->before)
                    return series;
                first = first != nullptr ? first : &series;
            }
    return first != nullptr ? *first : history.step;
}

/// How the step time went, for somebody who reads nothing else.
Text stepSentence(const RunHistory& history)
{
    const HistorySeries& step = history.step;
    if (const HistoryChange* change = lastLasting(step))
        return say("A training step takes {} since run {} and took {} before ({}).", duration(change->after),
                   history.runs[change->at].name, duration(change->before), formatRatio(change->ratio()));
    const double last = step.values.empty() ? NAN : step.values.back();
    if (!std::isfinite(last) || newestDiffer(step) || !isJudged(step, history.rule))
        return {};
    if (!step.passing.empty()) {
        const PassingSlowdown& passing = step.passing.back();
        return say("A training step took {} from run {} to {} and takes as long as before since then: {} in the newest "
                   "run, {} before.",
                   duration(passing.during), history.runs[passing.from].name, history.runs[passing.until - 1].name,
                   duration(last), duration(passing.usual));
    }
    return say("No change was found in the step time over these runs; in the newest it is {}.", duration(last));
}

bool endsSlower(const HistorySeries& series)
{
    return series.slower.has_value();
}

Text historyHeadline(const RunHistory& history)
{
    const std::optional<std::size_t> lasting = newestLasting(history);
    return lasting ? lastingHeadline(history, *lasting) + passingClause(history) : unchangedHeadline(history);
}

}  // namespace headwater::report

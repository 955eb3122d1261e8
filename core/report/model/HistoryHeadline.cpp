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

const HistoryChange* lastCounted(const HistorySeries& series)
{
    const auto found = std::find_if(series.changes.rbegin(), series.changes.rend(),
                                    [](const HistoryChange& change) { return change.counted; });
    return found == series.changes.rend() ? nullptr : &*found;
}

namespace {

const HistoryChange* countedAt(const HistorySeries& series, std::size_t at)
{
    for (const HistoryChange& change : series.changes)
        if (change.counted && change.at == at)
            return &change;
    return nullptr;
}

/// The headline where no change was found.
Text unchangedHeadline(const RunHistory& history)
{
    std::size_t count = newestDiffer(history.step) ? history.step.apart->count : 0;
    for (const HistorySeries& series : history.stages)
        if (newestDiffer(series))
            count = std::max(count, series.apart->count);
    if (count > 0)
        return count == 1
                   ? say("The newest run differs; fewer than {} of them, not judged", history.rule.least)
                   : say("The newest {} runs differ; fewer than {} of them, not judged", count, history.rule.least);
    return canJudge(history) ? say("No stage changed over {} runs", history.runs.size())
                             : say("{} runs are too few to judge whether a stage changed", history.runs.size());
}

/// Where no stage's median changed: one slow rank of many, or the step alone.
Text headlineWithoutMedian(const RunHistory& history, std::size_t at)
{
    const std::string& run = history.runs[at].name;
    for (const HistorySeries& series : history.slowest)
        if (const HistoryChange* change = countedAt(series, at); change != nullptr && change->after > change->before)
            return say("From run {}: {} on its slowest rank, {} \u2192 {} ({})", run, series.stage,
                       duration(change->before), duration(change->after), formatRatio(change->ratio()));
    const HistoryChange* step = countedAt(history.step, at);
    if (step == nullptr || step->after < step->before)
        return say("From run {}: faster", run);
    return say("From run {}: the step takes longer, {} \u2192 {} ({}); no stage accounts for it", run,
               duration(step->before), duration(step->after), formatRatio(step->ratio()));
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

std::optional<std::size_t> newestChange(const RunHistory& history)
{
    std::optional<std::size_t> newest;
    const auto look = [&newest](const HistorySeries& series) {
        if (const HistoryChange* change = lastCounted(series))
            newest = std::max(newest.value_or(0), change->at);
    };
    look(history.step);
    std::ranges::for_each(history.stages, look);
    std::ranges::for_each(history.slowest, look);
    return newest;
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
    if (const HistoryChange* change = lastCounted(step))
        return say("A training step takes {} since run {} and took {} before ({}).", duration(change->after),
                   history.runs[change->at].name, duration(change->before), formatRatio(change->ratio()));
    const double last = step.values.empty() ? NAN : step.values.back();
    return std::isfinite(last) && !newestDiffer(step) && isJudged(step, history.rule)
               ? say("The step time did not change over these runs; in the newest it is {}.", duration(last))
               : Text();
}

bool endsSlower(const HistorySeries& series)
{
    const HistoryChange* change = lastCounted(series);
    return change && change->after > change->before;
}

Text historyHeadline(const RunHistory& history)
{
    const std::optional<std::size_t> newest = newestChange(history);
    if (!newest)
        return unchangedHeadline(history);
    const std::string& run = history.runs[*newest].name;
    if (history.events.empty() || history.events.back().at < *newest)
        return headlineWithoutMedian(history, *newest);
    const HistoryEvent& event = history.events.back();
    if (!event.firstRegressed)
        return say("From run {}: faster", run);
    const HistorySeries& stage = history.stages[*event.firstRegressed];
    for (const HistoryChange& change : stage.changes)
        if (change.at == event.at)
            return say("From run {}: first regressed stage {}, {} \u2192 {} ({})", run, stage.stage,
                       duration(change.before), duration(change.after), formatRatio(change.ratio()));
    return say("From run {}: first regressed stage {}", run, stage.stage);
}

}  // namespace headwater::report

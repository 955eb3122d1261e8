// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TelemetryView.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "core/stats/Quantile.h"

namespace headwater {

namespace {

StepAxis axisOfTrace(const RankAnalysis& rank)
{
    StepAxis axis;
    axis.source = fmt::format("trace of rank {}", rank.rank);
    for (const StepAnalysis& step : rank.steps)
        if (step.window.length() > 0)
            axis.steps.push_back({step.step, step.window});
    std::ranges::stable_sort(axis.steps, {}, [](const StepAxis::Step& step) { return step.window.start; });
    if (!axis.steps.empty())
        axis.clock = clockOfTimes(axis.steps.front().window.start);
    return axis;
}

bool hasTrace(const Run& run, int rank)
{
    return std::ranges::any_of(run.ranks, [&](const RankData& data) { return data.rank == rank && data.trace; });
}

using GroupKey = std::pair<std::string, ClockKind>;

/// A series of the same file, clock and extent as all of its group, and without values: clocks are matched by these.
Telemetry outlineOf(const Telemetry& telemetry)
{
    Telemetry outline;
    std::map<GroupKey, std::size_t> index;
    for (const MetricSeries& series : telemetry.series) {
        const auto [found, isNew] = index.try_emplace({series.source, series.clock}, outline.series.size());
        if (isNew) {
            MetricSeries& one = outline.series.emplace_back();
            one.source = series.source;
            one.clock = series.clock;
            one.kind = SeriesKind::Counter;  // has no values at steps
        }
        MetricSeries& one = outline.series[found->second];
        one.zoneAssumed |= series.zoneAssumed;
        if (series.time.empty())
            continue;
        if (one.time.empty())
            one.time = {series.time.front(), series.time.back()};
        one.time = {std::min(one.time.front(), series.time.front()), std::max(one.time.back(), series.time.back())};
        one.value.assign(2, std::numeric_limits<double>::quiet_NaN());
    }
    outline.events = telemetry.events;
    return outline;
}

}  // namespace

StepAxis stepTimesOf(const RunAnalysis& analysis)
{
    StepAxis relative;
    for (const RankAnalysis& rank : analysis.ranks) {
        if (!hasTrace(*analysis.run, rank.rank))
            continue;
        StepAxis axis = axisOfTrace(rank);
        if (!axis.steps.empty() && axis.clock == ClockKind::Epoch)
            return axis;
        if (relative.steps.empty())
            relative = std::move(axis);
    }
    StepAxis longest;
    for (const TrainingLog& log : analysis.run->logs)
        if (StepAxis axis = stepAxis(log); axis.steps.size() > longest.steps.size())
            longest = std::move(axis);
    return longest.steps.empty() ? relative : longest;
}

SeriesSummary summaryOf(const MetricSeries& series)
{
    std::vector<double> values;
    std::ranges::copy_if(series.value, std::back_inserter(values), [](double value) { return !std::isnan(value); });
    constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
    if (values.empty())
        return {0, kNothing, kNothing, kNothing};
    const auto [low, high] = std::ranges::minmax(values);
    const std::size_t n = values.size();
    return {n, low, stats::medianInPlace(values), high};
}

TelemetryView telemetryView(const RunAnalysis& analysis, const TelemetryLimits& limits)
{
    TelemetryView view;
    const Telemetry& telemetry = analysis.run->telemetry;
    if (telemetry.empty())
        return view;
    view.axis = stepTimesOf(analysis);
    view.groups = alignTelemetry(outlineOf(telemetry), view.axis);
    std::map<GroupKey, std::size_t> index;
    for (std::size_t i = 0; i < view.groups.size(); ++i) {
        view.groups[i].series.clear();
        index.emplace(GroupKey{view.groups[i].source, view.groups[i].clock}, i);
    }
    std::size_t values = 0;
    for (std::size_t i = 0; i < std::min(telemetry.series.size(), limits.series); ++i) {
        const MetricSeries& series = telemetry.series[i];
        SeriesView& one = view.series.emplace_back();
        one.series = i;
        one.group = index.at({series.source, series.clock});
        one.summary = summaryOf(series);
        const ClockMatch& match = view.groups[one.group].match;
        values += view.axis.steps.size();
        one.aligned = match.aligned() && series.kind != SeriesKind::Counter && values <= limits.values;
        if (one.aligned)
            one.atSteps = alignSeries(series, view.axis, match.shift);
    }
    return view;
}

}  // namespace headwater

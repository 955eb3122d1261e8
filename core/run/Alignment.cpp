// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/Alignment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "core/base/Text.h"

namespace headwater {

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

Ns medianPeriod(const std::vector<Ns>& time)
{
    std::vector<Ns> gaps;
    for (std::size_t i = 1; i < time.size(); ++i)
        if (time[i] > time[i - 1])
            gaps.push_back(time[i] - time[i - 1]);
    if (gaps.empty())
        return 0;
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
    std::nth_element(gaps.begin(), middle, gaps.end());
    return *middle;
}

/// The samples of one kind of series as one number; NaN values are left out.
double combine(const MetricSeries& series, std::size_t begin, std::size_t end)
{
    double sum = 0;
    double highest = kNothing;
    std::uint64_t bits = 0;
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const double value = series.value[i];
        if (std::isnan(value))
            continue;
        ++count;
        sum += value;
        highest = std::isnan(highest) ? value : std::max(highest, value);
        if (value >= 0 && value < std::exp2(63))
            bits |= static_cast<std::uint64_t>(value);
    }
    if (count == 0)
        return kNothing;
    if (series.kind != SeriesKind::State)
        return sum / static_cast<double>(count);
    return series.unit == "bitmask" ? static_cast<double>(bits) : highest;
}

/// The measured sample nearest to `at` and at most `reach` away; size() when there is none. A rate tells about the time
/// before its sample, so that only a sample at or after `at` can be about it.
std::size_t nearestSample(const MetricSeries& series, Ns at, Ns reach)
{
    const auto first = std::ranges::lower_bound(series.time, at - reach);
    std::size_t best = series.time.size();
    for (auto i = static_cast<std::size_t>(first - series.time.begin()); i < series.time.size(); ++i) {
        const Ns time = series.time[i];
        if (time > at + reach)
            break;
        if (std::isnan(series.value[i]) || (series.kind == SeriesKind::Rate && time < at))
            continue;
        const bool nearer = best == series.time.size() || std::abs(time - at) < std::abs(series.time[best] - at);
        best = nearer ? i : best;
    }
    return best;
}

struct GroupParts {
    std::vector<std::size_t> series, events;
    std::optional<Interval> span;
    std::size_t samples = 0;  ///< of the longest series
    bool zoneAssumed = false;

    void widen(Ns first, Ns last)
    {
        span = span ? Interval{std::min(span->start, first), std::max(span->end, last)} : Interval{first, last};
    }
};

std::optional<std::int64_t> stepAt(const StepAxis& axis, Ns time)
{
    const auto after = std::ranges::upper_bound(axis.steps, time, {}, [](const auto& s) { return s.window.start; });
    if (after == axis.steps.begin())
        return std::nullopt;
    const StepAxis::Step& step = *(after - 1);
    return time < step.window.end ? std::optional(step.step) : std::nullopt;
}

/// The shift that every placed file of local times has, and the name of the first.
std::optional<std::pair<Ns, std::string>> commonShift(const std::vector<TelemetryGroup>& groups)
{
    std::optional<std::pair<Ns, std::string>> common;
    for (const TelemetryGroup& group : groups) {
        if (group.clock != ClockKind::LocalTime || !group.match.aligned())
            continue;
        if (common && common->first != group.match.shift)
            return std::nullopt;
        if (!common)
            common.emplace(group.match.shift, group.source);
    }
    return common;
}

void followTheOthers(std::vector<TelemetryGroup>& groups)
{
    const auto common = commonShift(groups);
    if (!common)
        return;
    for (TelemetryGroup& group : groups)
        if (group.clock == ClockKind::LocalTime && !group.match.aligned())
            group.match = {ClockBasis::SameZone, common->first,
                           say("local times taken to be of the zone of {} (assumed)", common->second)};
}

/// A course of samples that is nowhere near the steps is of another run. A snapshot, a kernel log or a capture that
/// began or ended a moment too early may well be of this one.
void setApart(TelemetryGroup& group, const GroupParts& parts, const StepAxis& axis)
{
    constexpr std::size_t kFewest = 3;
    constexpr Ns kMinute = 60'000'000'000;
    if (parts.samples < kFewest || !parts.span)
        return;
    const auto distance = distanceToSteps(group.clock, *parts.span, group.match, axis);
    const Ns period = parts.span->length() / static_cast<Ns>(parts.samples - 1);
    if (!distance || *distance <= std::max(kMinute, 2 * period))
        return;
    group.apart = *distance;
    group.match = {ClockBasis::None, 0,
                   say("its samples lie {} from the nearest step{}: it is hardly of this run",
                       formatDuration(*distance), group.clock == axis.clock ? Text() : say(" in every zone"))};
}

struct PlacedGroups {
    std::vector<TelemetryGroup> groups;
    std::vector<GroupParts> parts;  ///< of each group
};

PlacedGroups placeGroups(const Telemetry& telemetry, const StepAxis& axis, std::optional<Ns> zone)
{
    PlacedGroups placed;
    std::vector<TelemetryGroup>& groups = placed.groups;
    std::vector<GroupParts>& parts = placed.parts;
    std::map<std::pair<std::string, ClockKind>, std::size_t> index;
    const auto groupOf = [&](const std::string& source, ClockKind clock) -> GroupParts& {
        const auto [found, isNew] = index.try_emplace({source, clock}, groups.size());
        if (isNew) {
            groups.push_back({source, clock, {}, {}, {}, 0});
            parts.emplace_back();
        }
        return parts[found->second];
    };
    for (std::size_t i = 0; i < telemetry.series.size(); ++i) {
        const MetricSeries& series = telemetry.series[i];
        GroupParts& part = groupOf(series.source, series.clock);
        part.series.push_back(i);
        part.zoneAssumed |= series.zoneAssumed;
        part.samples = std::max(part.samples, series.time.size());
        if (!series.time.empty())
            part.widen(series.time.front(), series.time.back());
    }
    for (std::size_t i = 0; i < telemetry.events.size(); ++i) {
        const TelemetryEvent& event = telemetry.events[i];
        GroupParts& part = groupOf(event.source, event.clock);
        part.events.push_back(i);
        part.zoneAssumed |= event.zoneAssumed;
        part.widen(event.time, event.time);
    }
    for (std::size_t i = 0; i < groups.size(); ++i) {
        groups[i].match = matchClocks(groups[i].clock, parts[i].span.value_or(Interval{}), axis, zone);
        if (groups[i].match.basis == ClockBasis::Same && (parts[i].zoneAssumed || axis.zoneAssumed))
            groups[i].match = {ClockBasis::GivenZone, groups[i].match.shift,
                               say("local times placed by the zone that the user named (assumed)")};
    }
    followTheOthers(groups);
    for (std::size_t i = 0; i < groups.size(); ++i)
        setApart(groups[i], parts[i], axis);
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i].match.aligned())
            for (const std::size_t event : parts[i].events)
                groups[i].events.push_back({event, stepAt(axis, telemetry.events[event].time + groups[i].match.shift)});
    return placed;
}

}  // namespace

StepAxis stepAxis(const TrainingLog& log)
{
    StepAxis axis;
    axis.clock = log.clock;
    axis.source = log.source;
    axis.zoneAssumed = log.zoneAssumed;
    std::optional<Ns> before;
    for (const LogStep& step : log.steps) {
        if (!step.time)
            continue;
        std::optional<Ns> start = before;
        if (step.stepTime != kMissing && step.stepTime > 0)
            start = *step.time - step.stepTime;
        if (start && *start < *step.time)
            axis.steps.push_back({step.step, {*start, *step.time}});
        before = step.time;
    }
    std::ranges::stable_sort(axis.steps, {}, [](const StepAxis::Step& s) { return s.window.start; });
    return axis;
}

AlignedSeries alignSeries(const MetricSeries& series, const StepAxis& axis, Ns shift)
{
    AlignedSeries aligned;
    aligned.value.assign(axis.steps.size(), kNothing);
    aligned.how.assign(axis.steps.size(), StepValueKind::None);
    aligned.period = medianPeriod(series.time);
    if (series.kind == SeriesKind::Counter || series.time.empty())
        return aligned;
    for (std::size_t i = 0; i < axis.steps.size(); ++i) {
        const Interval window{axis.steps[i].window.start - shift, axis.steps[i].window.end - shift};
        if (window.length() >= aligned.period) {
            const auto begin = std::ranges::lower_bound(series.time, window.start) - series.time.begin();
            const auto end = std::ranges::lower_bound(series.time, window.end) - series.time.begin();
            aligned.value[i] = combine(series, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
            aligned.how[i] = std::isnan(aligned.value[i]) ? StepValueKind::None : StepValueKind::Window;
            continue;
        }
        const Ns middle = window.start + window.length() / 2;
        const std::size_t nearest = nearestSample(series, middle, aligned.period);
        if (nearest == series.time.size())
            continue;
        aligned.value[i] = series.value[nearest];
        aligned.how[i] = StepValueKind::Nearest;
    }
    return aligned;
}

std::vector<TelemetryGroup> placeTelemetry(const Telemetry& telemetry, const StepAxis& axis, std::optional<Ns> zone)
{
    return placeGroups(telemetry, axis, zone).groups;
}

std::vector<TelemetryGroup> alignTelemetry(const Telemetry& telemetry, const StepAxis& axis, std::optional<Ns> zone)
{
    PlacedGroups placed = placeGroups(telemetry, axis, zone);
    for (std::size_t i = 0; i < placed.groups.size(); ++i) {
        TelemetryGroup& group = placed.groups[i];
        if (!group.match.aligned())
            continue;
        for (const std::size_t series : placed.parts[i].series) {
            group.series.push_back(alignSeries(telemetry.series[series], axis, group.match.shift));
            group.series.back().series = series;
        }
    }
    return std::move(placed.groups);
}

}  // namespace headwater

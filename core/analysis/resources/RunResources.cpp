// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/RunResources.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "core/analysis/StepTimes.h"

namespace headwater {

namespace {

constexpr std::size_t kFewestSamples = 3;

using DeviceKey = std::tuple<std::string, std::string, int>;  ///< host, device, rank or −1

/// Which device each rank of a trace ran on: host and number of the device, only where no other rank has the same.
std::map<std::pair<std::string, std::string>, int> ranksByDevice(const Run& run)
{
    std::map<std::pair<std::string, std::string>, std::vector<int>> found;
    for (const RankData& rank : run.ranks) {
        if (rank.host.empty() || rank.rankAssumed || !rank.trace)
            continue;
        std::string number;
        bool single = true;
        for (const Track& track : rank.trace->tracks)
            if (track.device) {
                single = single && (number.empty() || number == track.process);
                number = track.process;
            }
        if (single && !number.empty())
            found[{rank.host, "gpu " + number}].push_back(rank.rank);
    }
    std::map<std::pair<std::string, std::string>, int> unique;
    for (const auto& [key, ranks] : found)
        if (ranks.size() == 1)
            unique.emplace(key, ranks.front());
    return unique;
}

Interval stepsOf(const StepAxis& axis)
{
    Interval all = axis.steps.front().window;
    for (const StepAxis::Step& step : axis.steps)
        all = {std::min(all.start, step.window.start), std::max(all.end, step.window.end)};
    return all;
}

DeviceMetric placed(const MetricSeries& series, const TelemetryGroup* group, const StepAxis& axis)
{
    DeviceMetric metric{&series, 0, series.time.size(), false};
    if (group == nullptr || !group->match.aligned() || axis.steps.empty())
        return metric;
    const Interval steps = stepsOf(axis);
    const auto begin = std::ranges::lower_bound(series.time, steps.start - group->match.shift) - series.time.begin();
    const auto end = std::ranges::upper_bound(series.time, steps.end - group->match.shift) - series.time.begin();
    if (static_cast<std::size_t>(end - begin) < kFewestSamples)
        return metric;
    return {&series, static_cast<std::size_t>(begin), static_cast<std::size_t>(end), true};
}

bool better(const DeviceMetric& a, const DeviceMetric& b)
{
    return std::pair(a.inSteps, a.end - a.begin) > std::pair(b.inSteps, b.end - b.begin);
}

/// Numbers inside names count as numbers: "gpu 2" before "gpu 10".
bool byNumber(const DeviceResources& a, const DeviceResources& b)
{
    const auto split = [](const DeviceResources& d) {
        const std::size_t at = d.device.find_last_not_of("0123456789") + 1;
        unsigned long number = 0;
        std::from_chars(d.device.data() + at, d.device.data() + d.device.size(), number);
        return std::tuple(d.host, d.device.substr(0, at), number, d.rank.value_or(-1));
    };
    return split(a) < split(b);
}

}  // namespace

const DeviceMetric* DeviceResources::find(std::string_view name) const
{
    const auto found = metrics.find(name);
    return found == metrics.end() ? nullptr : &found->second;
}

Text DeviceResources::label() const
{
    Text place = device.empty() && !host.empty() ? say("host {}", host) : Text(host);
    if (!device.empty())
        place += (place.empty() ? "" : " ") + device;
    if (!rank)
        return place.empty() ? say("the run") : place;
    return place.empty() ? say("rank {}", *rank) : say("rank {} ({})", *rank, place);
}

const TelemetryGroup* RunResources::groupOf(const std::string& source, ClockKind clock) const
{
    const auto found = std::ranges::find_if(
        groups, [&](const TelemetryGroup& group) { return group.source == source && group.clock == clock; });
    return found == groups.end() ? nullptr : &*found;
}

RunResources resourcesOf(const RunAnalysis& analysis)
{
    RunResources resources;
    resources.run = analysis.run;
    if (!analysis.run)
        return resources;
    const Run& run = *analysis.run;
    resources.axis = stepTimesOf(analysis);
    resources.groups = placeTelemetry(run.telemetry, resources.axis);
    std::map<std::pair<std::string, ClockKind>, const TelemetryGroup*> groups;
    for (const TelemetryGroup& group : resources.groups)
        groups.emplace(std::pair(group.source, group.clock), &group);
    const auto ranks = ranksByDevice(run);
    std::map<DeviceKey, DeviceResources> devices;
    for (const MetricSeries& series : run.telemetry.series) {
        const auto group = groups.find({series.source, series.clock});
        if (group != groups.end() && group->second->apart > 0)
            continue;  // of another run
        std::optional<int> rank = series.rank;
        if (const auto known = ranks.find({series.host, series.device}); !rank && known != ranks.end())
            rank = known->second;
        DeviceResources& device = devices[{series.host, series.device, rank.value_or(-1)}];
        device.host = series.host;
        device.device = series.device;
        device.rank = rank;
        const DeviceMetric metric = placed(series, group == groups.end() ? nullptr : group->second, resources.axis);
        const auto [entry, isNew] = device.metrics.try_emplace(series.name, metric);
        if (!isNew && better(metric, entry->second))
            entry->second = metric;
    }
    for (auto& [key, device] : devices)
        resources.devices.push_back(std::move(device));
    std::ranges::stable_sort(resources.devices, byNumber);
    return resources;
}

}  // namespace headwater

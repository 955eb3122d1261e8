// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/TelemetryConflicts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "core/run/Alignment.h"

namespace headwater {

namespace {

using Names = std::set<std::string>;

/// When the run was: the extents of its traces, else the steps of the log that has most.
StepAxis timesOf(const Run& run)
{
    StepAxis axis;
    for (const RankData& data : run.ranks)
        if (data.trace && clockOfTimes(data.trace->extent.start) == ClockKind::Epoch)
            axis.steps.push_back({data.rank, data.trace->extent});
    if (!axis.steps.empty())
        return axis;
    for (const TrainingLog& log : run.logs)
        if (StepAxis one = stepAxis(log); one.steps.size() > axis.steps.size())
            axis = std::move(one);
    return axis;
}

const MetricSeries* firstSeries(const Run& run, const std::string& source)
{
    const auto found = std::ranges::find(run.telemetry.series, source, &MetricSeries::source);
    return found == run.telemetry.series.end() ? nullptr : &*found;
}

Problem conflict(const Run& run, const std::string& source, std::string what)
{
    const MetricSeries* first = firstSeries(run, source);
    std::string position;
    if (first && first->line > 0)
        position = fmt::format("line {}", first->line);
    else if (first)
        position = "series " + first->label;
    return {Severity::Warning, "telemetry-conflict", std::move(what), std::move(position), source};
}

std::string fileName(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

void checkTimes(const Run& run, Problems& problems)
{
    const TelemetryGroup* zoned = nullptr;
    const std::vector<TelemetryGroup> groups = placeTelemetry(run.telemetry, timesOf(run));
    for (const TelemetryGroup& group : groups) {
        if (group.apart > 0) {
            problems.push_back(conflict(run, group.source,
                                        fmt::format("its samples lie {} from the run's nearest step: they are hardly "
                                                    "of this run and are not laid beside its steps",
                                                    formatDuration(group.apart))));
            continue;
        }
        if (group.clock != ClockKind::LocalTime || group.match.basis != ClockBasis::InferredZone)
            continue;
        if (zoned && zoned->match.shift != group.match.shift)
            problems.push_back(conflict(
                run, group.source,
                fmt::format(
                    "its local times fit the steps only in another zone than those of {}: one of the two may be "
                    "of another run",
                    fileName(zoned->source))));
        zoned = zoned ? zoned : &group;
    }
}

/// "node-1" of "Node-1.cluster.local:9100"; empty for an address, which names no host that a trace would name.
std::string hostKey(std::string_view host)
{
    host = host.substr(0, host.find(':'));
    if (host.find_first_not_of("0123456789.") == std::string_view::npos || host == "localhost")
        return {};
    std::string key(host.substr(0, host.find('.')));
    std::ranges::transform(key, key.begin(), [](unsigned char c) { return std::tolower(c); });
    return key;
}

/// Hosts of the run; none where one is unknown or not all ranks are there.
Names hostsOf(const Run& run)
{
    Names hosts;
    for (const RankData& data : run.ranks) {
        std::string key = hostKey(data.host);
        if (key.empty())
            return {};
        hosts.insert(std::move(key));
    }
    return run.missingRanks().empty() ? hosts : Names();
}

std::string joined(const Names& names)
{
    constexpr std::size_t kShown = 3;
    std::string text;
    std::size_t shown = 0;
    for (const std::string& name : names)
        if (shown++ < kShown)
            text += (text.empty() ? "" : ", ") + name;
    return names.size() > kShown ? fmt::format("{} and {} more", text, names.size() - kShown) : text;
}

/// What the series of one file name.
struct FileNames {
    Names hosts;
    Names gpus;
    bool hostless = false;
    bool unclear = false;  ///< a host by its address, or GPUs by something else than their number
};

std::map<std::string, FileNames> namesByFile(const Run& run)
{
    std::map<std::string, FileNames> files;
    for (const MetricSeries& series : run.telemetry.series) {
        FileNames& names = files[series.source];
        const std::string host = hostKey(series.host);
        names.hostless = names.hostless || series.host.empty();
        names.unclear = names.unclear || (host.empty() && !series.host.empty());
        if (!host.empty())
            names.hosts.insert(host);
        if (series.device.starts_with("gpu "))
            names.gpus.insert(series.device.substr(0, series.device.find(' ', 4)));
    }
    return files;
}

/// GPUs that the traces found on the run's only host; 0: unknown, or several hosts.
std::size_t gpusOnHost(const Run& run)
{
    std::size_t most = 0;
    for (const RankData& data : run.ranks) {
        if (!data.trace || data.host != run.ranks.front().host)
            return 0;
        const auto told = data.trace->metadata.find("gpus_on_host");
        std::size_t count = 0;
        if (told != data.trace->metadata.end())
            std::from_chars(told->second.data(), told->second.data() + told->second.size(), count);
        most = std::max(most, count);
    }
    return most;
}

void checkNames(const Run& run, Problems& problems)
{
    const Names hosts = hostsOf(run);
    const std::size_t gpus = gpusOnHost(run);
    for (const auto& [file, names] : namesByFile(run)) {
        const bool known = std::ranges::any_of(names.hosts, [&](const auto& host) { return hosts.contains(host); });
        if (!hosts.empty() && !names.hosts.empty() && !names.hostless && !names.unclear && !known)
            problems.push_back(conflict(
                run, file,
                fmt::format("it is about {}, none of which is a host of the run ({}): it is hardly of this run",
                            joined(names.hosts), joined(hosts))));
        else if (names.hosts.size() < 2 && !names.gpus.empty() && names.gpus.size() < gpus)
            problems.push_back(conflict(run, file,
                                        fmt::format("it has {} GPUs, the run's host has {}: some were left out, or it "
                                                    "is of another host",
                                                    names.gpus.size(), gpus)));
    }
}

}  // namespace

Problems telemetryConflicts(const Run& run)
{
    Problems problems;
    checkTimes(run, problems);
    checkNames(run, problems);
    return problems;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/CompareResources.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/analysis/resources/ResourceCheck.h"
#include "core/analysis/resources/ResourceEvents.h"
#include "core/analysis/resources/Throttle.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

/// The baseline's device of the same host and name; else of the same rank and name; else the only one of that name.
std::vector<const DeviceResources*> counterparts(const RunResources& baseline, const RunResources& current)
{
    std::map<std::pair<std::string, std::string>, const DeviceResources*> byPlace;
    std::map<std::pair<int, std::string>, const DeviceResources*> byRank;
    std::map<std::string, std::vector<const DeviceResources*>> byName;
    for (const DeviceResources& device : baseline.devices) {
        byPlace.try_emplace({device.host, device.device}, &device);
        if (device.rank)
            byRank.try_emplace({*device.rank, device.device}, &device);
        byName[device.device].push_back(&device);
    }
    std::vector<const DeviceResources*> found;
    for (const DeviceResources& device : current.devices) {
        const auto place = byPlace.find({device.host, device.device});
        const auto rank = byRank.find({device.rank.value_or(-1), device.device});
        const auto name = byName.find(device.device);
        const bool anonymous = device.host.empty() && device.device.empty();
        if (device.rank && rank != byRank.end() && (anonymous || place == byPlace.end()))
            found.push_back(rank->second);
        else if (place != byPlace.end() && !anonymous)
            found.push_back(place->second);
        else
            found.push_back(name != byName.end() && name->second.size() == 1 ? name->second.front() : nullptr);
    }
    return found;
}

/// Median over the ranks of the share of their steps spent in launch delay.
std::optional<double> launchDelayOf(const RunAnalysis& run)
{
    std::vector<double> shares;
    for (const RankAnalysis& rank : run.ranks) {
        Ns delay = 0;
        Ns total = 0;
        for (const StepAnalysis& step : rank.steps)
            if (const std::optional<Bubbles> bubbles = rank.bubblesOf(step)) {
                delay += bubbles->of(BubbleCause::LaunchDelay);
                total += step.window.length();
            }
        if (total > 0)
            shares.push_back(static_cast<double>(delay) / static_cast<double>(total));
    }
    return shares.empty() ? std::nullopt : std::optional(stats::medianInPlace(shares));
}

ResourceStatus statusOf(const ResourceCheck& check)
{
    if (check.devices == 0)
        return ResourceStatus::Unknown;
    if (check.hits.empty())
        return ResourceStatus::Pass;
    switch (check.hits.front().severity) {
    case ResourceSeverity::Failure: return ResourceStatus::Fail;
    case ResourceSeverity::Warning: return ResourceStatus::Warn;
    case ResourceSeverity::Info: return ResourceStatus::Info;
    case ResourceSeverity::None: break;
    }
    return ResourceStatus::Pass;
}

/// Worst first; among equals what the baseline lacks, then the larger number.
void sortHits(std::vector<ResourceHit>& hits)
{
    std::ranges::stable_sort(hits, [](const ResourceHit& a, const ResourceHit& b) {
        if (a.severity != b.severity)
            return a.severity > b.severity;
        return !a.inBaseline && b.inBaseline;
    });
}

ResourceCheck runCheck(const ResourceCheckSpec& spec, const ResourcePair& pair)
{
    ResourceCheck check;
    check.id = spec.id;
    check.area = spec.area;
    check.title = word(spec.title);
    check.nextStep = word(spec.nextStep);
    check.context = spec.context;
    ResourceFindings findings(check);
    spec.run(pair, findings);
    sortHits(check.hits);
    check.status = statusOf(check);
    if (!check.hits.empty() && isClockSetting(check.hits.front()))
        check.nextStep = say("Look at the clock settings of the device (nvidia-smi -q -d CLOCK) and set them back "
                             "(nvidia-smi -rac, nvidia-smi -rgc), or ask who set them: no fault of cooling or power.");
    if (check.status == ResourceStatus::Unknown)
        check.missing = word(spec.missing);
    return check;
}

}  // namespace

ResourceReport compareResources(const RunAnalysis& baseline, const RunAnalysis& current, const ResourcePolicy& policy)
{
    const RunResources before = resourcesOf(baseline);
    const RunResources now = resourcesOf(current);
    ResourceReport report;
    report.events = resourceEvents(before, now, policy);
    const ResourcePair pair{
        before, now, policy, report.events, counterparts(before, now), launchDelayOf(baseline), launchDelayOf(current)};
    for (const auto specs : {throttleChecks(), clockChecks(), errorChecks(), linkChecks(), utilizationChecks(),
                             memoryChecks(), networkChecks(), hostChecks()})
        for (const ResourceCheckSpec& spec : specs)
            report.checks.push_back(runCheck(spec, pair));
    return report;
}

}  // namespace headwater

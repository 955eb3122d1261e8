// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/ResourceCheck.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

/// Median of sorted values without the one at `leftOut`.
double medianWithout(const std::vector<double>& sorted, std::size_t leftOut)
{
    const std::size_t n = sorted.size() - 1;
    const auto at = [&](std::size_t i) { return sorted[i < leftOut ? i : i + 1]; };
    return n % 2 == 1 ? at(n / 2) : (at(n / 2 - 1) + at(n / 2)) / 2;
}

std::optional<double> referenceOf(const Compared& one, Reference needs)
{
    switch (needs) {
    case Reference::Baseline: return one.baseline;
    case Reference::Peers: return one.peers;
    case Reference::Either: return one.baseline ? one.baseline : one.peers;
    case Reference::None: break;
    }
    return std::nullopt;
}

}  // namespace

void ResourceFindings::checked(const DeviceResources& device)
{
    if (m_seen.insert(&device).second)
        ++m_check.devices;
}

void ResourceFindings::add(ResourceHit hit)
{
    if (hit.inBaseline)
        hit.severity = oneLower(hit.severity);
    if (hit.severity != ResourceSeverity::None)
        m_check.hits.push_back(std::move(hit));
}

std::vector<Compared> compareDevices(const ResourcePair& pair, const DeviceNumber& number, ResourceFindings& findings,
                                     Reference needs)
{
    std::map<const DeviceResources*, double> before;
    std::vector<double> all;
    for (const DeviceResources& device : pair.baseline.devices)
        if (const auto value = number(device)) {
            before.emplace(&device, *value);
            all.push_back(*value);
        }
    findings.checkedBaseline(static_cast<int>(all.size()));
    const std::optional<double> typical = all.empty() ? std::nullopt : std::optional(stats::medianInPlace(all));

    std::vector<Compared> compared;
    std::vector<double> sorted;
    for (std::size_t i = 0; i < pair.current.devices.size(); ++i) {
        const DeviceResources& device = pair.current.devices[i];
        const auto value = number(device);
        if (!value)
            continue;
        const auto same = before.find(pair.counterpart[i]);
        compared.push_back({device, *value, same != before.end() ? same->second : typical, std::nullopt, 0});
        sorted.push_back(*value);
    }
    std::ranges::sort(sorted);
    if (static_cast<double>(sorted.size()) >= pair.policy.fewestPeers + 1)
        for (Compared& one : compared) {
            const auto self = std::ranges::lower_bound(sorted, one.current) - sorted.begin();
            one.peers = medianWithout(sorted, static_cast<std::size_t>(self));
        }
    std::vector<Compared> kept;
    for (Compared& one : compared) {
        const std::optional<double> reference = referenceOf(one, needs);
        if (needs != Reference::None && !reference)
            continue;
        one.reference = reference.value_or(0);
        findings.checked(one.device());
        kept.push_back(one);
    }
    return kept;
}

ResourceHit hitOn(const DeviceResources& device, std::string_view metric, ResourceSeverity severity, Text what)
{
    ResourceHit hit;
    hit.severity = severity;
    hit.device = device.label();
    hit.rank = device.rank;
    hit.what = std::move(what);
    if (const DeviceMetric* found = device.find(metric)) {
        hit.source = found->series->source;
        if (!found->inSteps)
            hit.what += say(", whole capture");
    }
    return hit;
}

void inPercent(ResourceHit& hit, const Compared& share)
{
    hit.unit = "%";
    hit.current = 100 * share.current;
    if (share.baseline)
        hit.baseline = 100 * *share.baseline;
}

std::optional<std::int64_t> stepOf(const RunResources& run, const MetricSeries& series, Ns time)
{
    const TelemetryGroup* group = run.groupOf(series.source, series.clock);
    if (group == nullptr || !group->match.aligned())
        return std::nullopt;
    for (const StepAxis::Step& step : run.axis.steps)
        if (time + group->match.shift >= step.window.start && time + group->match.shift < step.window.end)
            return step.step;
    return std::nullopt;
}

std::string percentText(double share)
{
    const double percent = 100 * share;
    if (percent != 0 && std::abs(percent) < 9.95)
        return fmt::format("{:.2g} %", percent);
    return fmt::format("{:.0f} %", percent);
}

std::string numberText(double value)
{
    return std::abs(value) < 1e6 && value == std::floor(value) ? fmt::format("{:.0f}", value)
                                                               : fmt::format("{:.3g}", value);
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/resources/EventHits.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

constexpr double kMinute = 60;

bool hasKernelLog(const RunResources& run)
{
    return run.run && std::ranges::any_of(run.run->sources, [](const SourceFile& file) {
               return file.format == "kernel-log" && file.used;
           });
}

Text placeText(const ResourceEvent& event)
{
    switch (event.place) {
    case EventPlace::InStep:
        return say("in step {}{}{}", event.steps.front(), event.steps.size() > 1 ? say(" and later ones") : "",
                   event.provenance == ResourceProvenance::Assumed    ? say(" (by an assumed time zone)")
                   : event.provenance == ResourceProvenance::Inferred ? say(" (by an inferred time zone)")
                                                                      : "");
    case EventPlace::Before: return say("before the first recorded step");
    case EventPlace::Between: return say("between two steps");
    case EventPlace::After:
        return event.steps.empty() ? say("after the last recorded step") : say("after step {}", event.steps.back());
    case EventPlace::Unplaced: break;
    }
    return say("at a time that cannot be laid beside the steps");
}

ResourceHit hitOf(const ResourceEvent& event)
{
    ResourceHit hit;
    hit.severity = event.severity;
    hit.inBaseline = event.inBoth;
    DeviceResources owner;
    owner.host = event.host;
    owner.device = event.device;
    owner.rank = event.rank;
    hit.device = owner.label();
    hit.rank = event.rank;
    hit.text =
        say("{}, {}{}{}", event.meaning, placeText(event), event.count > 1 ? say(" ({} times)", event.count) : Text(),
            event.inBoth ? say(", in the baseline too") : "");
    hit.what = event.meaning;
    hit.unit = "events";
    hit.current = event.count;
    if (!event.steps.empty())
        hit.step = event.place == EventPlace::After ? event.steps.back() : event.steps.front();
    hit.source = event.source + (event.position.empty() ? "" : ", " + event.position);
    return hit;
}

/// Events of this kind and code in the baseline; nothing where it has no source that could tell.
std::optional<double> countInBaseline(const ResourcePair& pair, const ResourceEvent& event)
{
    double count = 0;
    for (const ResourceEvent& other : pair.events)
        if (other.inBaselineRun && other.kind == event.kind && other.code == event.code)
            count += other.count;
    const bool known = count > 0 || hasKernelLog(pair.baseline);
    return known ? std::optional(count) : std::nullopt;
}

}  // namespace

void checkEvents(const ResourcePair& pair, std::initializer_list<std::string_view> kinds, ResourceFindings& findings)
{
    if (hasKernelLog(pair.current))
        findings.checkedSource();
    if (hasKernelLog(pair.baseline))
        findings.checkedBaseline(1);
    for (const ResourceEvent& event : pair.events) {
        if (event.inBaselineRun || std::ranges::find(kinds, std::string_view(event.kind)) == kinds.end())
            continue;
        findings.checkedSource();
        ResourceHit hit = hitOf(event);
        hit.baseline = countInBaseline(pair, event);
        findings.provenance(ResourceProvenance::Measured);
        findings.add(std::move(hit));
    }
}

void checkRate(const ResourcePair& pair, std::string_view metric, const ErrorRate& rate, ResourceFindings& findings)
{
    const auto perMinute = [&](const DeviceResources& device) -> std::optional<double> {
        const auto growth = growthOf(device.find(metric));
        return growth ? std::optional(kMinute * growth->perSecond()) : std::nullopt;
    };
    for (const Compared& one : compareDevices(pair, perMinute, findings)) {
        const bool changed = !rate.factor || !one.baseline || one.current >= pair.policy.errorFactor * *one.baseline;
        if (one.current <= 0 || one.current < rate.perMinute || !changed)
            continue;
        const DeviceMetric* counter = one.device().find(metric);
        const auto growth = growthOf(counter);
        ResourceHit hit = hitOn(one.device(), metric, rate.severity, say("{}, rate", word(rate.text)));
        hit.inBaseline = !rate.factor && one.baseline && one.current <= *one.baseline;
        hit.text = say("{}: {} in {:.0f} s, baseline {}", word(rate.text), numberText(growth->total), growth->seconds,
                       one.baseline ? say("{} a minute", numberText(*one.baseline)) : say("unknown"));
        hit.unit = "/min";
        hit.current = one.current;
        hit.baseline = one.baseline;
        if (growth->firstRise)
            hit.step = stepOf(pair.current, *counter->series, *growth->firstRise);
        findings.add(std::move(hit));
    }
}

}  // namespace headwater

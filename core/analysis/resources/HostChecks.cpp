// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/analysis/resources/EventHits.h"
#include "core/analysis/resources/ResourceCheck.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

using S = ResourceSeverity;
constexpr std::string_view kCpuTime = "cpu.time.";

/// Share of its time in which one core was not idle: all modes but idle and waiting for I/O.
std::optional<double> busyShare(const DeviceResources& device)
{
    if (!device.device.starts_with("cpu ") || device.find("cpu.time.idle") == nullptr)
        return std::nullopt;
    double all = 0;
    double idle = 0;
    for (auto entry = device.metrics.lower_bound(kCpuTime);
         entry != device.metrics.end() && entry->first.starts_with(kCpuTime); ++entry) {
        const auto growth = entry->second.series->kind == SeriesKind::Counter ? growthOf(&entry->second) : std::nullopt;
        if (!growth)
            continue;
        all += growth->total;
        idle += entry->first == "cpu.time.idle" || entry->first == "cpu.time.iowait" ? growth->total : 0;
    }
    return all > 0 ? std::optional(1 - idle / all) : std::nullopt;
}

/// METHODS 6.7: a busy core matters together with a device that waits for the host.
S pinnedSeverity(const ResourcePair& pair)
{
    constexpr double kGrew = 0.01;
    if (!pair.launchDelay || !pair.launchDelayBefore)
        return S::Info;
    return *pair.launchDelay - *pair.launchDelayBefore >= kGrew ? S::Warning : S::Info;
}

void pinnedCore(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Compared& one : compareDevices(pair, &busyShare, findings)) {
        const bool before = one.baseline && *one.baseline >= pair.policy.coreBusy;
        if (one.current < pair.policy.coreBusy || before)
            continue;
        const S severity = pinnedSeverity(pair);
        ResourceHit hit = hitOn(one.device(), "cpu.time.idle", severity, say("share of time a core was busy"));
        hit.text = say("busy {} of the time, baseline {}; {}", percentText(one.current),
                       one.baseline ? percentText(*one.baseline) : say("unknown"),
                       severity == S::Warning ? say("the device waits longer for the host to launch work")
                       : pair.launchDelay     ? say("the device does not wait longer for the host")
                                              : say("whether the device waits for the host is unknown"));
        inPercent(hit, one);
        findings.add(std::move(hit));
    }
}

struct Pressure {
    std::string_view metric, text;
    double limit;
};

void pressure(const ResourcePair& pair, ResourceFindings& findings)
{
    const std::array kinds{
        Pressure{"host.pressure.cpu.some", "some task waited for a processor", pair.policy.cpuPressure},
        Pressure{"host.pressure.memory.full", "all tasks waited for memory", pair.policy.stallPressure},
        Pressure{"host.pressure.io.full", "all tasks waited for I/O", pair.policy.stallPressure},
    };
    for (const Pressure& kind : kinds) {
        const auto share = [&](const DeviceResources& device) -> std::optional<double> {
            const auto growth = growthOf(device.find(kind.metric));
            return growth ? std::optional(growth->perSecond()) : std::nullopt;
        };
        for (const Compared& one : compareDevices(pair, share, findings)) {
            if (one.current < kind.limit)
                continue;
            ResourceHit hit = hitOn(one.device(), kind.metric, S::Warning, say("share of time {}", word(kind.text)));
            hit.inBaseline = one.baseline && one.current - *one.baseline < pair.policy.throttleSameShare;
            hit.text = say("{} for {} of the time, baseline {}", word(kind.text), percentText(one.current),
                           one.baseline ? percentText(*one.baseline) : say("unknown"));
            inPercent(hit, one);
            findings.add(std::move(hit));
        }
    }
}

void cgroup(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto share = [](const DeviceResources& device) -> std::optional<double> {
        const auto throttled = growthOf(device.find("cgroup.cpu.throttled_periods"));
        const auto periods = growthOf(device.find("cgroup.cpu.periods"));
        return throttled && periods && periods->total > 0 ? std::optional(throttled->total / periods->total)
                                                          : std::nullopt;
    };
    for (const Compared& one : compareDevices(pair, share, findings)) {
        const S severity = one.current >= pair.policy.cgroupThrottleFail   ? S::Failure
                           : one.current >= pair.policy.cgroupThrottleWarn ? S::Warning
                                                                           : S::None;
        ResourceHit hit =
            hitOn(one.device(), "cgroup.cpu.throttled_periods", severity, say("share of periods held back"));
        hit.inBaseline = one.baseline && one.current - *one.baseline < pair.policy.throttleSameShare;
        hit.text = say("held back by its processor quota in {} of the periods, baseline {}", percentText(one.current),
                       one.baseline ? percentText(*one.baseline) : say("unknown"));
        inPercent(hit, one);
        findings.add(std::move(hit));
    }
}

void contextSwitches(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto rate = [](const DeviceResources& device) -> std::optional<double> {
        const auto growth = growthOf(device.find("host.context_switches"));
        return growth ? std::optional(growth->perSecond()) : std::nullopt;
    };
    for (const Compared& one : compareDevices(pair, rate, findings, Reference::Baseline)) {
        if (one.current <= 0 || one.current < pair.policy.contextSwitchFactor * one.reference)
            continue;
        ResourceHit hit =
            hitOn(one.device(), "host.context_switches", S::Warning, say("context switches of all kinds, rate"));
        hit.text = say("{} context switches a second, baseline {}", numberText(one.current), numberText(one.reference));
        hit.unit = "/s";
        hit.current = one.current;
        hit.baseline = one.reference;
        findings.add(std::move(hit));
    }
}

/// Seconds of reading per byte read: a slower storage shows here before the training has to wait for it.
void slowReads(const ResourcePair& pair, ResourceFindings& findings)
{
    constexpr double kMegabyte = 1e6;
    const auto perByte = [](const DeviceResources& device) -> std::optional<double> {
        const auto time = growthOf(device.find("disk.read_time"));
        const auto bytes = growthOf(device.find("disk.read_bytes"));
        return time && bytes && bytes->total >= kMegabyte ? std::optional(time->total / bytes->total) : std::nullopt;
    };
    for (const Compared& one : compareDevices(pair, perByte, findings, Reference::Baseline)) {
        if (one.reference <= 0 || one.current < pair.policy.readTimeFactor * one.reference)
            continue;
        ResourceHit hit = hitOn(one.device(), "disk.read_time", S::Warning, say("time to read a megabyte"));
        hit.unit = "ms/MB";
        hit.current = one.current * kMegabyte * 1e3;
        hit.baseline = one.reference * kMegabyte * 1e3;
        hit.text =
            say("a megabyte takes {} ms to read, baseline {} ms", numberText(*hit.current), numberText(*hit.baseline));
        findings.add(std::move(hit));
    }
}

void hotProcessor(const ResourcePair& pair, ResourceFindings& findings)
{
    checkRate(pair, "cpu.core_throttles", {"core throttled for heat", 0}, findings);
    checkRate(pair, "cpu.package_throttles", {"package throttled for heat", 0}, findings);
}

constexpr std::string_view kNeighbours = "Look at what else runs on the host; repeat with the host to the job alone.";

constexpr std::array kChecks{
    ResourceCheckSpec{"pinned-core", "host", "one busy core", "time by mode of every core (node_cpu_seconds_total)",
                      "Profile the launching thread; check its affinity and what else runs on that core.", &pinnedCore},
    ResourceCheckSpec{"pressure", "host", "pressure stall", "pressure of processor, memory and I/O (PSI) of every host",
                      kNeighbours, &pressure},
    ResourceCheckSpec{"cgroup-throttle", "host", "processor quota of the container",
                      "CFS periods and throttled periods of the container", "Raise the container's processor limit.",
                      &cgroup},
    ResourceCheckSpec{"context-switches", "host", "context switches", "context switches of every host in both runs",
                      kNeighbours, &contextSwitches},
    ResourceCheckSpec{"storage-read", "host", "speed of reading", "read time and bytes of every disk in both runs",
                      "Read the training data with the loader alone on that host, in both set-ups: a difference "
                      "proves the storage.",
                      &slowReads},
    ResourceCheckSpec{"cpu-throttle", "host", "heat of the processor",
                      "throttle counts of every core, several readings", "Look at the cooling of the host.",
                      &hotProcessor},
};

}  // namespace

std::span<const ResourceCheckSpec> hostChecks()
{
    return kChecks;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/analysis/resources/ResourceCheck.h"
#include "core/analysis/resources/Throttle.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

using S = ResourceSeverity;
constexpr std::string_view kMask = "gpu.throttle.reasons";

std::uint64_t bitsOf(double value)
{
    return value >= 0 && value < std::exp2(63) ? static_cast<std::uint64_t>(value) : 0;
}

/// Share of the samples that name the reason, those of an idle device left out.
std::optional<double> shareInMask(const DeviceResources& device, std::uint64_t bit)
{
    const DeviceMetric* metric = device.find(kMask);
    if (metric == nullptr)
        return std::nullopt;
    double active = 0;
    double named = 0;
    const std::vector<double> samples = samplesOf(*metric);
    for (const double sample : samples) {
        const std::uint64_t mask = bitsOf(sample);
        active += (mask & 0x1U) == 0 ? 1 : 0;
        named += (mask & bit) != 0 ? 1 : 0;
    }
    if (samples.empty())
        return std::nullopt;
    return active > 0 ? named / std::max(active, named) : 0;
}

std::optional<double> shareOfReason(const DeviceResources& device, const ThrottleReason& reason)
{
    if (const auto share = shareInMask(device, reason.bit))
        return share;
    return reason.series.empty() ? std::nullopt : meanOf(device.find(fmt::format("gpu.throttle.{}", reason.series)));
}

/// The step of the first sample that names the reason.
std::optional<std::int64_t> firstStep(const ResourcePair& pair, const DeviceMetric* metric, std::uint64_t bit)
{
    if (metric == nullptr)
        return std::nullopt;
    for (std::size_t i = metric->begin; i < metric->end; ++i) {
        const std::uint64_t mask = bitsOf(metric->series->value[i]);
        if ((metric->series->unit == "bitmask" ? mask & bit : mask) != 0)
            return stepOf(pair.current, *metric->series, metric->series->time[i]);
    }
    return std::nullopt;
}

std::string_view metricOf(const DeviceResources& device, const std::string& flag)
{
    return device.find(kMask) != nullptr ? kMask : std::string_view(flag);
}

/// Severity of a share of time at the power cap, which is normal for a busy GPU: only its rise counts.
S powerCapSeverity(const Compared& one, const ResourcePolicy& policy)
{
    if (!one.baseline)
        return one.current >= policy.powerCapRise ? S::Info : S::None;
    return one.current - *one.baseline >= policy.powerCapRise ? S::Warning : S::None;
}

Text beside(const std::optional<double>& baseline)
{
    return baseline ? say(", baseline {}", percentText(*baseline)) : say(", baseline unknown");
}

void reasons(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const ThrottleReason& reason : throttleReasons()) {
        const std::string flag = fmt::format("gpu.throttle.{}", reason.series);
        const auto share = [&](const DeviceResources& device) { return shareOfReason(device, reason); };
        for (const Compared& one : compareDevices(pair, share, findings)) {
            if (one.current <= 0 || reason.severity == S::None)
                continue;
            const bool cap = reason.bit == 0x4;
            ResourceHit hit = hitOn(one.device(), metricOf(one.device(), flag),
                                    cap ? powerCapSeverity(one, pair.policy) : reason.severity,
                                    say("share of samples with {}", word(reason.text)));
            hit.inBaseline = !cap && one.baseline && one.current - *one.baseline < pair.policy.throttleSameShare;
            hit.text =
                say("{} in {} of the samples{}", word(reason.text), percentText(one.current), beside(one.baseline));
            inPercent(hit, one);
            hit.step = firstStep(pair, one.device().find(metricOf(one.device(), flag)), reason.bit);
            findings.add(std::move(hit));
        }
    }
    // dmon has one flag for all thermal reasons.
    for (const Compared& one : compareDevices(
             pair, [](const DeviceResources& d) { return meanOf(d.find("gpu.throttle.thermal")); }, findings)) {
        if (one.current <= 0)
            continue;
        ResourceHit hit =
            hitOn(one.device(), "gpu.throttle.thermal", S::Failure, say("share of samples with a thermal violation"));
        hit.inBaseline = one.baseline && one.current - *one.baseline < pair.policy.throttleSameShare;
        hit.text = say("thermal violation in {} of the samples{}", percentText(one.current), beside(one.baseline));
        inPercent(hit, one);
        findings.add(std::move(hit));
    }
}

/// A counter of time below full clocks, or a gauge that has the share already.
struct Violation {
    std::string_view metric;
    std::string_view text;
    bool cap = false;  ///< normal for a busy GPU: only the rise counts
    S worst = S::Failure;
};
constexpr std::array kViolations{
    Violation{"gpu.throttle_time.power", "held back by power"},
    Violation{"gpu.throttle_time.thermal", "held back by temperature"},
    Violation{"gpu.throttle_time.board_limit", "held back by the board limit"},
    Violation{"gpu.throttle_time.reliability", "held back by the reliability limit"},
    Violation{"gpu.throttle_time.sw_thermal", "in software thermal slowdown"},
    Violation{"gpu.throttle_time.hw_thermal", "in hardware thermal slowdown"},
    Violation{"gpu.throttle_time.hw_power_brake", "in hardware power brake"},
    Violation{"gpu.throttle_time.sync_boost", "held back by sync boost", false, S::Warning},
    Violation{"gpu.throttle_time.applications_clocks", "held back by application clocks", false, S::Warning},
    Violation{"gpu.throttle_time.sw_power_cap", "at the power cap", true, S::Warning},
    Violation{"gpu.throttle_share.power", "held back by power"},
};

std::optional<double> shareOfTime(const DeviceResources& device, std::string_view name)
{
    const DeviceMetric* metric = device.find(name);
    if (metric == nullptr || metric->series->kind == SeriesKind::Gauge)
        return meanOf(metric);
    const auto growth = growthOf(metric);
    return growth ? std::optional(std::min(growth->perSecond(), 1.0)) : std::nullopt;
}

S shareSeverity(double share, const ResourcePolicy& policy)
{
    if (share >= policy.throttleShareFail)
        return S::Failure;
    return share >= policy.throttleShareWarn ? S::Warning : S::None;
}

void violations(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Violation& violation : kViolations) {
        const auto share = [&](const DeviceResources& device) { return shareOfTime(device, violation.metric); };
        for (const Compared& one : compareDevices(pair, share, findings)) {
            const S severity = violation.cap ? powerCapSeverity(one, pair.policy)
                                             : std::min(shareSeverity(one.current, pair.policy), violation.worst);
            ResourceHit hit =
                hitOn(one.device(), violation.metric, severity, say("share of time {}", word(violation.text)));
            hit.inBaseline =
                !violation.cap && one.baseline && one.current - *one.baseline < pair.policy.throttleSameShare;
            hit.text =
                say("{} for {} of the time{}", word(violation.text), percentText(one.current), beside(one.baseline));
            inPercent(hit, one);
            findings.add(std::move(hit));
        }
    }
}

constexpr std::array kChecks{
    ResourceCheckSpec{"throttle-reasons", "clocks", "reasons for lower clocks",
                      "clock event (throttle) reasons of every GPU",
                      "Look at cooling, power supply and power limit of the device; run the job without it.", &reasons},
    ResourceCheckSpec{
        "throttle-time", "clocks", "time below full clocks", "violation counters (DCGM 240, 241) of every GPU",
        "Look at cooling, power supply and power limit of the device; run the job without it.", &violations},
};

}  // namespace

bool isClockSetting(const ResourceHit& hit)
{
    constexpr std::array<std::string_view, 3> kSettings{"application clocks set lower", "display clocks setting",
                                                        "held back by application clocks"};
    const std::string what = hit.what.english();
    return std::ranges::any_of(kSettings, [&](std::string_view one) { return what.find(one) != std::string::npos; });
}

std::span<const ResourceCheckSpec> throttleChecks()
{
    return kChecks;
}

}  // namespace headwater

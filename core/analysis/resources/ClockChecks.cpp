// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/analysis/resources/ResourceCheck.h"
#include "core/base/Text.h"
#include "core/stats/Quantile.h"

namespace headwater {

namespace {

using S = ResourceSeverity;
constexpr double kMega = 1e6;

std::string_view smClock(const DeviceResources& device)
{
    return device.find("gpu.clock.sm") != nullptr ? "gpu.clock.sm" : "gpu.clock.graphics";
}

/// Median clock while the device worked: idle clocks are low for a good reason.
std::optional<double> clockOf(const DeviceResources& device, std::string_view name, const ResourcePolicy& policy)
{
    auto values = samplesUnderLoad(device, name, policy.loadedUtilization);
    return values && !values->empty() ? std::optional(stats::medianInPlace(*values)) : std::nullopt;
}

/// One value that should not lie below that of the baseline, or of the peers.
struct Level {
    std::string_view what;    ///< "SM clock under load, median"
    std::string_view beside;  ///< "the baseline" or "its peers"
    std::string_view unit;
    double scale = 1;
    double ratio = 1;  ///< least share of the reference
};

void addIfBelow(const Compared& one, std::string_view metric, const Level& level, ResourceFindings& findings)
{
    if (one.reference <= 0 || one.current >= level.ratio * one.reference)
        return;
    ResourceHit hit = hitOn(one.device(), metric, S::Warning, word(level.what));
    // Below its peers, but not below itself: it was so before.
    hit.inBaseline = one.baseline && one.current >= level.ratio * *one.baseline;
    hit.text =
        say("{} {:.0f} {}, {} below {} ({:.0f} {})", word(level.what), one.current / level.scale, level.unit,
            percentText(1 - one.current / one.reference), word(level.beside), one.reference / level.scale, level.unit);
    hit.unit = level.unit;
    hit.current = one.current / level.scale;
    if (one.baseline)
        hit.baseline = *one.baseline / level.scale;
    findings.add(std::move(hit));
}

void clocks(const ResourcePair& pair, ResourceFindings& findings, Reference reference)
{
    const auto sm = [&](const DeviceResources& d) { return clockOf(d, smClock(d), pair.policy); };
    const auto memory = [&](const DeviceResources& d) { return clockOf(d, "gpu.clock.memory", pair.policy); };
    Level level{"SM clock under load, median", reference == Reference::Peers ? "its peers" : "the baseline", "MHz",
                kMega, pair.policy.clockRatio};
    for (const Compared& one : compareDevices(pair, sm, findings, reference))
        addIfBelow(one, smClock(one.device()), level, findings);
    level.what = "memory clock under load, median";
    for (const Compared& one : compareDevices(pair, memory, findings, reference))
        addIfBelow(one, "gpu.clock.memory", level, findings);
}

void clocksBesideBaseline(const ResourcePair& pair, ResourceFindings& findings)
{
    clocks(pair, findings, Reference::Baseline);
}

void clocksBesidePeers(const ResourcePair& pair, ResourceFindings& findings)
{
    clocks(pair, findings, Reference::Peers);
}

void powerLimit(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto name = [](const DeviceResources& device) {
        return device.find("gpu.power.limit.enforced") != nullptr ? "gpu.power.limit.enforced" : "gpu.power.limit";
    };
    const auto limit = [&](const DeviceResources& device) { return medianOf(device.find(name(device))); };
    Level level{"power limit", {}, "W", 1, pair.policy.powerLimitRatio};
    for (const Compared& one : compareDevices(pair, limit, findings, Reference::Either)) {
        level.beside = one.baseline ? "the baseline" : "its peers";
        addIfBelow(one, name(one.device()), level, findings);
    }
}

void temperature(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto value = [](const DeviceResources& device) { return medianOf(device.find("gpu.temperature")); };
    for (const Compared& one : compareDevices(pair, value, findings, Reference::Either)) {
        if (one.current - one.reference < pair.policy.temperatureRise)
            continue;
        ResourceHit hit = hitOn(one.device(), "gpu.temperature", S::Info, say("GPU temperature, median"));
        hit.text = say("{:.0f} °C, {:.0f} °C above {}", one.current, one.current - one.reference,
                       one.baseline ? say("the baseline") : say("its peers"));
        hit.unit = "°C";
        hit.current = one.current;
        hit.baseline = one.baseline;
        findings.add(std::move(hit));
    }
}

constexpr std::string_view kSlowClock =
    "Lock the clocks of both runs and repeat; swap the device with a peer and see whether the clock moves with it.";

constexpr std::array kChecks{
    ResourceCheckSpec{"clocks-baseline", "clocks", "clocks against the baseline",
                      "SM and memory clocks of every GPU in both runs, with their utilisation", kSlowClock,
                      &clocksBesideBaseline},
    ResourceCheckSpec{"clocks-peers", "clocks", "clocks among the devices",
                      "SM and memory clocks of at least three GPUs, with their utilisation", kSlowClock,
                      &clocksBesidePeers},
    ResourceCheckSpec{"power-limit", "power", "power limit", "power limit of every GPU in both runs",
                      "Set the power limit of the baseline and repeat.", &powerLimit},
    ResourceCheckSpec{"temperature", "power", "temperature", "temperature of every GPU in both runs",
                      "Temperature is context: compare clocks and throttle reasons, not degrees.", &temperature, true},
};

}  // namespace

std::span<const ResourceCheckSpec> clockChecks()
{
    return kChecks;
}

}  // namespace headwater

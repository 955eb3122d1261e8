// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/analysis/resources/PcieLink.h"
#include "core/analysis/resources/ResourceCheck.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

using S = ResourceSeverity;

/// METHODS 6.4: SM activity tells starvation; GPU utilisation only says that some kernel was resident, also one that
/// waits in NCCL, and is not looked at.
void smActivity(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto active = [](const DeviceResources& device) { return meanOf(device.find("gpu.active.sm")); };
    for (const Compared& one : compareDevices(pair, active, findings, Reference::Baseline)) {
        if (one.reference - one.current < pair.policy.smActiveDrop)
            continue;
        ResourceHit hit = hitOn(one.device(), "gpu.active.sm", S::Info, say("SM activity, mean"));
        hit.text = say("SMs active {} of the time, baseline {}: at equal work the device is starved",
                       percentText(one.current), percentText(one.reference));
        hit.unit = "%";
        hit.current = 100 * one.current;
        hit.baseline = 100 * one.reference;
        findings.provenance(ResourceProvenance::Inferred);
        findings.add(std::move(hit));
    }
}

/// A share of what a device can do, and from where on it is saturated.
struct Saturation {
    std::string_view metric, text;
    std::optional<double> (*share)(const DeviceResources& device);
    double limit = 1;
};

std::optional<double> dramShare(const DeviceResources& device)
{
    return meanOf(device.find("gpu.active.dram"));
}

/// The busier direction of the PCIe link, as a share of what its generation and lanes can carry.
std::optional<double> pcieShare(const DeviceResources& device)
{
    const auto sent = meanOf(device.find("gpu.pcie.tx"));
    const auto received = meanOf(device.find("gpu.pcie.rx"));
    const auto generation = largestOf(device.find("gpu.pcie.generation"));
    const auto lanes = largestOf(device.find("gpu.pcie.width"));
    if ((!sent && !received) || !generation || !lanes)
        return std::nullopt;
    const auto carries = pcieGigabytesPerSecond(static_cast<int>(*generation), static_cast<int>(*lanes));
    return carries ? std::optional(std::max(sent.value_or(0), received.value_or(0)) / (*carries * 1e9)) : std::nullopt;
}

void addSaturated(const Compared& one, const Saturation& kind, ResourceFindings& findings)
{
    const bool before = one.baseline && *one.baseline >= kind.limit;
    if (one.current < kind.limit || before)
        return;
    ResourceHit hit = hitOn(one.device(), kind.metric, S::Info, say("{}, mean", word(kind.text)));
    hit.text = say("{} {}, which is saturation; baseline {}", word(kind.text), percentText(one.current),
                   one.baseline ? percentText(*one.baseline) : say("unknown"));
    inPercent(hit, one);
    findings.add(std::move(hit));
}

/// The highest tensor activity that the baseline reached on any device.
std::optional<double> tensorPeak(const RunResources& baseline)
{
    std::optional<double> peak;
    for (const DeviceResources& device : baseline.devices)
        if (const auto value = largestOf(device.find("gpu.active.tensor")))
            peak = std::max(peak.value_or(0), *value);
    return peak;
}

void saturation(const ResourcePair& pair, ResourceFindings& findings)
{
    const std::array kinds{
        Saturation{"gpu.active.dram", "DRAM activity", &dramShare, pair.policy.dramSaturation},
        Saturation{"gpu.pcie.tx", "use of the PCIe link", &pcieShare, pair.policy.linkSaturation},
    };
    for (const Saturation& kind : kinds)
        for (const Compared& one : compareDevices(pair, kind.share, findings))
            addSaturated(one, kind, findings);
    const auto peak = tensorPeak(pair.baseline);
    if (!peak || *peak <= 0)
        return;
    const auto tensor = [](const DeviceResources& device) { return meanOf(device.find("gpu.active.tensor")); };
    const Saturation kind{"gpu.active.tensor", "tensor activity", nullptr, pair.policy.tensorShareOfPeak * *peak};
    for (const Compared& one : compareDevices(pair, tensor, findings))
        addSaturated(one, kind, findings);
}

constexpr std::array kChecks{
    ResourceCheckSpec{"sm-activity", "utilisation", "SM activity",
                      "SM activity (DCGM 1002) in both runs; GPU utilisation does not tell, a rank that waits in NCCL "
                      "shows 100 %",
                      "Go to the timeline: what does the device wait for?", &smActivity, true},
    ResourceCheckSpec{"saturation", "utilisation", "saturation",
                      "DRAM and tensor activity (DCGM 1005, 1004), PCIe bytes with generation and width",
                      "The device's limit is reached: compare the work of the two runs.", &saturation, true},
};

}  // namespace

std::span<const ResourceCheckSpec> utilizationChecks()
{
    return kChecks;
}

}  // namespace headwater

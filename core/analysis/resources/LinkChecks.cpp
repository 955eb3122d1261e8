// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/analysis/resources/EventHits.h"
#include "core/analysis/resources/PcieLink.h"
#include "core/analysis/resources/ResourceCheck.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

using S = ResourceSeverity;
constexpr std::string_view kGeneration = "gpu.pcie.generation";
constexpr std::string_view kWidth = "gpu.pcie.width";

/// The best the link reached while the device worked: it may rest at a lower generation between bursts.
std::optional<double> reached(const DeviceResources& device, std::string_view name, const ResourcePolicy& policy)
{
    const auto values = samplesUnderLoad(device, name, policy.loadedUtilization);
    return values && !values->empty() ? std::optional(*std::ranges::max_element(*values)) : std::nullopt;
}

/// What one of the link's two numbers should be, and where that is known from.
struct Side {
    std::string_view metric, maximum;
    std::string_view text;
    S severity;
};
constexpr std::array kSides{
    Side{kGeneration, "gpu.pcie.generation.max", "PCIe generation under load", S::Warning},
    Side{kWidth, "gpu.pcie.width.max", "PCIe lanes under load", S::Failure},
};

void pcieLink(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Side& side : kSides) {
        const auto best = [&](const DeviceResources& d) { return reached(d, side.metric, pair.policy); };
        ResourceCheck scratchCheck;
        ResourceFindings scratch(scratchCheck);
        for (const Compared& one : compareDevices(pair, best, scratch)) {
            const auto maximum = lastOf(one.device().find(side.maximum));
            const std::optional<double> expected = maximum ? maximum : one.baseline ? one.baseline : one.peers;
            if (!expected)
                continue;
            findings.checked(one.device());
            if (one.current >= *expected)
                continue;
            ResourceHit hit = hitOn(one.device(), side.metric, side.severity, word(side.text));
            hit.inBaseline = one.baseline && *one.baseline <= one.current;
            hit.text = say("{} {:.0f}, {} {:.0f}", word(side.text), one.current,
                           maximum        ? say("of at most")
                           : one.baseline ? say("baseline")
                                          : say("its peers"),
                           *expected);
            hit.unit = "count";
            hit.current = one.current;
            hit.baseline = one.baseline;
            findings.add(std::move(hit));
        }
        findings.checkedBaseline(scratchCheck.baselineDevices);
    }
}

/// Replays that the link may have a minute, and how that is known.
struct Budget {
    int perMinute = 0;
    Text link;
};

Budget budgetOf(const DeviceResources& device)
{
    constexpr int kUsualGeneration = 4;
    constexpr int kUsualLanes = 16;
    const auto generation = largestOf(device.find(kGeneration));
    const auto lanes = largestOf(device.find(kWidth));
    if (generation && lanes)
        if (const auto budget = pcieReplaysPerMinute(static_cast<int>(*generation), static_cast<int>(*lanes)))
            return {*budget, say("generation {:.0f} x{:.0f}", *generation, *lanes)};
    return {pcieReplaysPerMinute(kUsualGeneration, kUsualLanes).value_or(0), say("generation 4 x16, assumed")};
}

void pcieReplays(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto perMinute = [](const DeviceResources& device) -> std::optional<double> {
        const auto growth = growthOf(device.find("gpu.pcie.replays"));
        return growth ? std::optional(60 * growth->perSecond()) : std::nullopt;
    };
    for (const Compared& one : compareDevices(pair, perMinute, findings)) {
        const Budget budget = budgetOf(one.device());
        if (one.current <= budget.perMinute)
            continue;
        ResourceHit hit = hitOn(one.device(), "gpu.pcie.replays", S::Warning, say("PCIe replays, rate"));
        hit.inBaseline = one.baseline && *one.baseline > budget.perMinute;
        hit.text = say("{} PCIe replays a minute, {} are allowed ({}), baseline {}", numberText(one.current),
                       budget.perMinute, budget.link, one.baseline ? numberText(*one.baseline) : say("unknown"));
        hit.unit = "/min";
        hit.current = one.current;
        hit.baseline = one.baseline;
        const DeviceMetric* counter = one.device().find("gpu.pcie.replays");
        if (const auto growth = growthOf(counter); growth && growth->firstRise)
            hit.step = stepOf(pair.current, *counter->series, *growth->firstRise);
        findings.add(std::move(hit));
    }
}

void nvlink(const ResourcePair& pair, ResourceFindings& findings)
{
    const double crc = 60 * pair.policy.nvlinkCrcPerSecond;
    checkRate(pair, "gpu.nvlink.crc_flit_errors", {"NVLink CRC errors (flits)", crc, S::Warning, false}, findings);
    checkRate(pair, "gpu.nvlink.crc_data_errors", {"NVLink CRC errors (data)", crc, S::Warning, false}, findings);
    checkRate(pair, "gpu.nvlink.replay_errors", {"NVLink replays", 0, S::Failure, false}, findings);
    checkRate(pair, "gpu.nvlink.recovery_errors", {"NVLink recoveries", 0, S::Failure, false}, findings);
}

constexpr std::string_view kReseat =
    "Measure host-to-device bandwidth of the device beside a peer; reseat or replace it.";

constexpr std::array kChecks{
    ResourceCheckSpec{"pcie-link", "PCIe", "PCIe generation and lanes",
                      "PCIe generation and width, current and maximum, with utilisation, during the steps", kReseat,
                      &pcieLink},
    ResourceCheckSpec{"pcie-replays", "PCIe", "PCIe replays", "PCIe replay counter of every GPU, several readings",
                      kReseat, &pcieReplays},
    ResourceCheckSpec{"nvlink", "NVLink", "NVLink errors", "NVLink CRC, replay and recovery counters, several readings",
                      "Run nccl-tests inside the node; take the GPU out if its links keep failing.", &nvlink},
};

}  // namespace

std::span<const ResourceCheckSpec> linkChecks()
{
    return kChecks;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/resources/DeviceSamples.h"
#include "core/analysis/resources/EventHits.h"
#include "core/analysis/resources/ResourceCheck.h"
#include "core/base/Text.h"

namespace headwater {

namespace {

using S = ResourceSeverity;

void driverErrors(const ResourcePair& pair, ResourceFindings& findings)
{
    checkEvents(pair, {"xid", "sxid", "gpu-lost", "gpu-reset", "nvlink"}, findings);
    for (const DeviceResources& device : pair.current.devices)
        if (device.find("gpu.xid") != nullptr)
            findings.checked(device);
    findings.checkedBaseline(static_cast<int>(std::ranges::count_if(
        pair.baseline.devices, [](const DeviceResources& d) { return d.find("gpu.xid") != nullptr; })));
}

void kernelErrors(const ResourcePair& pair, ResourceFindings& findings)
{
    checkEvents(pair,
                {"aer", "mce", "ecc-corrected", "ecc-uncorrected", "thermal", "pcie-limited", "hung-task", "lockup",
                 "io-error"},
                findings);
}

/// The largest of what several counters of a device last said: the total and its parts are not to be added.
std::optional<double> largestLast(const DeviceResources& device, std::initializer_list<std::string_view> names)
{
    std::optional<double> largest;
    for (const std::string_view name : names)
        if (const auto value = lastOf(device.find(name)))
            largest = std::max(largest.value_or(*value), *value);
    return largest;
}

/// A count that should be at most `allowed`; the same count in the baseline explains nothing.
struct Limit {
    std::string_view metric;
    std::string_view text;
    double allowed = 0;
    S severity = S::Failure;
};

void checkLimit(const ResourcePair& pair, const DeviceNumber& number, const Limit& limit, ResourceFindings& findings)
{
    for (const Compared& one : compareDevices(pair, number, findings)) {
        if (one.current <= limit.allowed)
            continue;
        ResourceHit hit = hitOn(one.device(), limit.metric, limit.severity, word(limit.text));
        hit.inBaseline = one.baseline && one.current <= *one.baseline;
        hit.text = say("{}: {}, baseline {}", word(limit.text), numberText(one.current),
                       one.baseline ? numberText(*one.baseline) : say("unknown"));
        hit.unit = "count";
        hit.current = one.current;
        hit.baseline = one.baseline;
        findings.add(std::move(hit));
    }
}

DeviceNumber lastNumber(std::string_view name)
{
    return [name](const DeviceResources& device) { return lastOf(device.find(name)); };
}

void uncorrected(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto count = [](const DeviceResources& device) {
        return largestLast(device, {"gpu.ecc.uncorrected.volatile", "gpu.ecc.uncorrected.volatile.dram",
                                    "gpu.ecc.uncorrected.volatile.sram", "gpu.ecc.uncorrected.volatile.sram_parity",
                                    "gpu.ecc.uncorrected.volatile.sram_secded"});
    };
    checkLimit(pair, count, {"gpu.ecc.uncorrected.volatile", "uncorrected memory errors since the driver was loaded"},
               findings);
    const auto host = [](const DeviceResources& device) -> std::optional<double> {
        const auto growth = growthOf(device.find("host.ecc.uncorrected"));
        return growth ? std::optional(growth->total) : std::nullopt;
    };
    checkLimit(pair, host, {"host.ecc.uncorrected", "uncorrected memory errors of the host, new"}, findings);
}

void corrected(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const std::string_view name : {"gpu.ecc.corrected.volatile", "gpu.ecc.corrected.volatile.dram",
                                        "gpu.ecc.corrected.volatile.sram", "host.ecc.corrected"})
        checkRate(pair, name, {"corrected memory errors", pair.policy.eccCorrectedPerMinute}, findings);
    checkLimit(
        pair, lastNumber("gpu.ecc.corrected.aggregate"),
        {"gpu.ecc.corrected.aggregate", "corrected memory errors in all", pair.policy.eccCorrectedTotal, S::Warning},
        findings);
}

void remaps(const ResourcePair& pair, ResourceFindings& findings)
{
    checkLimit(pair, lastNumber("gpu.remapped_rows.pending"),
               {"gpu.remapped_rows.pending", "row remapping pending until a reset"}, findings);
    checkLimit(pair, lastNumber("gpu.remapped_rows.failure"), {"gpu.remapped_rows.failure", "row remapping failed"},
               findings);
    checkLimit(pair, lastNumber("gpu.remapped_rows.uncorrectable"),
               {"gpu.remapped_rows.uncorrectable", "rows remapped for uncorrectable errors",
                pair.policy.uncorrectableRemaps - 1},
               findings);
    checkLimit(pair, lastNumber("gpu.retired_pages.pending"),
               {"gpu.retired_pages.pending", "page retirement pending until a reset"}, findings);
    const auto retired = [](const DeviceResources& device) -> std::optional<double> {
        const auto single = lastOf(device.find("gpu.retired_pages.sbe"));
        const auto twice = lastOf(device.find("gpu.retired_pages.dbe"));
        return single || twice ? std::optional(single.value_or(0) + twice.value_or(0)) : std::nullopt;
    };
    checkLimit(pair, retired, {"gpu.retired_pages.sbe", "retired pages", pair.policy.retiredPages - 1}, findings);
    checkLimit(pair, lastNumber("gpu.retired_pages.dbe"),
               {"gpu.retired_pages.dbe", "pages retired for double-bit errors", pair.policy.retiredDoubleBit},
               findings);
}

constexpr std::string_view kSwap =
    "Drain the node, reset the GPU, run its diagnostics (dcgmi diag -r 3), repeat without it.";

constexpr std::array kChecks{
    ResourceCheckSpec{"xid", "driver", "errors of the GPU driver", "kernel log, or DCGM's XID field, of every host",
                      kSwap, &driverErrors},
    ResourceCheckSpec{"kernel-errors", "driver", "errors that the kernel reported", "kernel log of every host",
                      "Read the kernel log around the event; run the host's diagnostics and repeat without the host.",
                      &kernelErrors},
    ResourceCheckSpec{"ecc-uncorrected", "memory errors", "uncorrected memory errors", "ECC counters of every GPU",
                      kSwap, &uncorrected},
    ResourceCheckSpec{"ecc-corrected", "memory errors", "corrected memory errors",
                      "ECC counters of every GPU, several readings", kSwap, &corrected},
    ResourceCheckSpec{"row-remap", "memory errors", "remapped rows and retired pages",
                      "row remapping and page retirement of every GPU", kSwap, &remaps},
};

}  // namespace

std::span<const ResourceCheckSpec> errorChecks()
{
    return kChecks;
}

}  // namespace headwater

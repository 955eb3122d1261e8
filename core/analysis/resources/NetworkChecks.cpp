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
constexpr double kGigabit = 1e9 / 8;

void linkRate(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto speed = [](const DeviceResources& device) -> std::optional<double> {
        const auto value = medianOf(device.find("net.speed"));
        return value && *value > 0 ? value : std::nullopt;
    };
    ResourceCheck scratchCheck;
    ResourceFindings scratch(scratchCheck);
    for (const Compared& one : compareDevices(pair, speed, scratch)) {
        // Ports of one host differ in speed by design: only the same port in the baseline is a reference.
        const std::size_t at = static_cast<std::size_t>(&one.device() - pair.current.devices.data());
        const DeviceResources* same = pair.counterpart[at];
        const auto before = same != nullptr ? speed(*same) : std::nullopt;
        if (!before)
            continue;
        findings.checked(one.device());
        if (one.current >= *before)
            continue;
        ResourceHit hit = hitOn(one.device(), "net.speed", S::Failure, say("link rate"));
        hit.text = say("link rate {:.0f} Gbit/s, baseline {:.0f} Gbit/s", one.current / kGigabit, *before / kGigabit);
        hit.unit = "Gbit/s";
        hit.current = one.current / kGigabit;
        hit.baseline = *before / kGigabit;
        findings.add(std::move(hit));
    }
    findings.checkedBaseline(scratchCheck.baselineDevices);
}

void linkDown(const ResourcePair& pair, ResourceFindings& findings)
{
    checkEvents(pair, {"link-down"}, findings);
    checkRate(pair, "net.link_downed", {"link went down", 0, S::Failure, false}, findings);
}

struct Counter {
    std::string_view metric, text;
};
constexpr std::array kErrors{
    Counter{"net.symbol_errors", "symbol errors"},
    Counter{"net.link_error_recovery", "link error recoveries"},
    Counter{"net.rx_errors", "receive errors"},
    Counter{"net.tx_errors", "send errors"},
    Counter{"net.tx_discards", "packets discarded when sending"},
    Counter{"net.rx_discards", "packets discarded when receiving"},
    Counter{"net.rx_crc_errors", "CRC errors"},
    Counter{"net.local_link_integrity_errors", "local link integrity errors"},
    Counter{"net.buffer_overrun_errors", "buffer overruns"},
    Counter{"net.rx_out_of_buffer", "receives without a buffer"},
    Counter{"net.pcie_rx_signal_errors", "PCIe signal errors of the network card (receiving)"},
    Counter{"net.pcie_tx_signal_errors", "PCIe signal errors of the network card (sending)"},
};
constexpr std::array kRetransmits{
    Counter{"net.out_of_sequence", "packets out of sequence"},
    Counter{"net.packet_sequence_errors", "packet sequence errors"},
    Counter{"net.ack_timeouts", "acknowledge timeouts"},
    Counter{"net.rnr_retries", "receiver-not-ready retries"},
    Counter{"net.adaptive_retransmits", "adaptive retransmits"},
    Counter{"net.adaptive_retransmit_timeouts", "adaptive retransmits after a timeout"},
    Counter{"net.retries_exceeded", "retries exceeded"},
};

void errors(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Counter& counter : kErrors)
        checkRate(pair, counter.metric, {counter.text, pair.policy.networkErrorsPerMinute}, findings);
}

void retransmits(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Counter& counter : kRetransmits)
        checkRate(pair, counter.metric, {counter.text, pair.policy.networkErrorsPerMinute}, findings);
    // Any busy host has some: not a warning by itself.
    checkRate(pair, "net.tcp_retransmits", {"TCP retransmits", pair.policy.networkErrorsPerMinute, S::Info}, findings);
}

/// Ticks with data waiting and none sent have a unit of the device's own: only ratios mean something.
void waitForCredits(const ResourcePair& pair, ResourceFindings& findings)
{
    const auto rate = [](const DeviceResources& device) -> std::optional<double> {
        const auto growth = growthOf(device.find("net.tx_wait"));
        return growth ? std::optional(growth->perSecond()) : std::nullopt;
    };
    for (const Compared& one : compareDevices(pair, rate, findings, Reference::Either)) {
        if (one.current <= 0 || one.current < pair.policy.networkWaitFactor * one.reference)
            continue;
        const Text beside = one.baseline ? say("in the baseline") : say("its peers");
        ResourceHit hit = hitOn(one.device(), "net.tx_wait", S::Warning, say("ticks waiting to send, rate"));
        hit.text = one.reference > 0
                       ? say("waits to send {} times as much as {}", numberText(one.current / one.reference), beside)
                       : say("waits to send, {} not at all", beside);
        hit.unit = "ticks/s";
        hit.current = one.current;
        hit.baseline = one.baseline;
        findings.add(std::move(hit));
    }
}

/// The largest share of time paused of all priorities of one direction.
std::optional<double> pauseShare(const DeviceResources& device, std::string_view prefix)
{
    std::optional<double> largest;
    for (auto entry = device.metrics.lower_bound(prefix);
         entry != device.metrics.end() && entry->first.starts_with(prefix); ++entry)
        if (const auto growth =
                entry->second.series->kind == SeriesKind::Counter ? growthOf(&entry->second) : std::nullopt)
            largest = std::max(largest.value_or(0), growth->perSecond());
    return largest;
}

void pauses(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const auto& [prefix, text] :
         {std::pair<std::string_view, std::string_view>("net.pause_time.rx.", "told to pause by the network"),
          std::pair<std::string_view, std::string_view>("net.pause_time.tx.", "makes the network pause")}) {
        const auto share = [prefix = prefix](const DeviceResources& d) { return pauseShare(d, prefix); };
        for (const Compared& one : compareDevices(pair, share, findings)) {
            const S severity = one.current >= pair.policy.pauseShareFail   ? S::Failure
                               : one.current >= pair.policy.pauseShareWarn ? S::Warning
                                                                           : S::None;
            ResourceHit hit = hitOn(one.device(), {}, severity, say("share of time: {}", word(text)));
            hit.inBaseline = one.baseline && one.current - *one.baseline < pair.policy.throttleSameShare;
            hit.text = say("{} for {} of the time, baseline {}", word(text), percentText(one.current),
                           one.baseline ? percentText(*one.baseline) : say("unknown"));
            inPercent(hit, one);
            findings.add(std::move(hit));
        }
    }
    checkRate(pair, "net.pause_storm_warnings", {"pause storm warnings", 0, S::Warning, false}, findings);
    checkRate(pair, "net.pause_storm_errors", {"pause storm errors", 0, S::Failure, false}, findings);
}

void congestion(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Counter& counter : {Counter{"net.ecn_marked_packets", "packets marked for congestion"},
                                   Counter{"net.cnp_sent", "congestion notifications sent"},
                                   Counter{"net.cnp_handled", "congestion notifications handled"}})
        checkRate(pair, counter.metric, {counter.text, pair.policy.networkErrorsPerMinute, S::Info}, findings);
}

void nicPcie(const ResourcePair& pair, ResourceFindings& findings)
{
    for (const Counter& counter : {Counter{"net.pcie_stalled_reads", "reads over PCIe stalled"},
                                   Counter{"net.pcie_stalled_writes", "writes over PCIe stalled"}}) {
        const auto share = [&](const DeviceResources& device) { return meanOf(device.find(counter.metric)); };
        for (const Compared& one : compareDevices(pair, share, findings)) {
            if (one.current < pair.policy.nicPcieStall)
                continue;
            ResourceHit hit = hitOn(one.device(), counter.metric, S::Warning, say("{}, mean", word(counter.text)));
            hit.inBaseline = one.baseline && *one.baseline >= pair.policy.nicPcieStall;
            hit.text = say("{} for {} of the time", word(counter.text), percentText(one.current));
            inPercent(hit, one);
            findings.add(std::move(hit));
        }
    }
}

constexpr std::string_view kCable =
    "Run nccl-tests over the port and a peer; look at cable, transceiver and switch port.";
constexpr std::string_view kFabric = "Run nccl-tests on two nodes of one switch and on two of different ones.";

constexpr std::array kChecks{
    ResourceCheckSpec{"net-rate", "network", "link rate", "link rate of every port in both runs", kCable, &linkRate},
    ResourceCheckSpec{"net-link-down", "network", "links going down",
                      "link_downed counters (several readings) or kernel logs", kCable, &linkDown},
    ResourceCheckSpec{"net-errors", "network", "errors and discards", "error counters of every port, several readings",
                      kCable, &errors},
    ResourceCheckSpec{"net-retransmits", "network", "retransmits",
                      "RDMA hardware counters or TCP statistics, several readings", kFabric, &retransmits},
    ResourceCheckSpec{"net-credits", "network", "waiting for credits",
                      "port_xmit_wait of every port in both runs, several readings", kFabric, &waitForCredits},
    ResourceCheckSpec{"net-pause", "network", "pause frames",
                      "pause durations by priority (ethtool -S), several readings", kFabric, &pauses},
    ResourceCheckSpec{"net-congestion", "network", "congestion marks", "ECN and CNP counters, several readings",
                      kFabric, &congestion, true},
    ResourceCheckSpec{"net-pcie", "network", "PCIe of the network card", "outbound_pci_stalled_rd and _wr (ethtool -S)",
                      "Look at the PCIe slot of the card and its NUMA node.", &nicPcie},
};

}  // namespace

std::span<const ResourceCheckSpec> networkChecks()
{
    return kChecks;
}

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/resources/ResourcePolicy.h"
#include "core/analysis/resources/ResourceReport.h"
#include "core/analysis/resources/RunResources.h"
#include "core/base/Text.h"

namespace headwater {

/// A number of a device; nothing where it was not measured.
using DeviceNumber = std::function<std::optional<double>(const DeviceResources&)>;

/// What the checks look at.
struct ResourcePair {
    const RunResources& baseline;
    const RunResources& current;
    const ResourcePolicy& policy;
    const std::vector<ResourceEvent>& events;
    std::vector<const DeviceResources*> counterpart = {};  ///< of each current device, in the baseline, or null
    /// Share of the steps in which the device waited for the host to launch work; nothing without traces.
    std::optional<double> launchDelayBefore = {}, launchDelay = {};
};

/// A current device with its number, the baseline's and the peers'.
struct Compared {
    std::reference_wrapper<const DeviceResources> owner;
    double current = 0;
    std::optional<double> baseline;  ///< of the same device, else the median of the baseline's devices
    std::optional<double> peers;     ///< median of the other current devices; nothing with fewer than fewestPeers
    double reference = 0;            ///< the one that was asked for; the baseline's where either would do

    [[nodiscard]] const DeviceResources& device() const { return owner; }
};

/// What a number has to be compared with to mean something.
enum class Reference : std::uint8_t { None, Baseline, Peers, Either };

/// What a check finds while it goes through the devices. A device that is looked at is counted once.
class ResourceFindings {
public:
    explicit ResourceFindings(ResourceCheck& check) : m_check(check) {}

    /// This device of the current run (of the baseline) has what the check needs.
    void checked(const DeviceResources& device);
    void checkedBaseline(int devices) { m_check.baselineDevices = std::max(m_check.baselineDevices, devices); }
    /// The check has data that belongs to no device, such as a kernel log without a line to report.
    void checkedSource() { m_check.devices = std::max(m_check.devices, 1); }
    /// Adds a hit; one that the baseline has too is set one severity lower. None is left out.
    void add(ResourceHit hit);
    void provenance(ResourceProvenance provenance) { m_check.provenance = provenance; }

private:
    ResourceCheck& m_check;
    std::set<const DeviceResources*> m_seen;
};

/// One check: what it is called, what it needs, what to do when it fires, and how it is made.
struct ResourceCheckSpec {
    std::string_view id, area, title;
    std::string_view missing;  ///< what has to be recorded for it
    std::string_view nextStep;
    void (*run)(const ResourcePair& pair, ResourceFindings& findings) = nullptr;
    bool context = false;  ///< tells nothing that can be wrong by itself
};

/// The checks by area; METHODS 6.1 to 6.7.
[[nodiscard]] std::span<const ResourceCheckSpec> throttleChecks();
[[nodiscard]] std::span<const ResourceCheckSpec> clockChecks();
[[nodiscard]] std::span<const ResourceCheckSpec> errorChecks();
[[nodiscard]] std::span<const ResourceCheckSpec> linkChecks();
[[nodiscard]] std::span<const ResourceCheckSpec> utilizationChecks();
[[nodiscard]] std::span<const ResourceCheckSpec> memoryChecks();
[[nodiscard]] std::span<const ResourceCheckSpec> networkChecks();
[[nodiscard]] std::span<const ResourceCheckSpec> hostChecks();

/// The number of every current device that has it, with what to compare it to. Counts the devices as checked. Devices
/// without the reference that is asked for are left out: they are not checked.
[[nodiscard]] std::vector<Compared> compareDevices(const ResourcePair& pair, const DeviceNumber& number,
                                                   ResourceFindings& findings, Reference needs = Reference::None);

/// A hit on a device with the file and window of a metric; for the caller to complete.
[[nodiscard]] ResourceHit hitOn(const DeviceResources& device, std::string_view metric, ResourceSeverity severity,
                                Text what);
/// Gives the hit the numbers of a compared share (0…1), in percent.
void inPercent(ResourceHit& hit, const Compared& share);

/// The step during which something was seen at `time` of the series' clock.
[[nodiscard]] std::optional<std::int64_t> stepOf(const RunResources& run, const MetricSeries& series, Ns time);

/// 0.153 → "15 %", 0.004 → "0.4 %".
[[nodiscard]] std::string percentText(double share);
/// "12", "0.35", "1.2e+07".
[[nodiscard]] std::string numberText(double value);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/resources/ResourceSeverity.h"
#include "core/base/Text.h"

namespace headwater {

/// How a number of a resource fact is known.
enum class ResourceProvenance : std::uint8_t { Measured, Derived, Inferred, Assumed };

/// One thing that is wrong, or worth knowing, on one device.
struct ResourceHit {
    ResourceSeverity severity = ResourceSeverity::Info;
    Text device;  ///< for people, untrusted: "rank 3 (node1 gpu 3)"
    std::optional<int> rank;
    Text text;         ///< a clause about the device: "SM clock 1.20 GHz under load, 15 % below the baseline"
    Text what;         ///< the quantity: "SM clock under load, median"
    std::string unit;  ///< of the numbers: "MHz", "%", "/min"
    std::optional<double> baseline, current;
    std::optional<std::int64_t> step;
    std::string source;       ///< file
    bool inBaseline = false;  ///< the baseline has it too, so `severity` is one lower than it would be
};

enum class ResourceStatus : std::uint8_t { Unknown, Pass, Info, Warn, Fail };

/// One check of METHODS 6 over all devices of the current run.
struct ResourceCheck {
    std::string id;    ///< stable: "throttle-reasons"
    std::string area;  ///< "clocks", "PCIe" …
    Text title;        ///< "reasons for lower clocks"
    ResourceStatus status = ResourceStatus::Unknown;
    bool context = false;           ///< nothing it says is wrong by itself: having its data is no clean bill
    int devices = 0;                ///< of the current run, that had data
    int baselineDevices = 0;        ///< of the baseline, that had data
    Text missing;                   ///< what would have to be recorded; where the status is Unknown
    std::vector<ResourceHit> hits;  ///< worst first
    ResourceProvenance provenance = ResourceProvenance::Derived;
    Text nextStep;
};

/// Where an event lies on the axis of steps.
enum class EventPlace : std::uint8_t { InStep, Before, Between, After, Unplaced };

/// Events of one kind, code and device of one run, together.
struct ResourceEvent {
    std::string kind;  ///< as TelemetryEvent::kind, or "throttle". How a log ends is no resource: core/run/RunEnd
    std::optional<std::int64_t> code;
    Text meaning;  ///< in words, ours
    ResourceSeverity severity = ResourceSeverity::Info;
    bool inBaselineRun = false;  ///< happened in the baseline (else in the current run)
    bool inBoth = false;         ///< the other run has events of this kind and code too
    std::string host, device;
    std::optional<int> rank;
    int count = 1;
    std::vector<std::int64_t> steps;          ///< in which they happened, upwards, at most kMostSteps
    EventPlace place = EventPlace::Unplaced;  ///< of the first
    Text placedBy;                            ///< how the clocks were laid together, or why not
    ResourceProvenance provenance = ResourceProvenance::Measured;  ///< of the step
    std::string message;                                           ///< the first, as it stood (untrusted)
    std::string source, position;                                  ///< of the first

    static constexpr std::size_t kMostSteps = 32;
};

/// What the resources of two runs have to say.
struct ResourceReport {
    std::vector<ResourceCheck> checks;
    std::vector<ResourceEvent> events;  ///< current run first, then by severity
};
using ResourceReportPtr = std::shared_ptr<const ResourceReport>;

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/RunAnalysis.h"
#include "core/base/Text.h"
#include "core/run/Alignment.h"
#include "core/run/Telemetry.h"

namespace headwater {

/// The part of a series that tells about a run's steps: samples [begin, end).
struct DeviceMetric {
    const MetricSeries* series = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
    bool inSteps =
        false;  ///< false: the whole capture, because it cannot be placed or too few samples lie in the steps
};

/// Everything measured of one device (or, with an empty device, of a host or a run), by normalised metric name.
struct DeviceResources {
    std::string host;
    std::string device;
    std::optional<int> rank;
    std::map<std::string, DeviceMetric, std::less<>> metrics;

    [[nodiscard]] const DeviceMetric* find(std::string_view name) const;
    /// "rank 3 (node1 gpu 3)", "node1 gpu 3", "rank 3", "host node1"; names are untrusted.
    [[nodiscard]] Text label() const;
};

/// A run's telemetry by device. Points into the run, which must live on.
struct RunResources {
    RunPtr run;
    StepAxis axis;                         ///< empty where the run has no times of steps
    std::vector<TelemetryGroup> groups;    ///< how the clock of each file fits the steps; events placed, series not
    std::vector<DeviceResources> devices;  ///< by host, then device (numbers in order), then rank

    /// How a file and clock fit the steps, or null.
    [[nodiscard]] const TelemetryGroup* groupOf(const std::string& source, ClockKind clock) const;
};

/// Sorts the telemetry of a run by device. A device gets a rank where its series names one, or where exactly one rank
/// of that host ran on it (the device number of its trace); otherwise none is guessed. Where two files
/// measured the same, the one placed on the steps counts, then the one with more samples.
[[nodiscard]] RunResources resourcesOf(const RunAnalysis& analysis);

}  // namespace headwater

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/resources/RunResources.h"

namespace headwater {

/// What was measured in the metric's window, NaN left out.
[[nodiscard]] std::vector<double> samplesOf(const DeviceMetric& metric);

/// The median, largest, mean and last of them; nothing where there is none.
[[nodiscard]] std::optional<double> medianOf(const DeviceMetric* metric);
[[nodiscard]] std::optional<double> largestOf(const DeviceMetric* metric);
[[nodiscard]] std::optional<double> meanOf(const DeviceMetric* metric);
[[nodiscard]] std::optional<double> lastOf(const DeviceMetric* metric);

/// How a counter grew in its window: the sum of its rises since the sample before the window, and the time they took.
/// A fall is a reset: it adds neither growth nor time, and is counted. Nothing with fewer than two samples.
struct Growth {
    double total = 0;
    double seconds = 0;
    std::uint64_t resets = 0;
    std::optional<Ns> firstRise;  ///< when the first rise was seen, in the series' own clock

    [[nodiscard]] double perSecond() const { return total / seconds; }
};
[[nodiscard]] std::optional<Growth> growthOf(const DeviceMetric* metric);

/// Samples of `metric` at which the device worked: its GPU utilisation, by the sample of it that is nearest in time and
/// of the same clock, was at least `utilization`. Without utilisation, those of a window inside the steps (training
/// ran); nothing where neither tells.
[[nodiscard]] std::optional<std::vector<double>> samplesUnderLoad(const DeviceResources& device,
                                                                  std::string_view metric, double utilization);

}  // namespace headwater
